import type { Command } from "./command.ts";
import { openAsPerson, openFor } from "./open-for.ts";
import { renderJson } from "./render-json.ts";

export const gc: Command = {
  name: "gc",
  summary: "Delete memories that were retired long ago",
  usage: ["gc [--dry-run]"],
  options: { "dry-run": { type: "boolean", help: "only say which" } },
  async run(io, call) {
    const dryRun = call.values["dry-run"] === true;
    const workspace = await (dryRun ? openFor(io, call) : openAsPerson(io, call, "delete retired memories"));
    try {
      const { collectGarbage } = await import("../app/collect-garbage.ts");
      const ids = workspace.roots.flatMap((root) => collectGarbage(workspace, root, { dryRun }));
      const verb = dryRun ? "would delete" : "deleted";
      const lines = ids.map((id) => `${verb} ${id}\n`).join("");
      io.out(call.json ? renderJson({ dryRun, ids }) : lines || "nothing is due\n");
      return 0;
    } finally {
      workspace.close();
    }
  },
};
