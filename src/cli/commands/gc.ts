import { says } from "../../memory/text/render-terminal.ts";
import type { Command } from "../call/command.ts";
import { openForPerson, unlockFor } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";
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
    const asked = isPersonsCall("gc", call) ? { act, open: openForPerson } : {};
    return answerIn({ io, call, ...asked }, async (opened) => {
      const { collectGarbage } = await import("../../app/change/collect-garbage.ts");
      const due = opened.roots.map((root) => ({
        root,
        only: collectGarbage(opened, root, { dryRun: true }),
      }));
      const ids = due.flatMap(({ only }) => only);
      if (!dryRun && ids.length > 0) {
        const workspace = await unlockFor(io, opened, act);
        const list = ids.map((id) => says`  ${id}\n`);
        const question = says`retired longer ago than the grace period:\n${list}delete these for good?`;
        await askYes({ io, call, workspace }, question);
        for (const { root, only } of due) collectGarbage(workspace, root, { dryRun, only });
      }
      const lines = ids.map((id) => `${dryRun ? "would delete" : "deleted"} ${id}`);
      return { json: { dryRun, ids }, says: lines.length === 0 ? ["nothing is due"] : lines };
    });
  },
};
