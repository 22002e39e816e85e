import { CredenceError } from "../../memory/errors.ts";
import {
  isRaise,
  STATUS_WORDS,
  TRANSITION_WORDS,
  type TransitionRows,
} from "../../memory/law/transition-words.ts";
import type { Command } from "../call/command.ts";
import { textOf } from "../call/values.ts";
import {
  defineIdCommand,
  defineRaiseCommand,
  defineStatusCommand,
  IF_DIGEST,
  ifDigestOf,
  REASON,
} from "../frames/id-command.ts";

const demote = defineIdCommand({
  name: "demote",
  summary: TRANSITION_WORDS.demote.summary,
  form: "ID --reason TEXT [--if-digest SHA256]",
  options: { ...REASON, ...IF_DIGEST },
  personIfApproved: true,
  async act({ call, workspace, target }) {
    const { demoteMemory } = await import("../../app/change/demote-memory.ts");
    const reason = textOf(call, "reason");
    if (reason === null) throw new CredenceError("USAGE", "give a reason with --reason");
    const outcome = demoteMemory(workspace, target, { reason, ifDigest: ifDigestOf(call) });
    switch (outcome.kind) {
      case "demoted":
        return { json: outcome, says: [`quarantined ${outcome.id}: ${outcome.path}`] };
      case "unchanged":
        return { json: outcome, says: [`${outcome.id} is ${TRANSITION_WORDS.demote.done} already`] };
      case "requested":
        return { json: outcome, says: [`not changed: ${outcome.why}; filed as a request (credence review)`] };
    }
  },
});

/** Commands for the transitions that do not raise: each has a frame of its own. */
const LOWERING: Readonly<Record<string, Command>> = { demote };

/** A command per row, in the order of the rows. */
export function transitionCommands(rows: TransitionRows = TRANSITION_WORDS): readonly Command[] {
  return Object.entries(rows).flatMap((row) =>
    isRaise(row) ? [defineRaiseCommand(...row)] : (LOWERING[row[0]] ?? []),
  );
}

export const statusCommands: readonly Command[] = [
  defineStatusCommand("retire", STATUS_WORDS.retire),
  defineStatusCommand("unretire", STATUS_WORDS.unretire),
  defineStatusCommand("archive", STATUS_WORDS.archive),
  defineStatusCommand("unarchive", STATUS_WORDS.unarchive),
];
