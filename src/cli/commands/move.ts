import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openWorkspaceFor, unlockIfApproved } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { scopeOf } from "../call/values.ts";
import { confirmText } from "../terminal/confirm.ts";

export const move: Command = {
  name: "move",
  summary: "Move a memory to the other scope",
  usage: ["move ID --scope project|user"],
  options: {},
  async run(io, call) {
    const [id] = call.positionals;
    const scope = scopeOf(call);
    if (id === undefined || scope === null)
      throw new CredenceError("USAGE", "move takes an id and --scope project|user");
    // Here --scope says where to, so both roots are open.
    const act = `move ${id}`;
    const opened = await openWorkspaceFor(io, { ...call, values: { ...call.values, scope: undefined } }, act);
    try {
      const { findMemory } = await import("../../app/memories/find-memory.ts");
      const { moveMemory } = await import("../../app/change/move-memory.ts");
      const { rootOf } = await import("../../app/workspace/workspace.ts");
      const found = findMemory(opened, id, scope);
      const workspace = await unlockIfApproved(io, opened, { targets: [found], act });
      const target = findMemory(workspace, id, scope);
      const question = `sign exactly this text in the ${scope} scope?`;
      const confirm = confirmText({ io, call, workspace }, question);
      const outcome = await moveMemory(workspace, target, { destination: rootOf(workspace, scope), confirm });
      io.out(call.json ? renderJson(outcome) : `moved ${outcome.id}: ${outcome.path}\n`);
      return 0;
    } finally {
      opened.close();
    }
  },
};
