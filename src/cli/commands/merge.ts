import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { unlockIfApproved } from "../call/open-workspace.ts";
import { defineIdCommand } from "../frames/id-command.ts";
import { confirmText } from "../terminal/confirm.ts";

export const merge = defineIdCommand({
  name: "merge",
  summary: "Merge a second memory into the first and retire it",
  form: "ID ID",
  async act({ io, call, workspace: opened, target }) {
    const { findByName } = await import("../../app/memories/find-by-name.ts");
    const { findMemory } = await import("../../app/memories/find-memory.ts");
    const { mergeMemories } = await import("../../app/change/merge/merge-memories.ts");
    const given = call.positionals[1];
    if (given === undefined) throw new CredenceError("USAGE", "merge takes two ids");
    const named = findByName(opened, given);
    const second = named.file.id;
    const targets = [target, named];
    const workspace = await unlockIfApproved(io, opened, { targets, act: `merge ${second}` });
    const pair = { first: findMemory(workspace, target.file.id), second: findMemory(workspace, second) };
    const confirm = confirmText(
      { io, call, workspace },
      says`sign exactly this text, and retire ${pair.second.file.id}?`,
    );
    const outcome = await mergeMemories(workspace, pair, confirm);
    return { json: outcome, says: [`merged ${outcome.retired} into ${outcome.id}`] };
  },
});
