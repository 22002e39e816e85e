import { CredenceError } from "../memory/errors.ts";
import { textOf } from "./call-values.ts";
import { confirmShowing } from "./confirm.ts";
import { defineIdCommand, REASON } from "./id-command.ts";

export const forget = defineIdCommand({
  name: "forget",
  summary: "Erase a memory for good, and see that it stays away",
  form: "ID --reason TEXT",
  options: REASON,
  personOnly: true,
  async act({ io, call, workspace, target }) {
    const { forgetMemory } = await import("../app/forget-memory.ts");
    const { showTarget } = await import("../app/showing.ts");
    const reason = textOf(call, "reason");
    if (reason === null) throw new CredenceError("USAGE", "say why with --reason");
    const question = `erase ${target.file.id} for good?`;
    await confirmShowing({ io, call, workspace }, question)(await showTarget(workspace, target));
    const outcome = forgetMemory(workspace, target, reason);
    const history = outcome.inGit ? "If it was ever committed, git's history still holds it.\n" : "";
    return { json: outcome, text: `forgot ${outcome.id}; a tombstone keeps it away\n${history}` };
  },
});
