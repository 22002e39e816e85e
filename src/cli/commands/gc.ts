import type { Command } from "../call/command.ts";
import { openForPerson, openWorkspaceFor, unlockFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { isPersonsCall } from "../frames/person-call.ts";
import { askYes } from "../terminal/confirm.ts";

export const gc: Command = {
  name: "gc",
  summary: "Delete memories that were retired long ago",
  usage: ["gc [--dry-run]"],
  options: { "dry-run": { type: "boolean", help: "only list them" } },
  async run(io, call) {
    const dryRun = call.values["dry-run"] === true;
    const act = "delete retired memories";
    const opened = await (isPersonsCall("gc", call)
      ? openForPerson(io, call, act)
      : openWorkspaceFor(io, call));
    try {
      const { collectGarbage } = await import("../../app/change/collect-garbage.ts");
      const due = opened.roots.map((root) => ({
        root,
        only: collectGarbage(opened, root, { dryRun: true }),
      }));
      const ids = due.flatMap(({ only }) => only);
      if (!dryRun && ids.length > 0) {
        const workspace = await unlockFor(io, opened, act);
        await askYes({ io, call, workspace }, `${listDue(ids)}delete these for good?`);
        for (const { root, only } of due) collectGarbage(workspace, root, { dryRun, only });
      }
      const verb = dryRun ? "would delete" : "deleted";
      const lines = ids.map((id) => `${verb} ${id}\n`).join("");
      io.out(call.json ? renderJson({ dryRun, ids }) : lines || "nothing is due\n");
      return 0;
    } finally {
      opened.close();
    }
  },
};

function listDue(ids: readonly string[]): string {
  return `retired longer ago than the grace period:\n${ids.map((id) => `  ${id}\n`).join("")}`;
}
