import { CredenceError } from "../memory/errors.ts";
import { defineIdCommand } from "./id-command.ts";

export const merge = defineIdCommand({
  name: "merge",
  summary: "Merge a second memory into a first and retire it",
  form: "ID ID",
  async act({ call, workspace, target }) {
    const { findMemory } = await import("../app/find-memory.ts");
    const { mergeMemories } = await import("../app/merge-memories.ts");
    const second = call.positionals[1];
    if (second === undefined) throw new CredenceError("USAGE", "merge takes two ids");
    const outcome = await mergeMemories(workspace, { first: target, second: findMemory(workspace, second) });
    return { json: outcome, text: `merged ${outcome.retired} into ${outcome.id}\n` };
  },
});
