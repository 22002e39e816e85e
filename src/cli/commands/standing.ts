import { CredenceError } from "../../memory/errors.ts";
import { textOf } from "../call/values.ts";
import {
  defineIdCommand,
  defineRaiseCommand,
  defineStatusCommand,
  IF_DIGEST,
  ifDigestOf,
  REASON,
} from "../frames/id-command.ts";

export const archive = defineStatusCommand("archive", "Put a memory aside without judging it");

export const keep = defineRaiseCommand("keep");

export const promote = defineRaiseCommand("promote");

export const reaffirm = defineRaiseCommand("reaffirm");

export const restore = defineRaiseCommand("restore");

export const retire = defineStatusCommand("retire", "Take a memory out of use");

export const unarchive = defineStatusCommand("unarchive", "Bring an archived memory back");

export const unretire = defineStatusCommand("unretire", "Bring a retired memory back");

export const demote = defineIdCommand({
  name: "demote",
  summary: "Move a memory to quarantine and say why",
  form: "ID --reason TEXT [--if-digest SHA256]",
  options: { ...REASON, ...IF_DIGEST },
  personIfApproved: true,
  async act({ call, workspace, target }) {
    const { demoteMemory } = await import("../../app/change/demote-memory.ts");
    const reason = textOf(call, "reason");
    if (reason === null) throw new CredenceError("USAGE", "say why with --reason");
    const outcome = demoteMemory(workspace, target, { reason, ifDigest: ifDigestOf(call) });
    switch (outcome.kind) {
      case "demoted":
        return { json: outcome, text: `quarantined ${outcome.id}: ${outcome.path}\n` };
      case "unchanged":
        return { json: outcome, text: `${outcome.id} is in quarantine already\n` };
      case "requested":
        return { json: outcome, text: `nothing changed: ${outcome.why}; the wish waits in review\n` };
    }
  },
});
