import { CredenceError } from "../memory/errors.ts";
import type { Command } from "./command.ts";
import { openFor, scopeOf } from "./open-for.ts";
import { renderJson } from "./render-json.ts";

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
    const workspace = await openFor(
      io,
      { ...call, values: { ...call.values, scope: undefined } },
      `move ${id}`,
    );
    try {
      const { findMemory } = await import("../app/find-memory.ts");
      const { moveMemory } = await import("../app/move-memory.ts");
      const outcome = moveMemory(workspace, findMemory(workspace, id, scope), scope);
      io.out(call.json ? renderJson(outcome) : `moved ${outcome.id}: ${outcome.path}\n`);
      return 0;
    } finally {
      workspace.close();
    }
  },
};
