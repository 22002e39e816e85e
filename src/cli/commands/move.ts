import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Command } from "../call/command.ts";
import { unlockIfApproved } from "../call/open-workspace.ts";
import { scopeOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
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
    const both = { ...call, values: { ...call.values, scope: undefined } };
    return answerIn({ io, call: both, act }, async (opened) => {
      const { findMemory } = await import("../../app/memories/find-memory.ts");
      const { moveMemory } = await import("../../app/change/move-memory.ts");
      const { rootOf } = await import("../../app/workspace/workspace.ts");
      const found = findMemory(opened, id, scope);
      const workspace = await unlockIfApproved(io, opened, { targets: [found], act });
      const target = findMemory(workspace, id, scope);
      const question = says`sign exactly this text in the ${scope} scope?`;
      const confirm = confirmText({ io, call, workspace }, question);
      const outcome = await moveMemory(workspace, target, { destination: rootOf(workspace, scope), confirm });
      return { json: outcome, says: [`moved ${outcome.id}: ${outcome.path}`] };
    });
  },
};
