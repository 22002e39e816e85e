import { CredenceError } from "../../memory/errors.ts";
import { textOf } from "../call/values.ts";
import { defineIdCommand, IF_DIGEST, ifDigestOf, REASON } from "../frames/id-command.ts";

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
