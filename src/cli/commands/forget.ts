import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openForPerson, unlockFor } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { REASON } from "../frames/id-command.ts";

export const forget: Command = {
  name: "forget",
  summary: "Erase a memory for good and keep it from coming back",
  usage: ["forget ID --reason TEXT"],
  options: REASON,
  async run(io, call) {
    const id = call.positionals[0];
    if (id === undefined) throw new CredenceError("USAGE", "forget takes the id of a memory");
    const reason = textOf(call, "reason");
    if (reason === null) throw new CredenceError("USAGE", "give a reason with --reason");
    const act = `forget ${id}`;
    return answerIn({ io, call, act, open: openForPerson }, async (opened) => {
      const { findForgettable } = await import("../../app/change/forget-memory.ts");
      const { forgetAtTerminal, sayForgotten } = await import("../work/forget.ts");
      // Refused before the passphrase is asked for, and looked for again after it was typed.
      findForgettable(opened, id);
      const workspace = await unlockFor(io, opened, act);
      const forgettable = findForgettable(workspace, id);
      const outcome = await forgetAtTerminal({ io, call, workspace }, forgettable, reason);
      const { findRemote } = await import("../../app/sync/named-remote.ts");
      const remote = findRemote(workspace, forgettable.target.root);
      const synced =
        remote === null
          ? []
          : [
              `If it was ever synced, the history of ${remote.url} still contains it, and so does its copy in machine state.`,
            ];
      return { json: outcome, says: [...sayForgotten(outcome), ...synced] };
    });
  },
};
