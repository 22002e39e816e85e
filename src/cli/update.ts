import type { UpdateOutcome } from "../app/update-memory.ts";
import { renderTerminalLine } from "../memory/render-terminal.ts";
import { listOf, textOf } from "./call-values.ts";
import { confirmText } from "./confirm.ts";
import { bodyOf, categoryOf, DRAFT_OPTIONS } from "./draft-options.ts";
import { defineIdCommand, IF_DIGEST, ifDigestOf } from "./id-command.ts";

export const update = defineIdCommand({
  name: "update",
  summary: "Change a memory; tags and related files grow",
  form: "ID [--name …] [--body …] [--if-digest SHA256]",
  options: { ...DRAFT_OPTIONS, ...IF_DIGEST },
  personIfApproved: true,
  async act({ io, call, workspace, target }) {
    const { updateMemory } = await import("../app/update-memory.ts");
    const outcome = await updateMemory(workspace, target, {
      ifDigest: ifDigestOf(call),
      update: {
        name: textOf(call, "name"),
        description: textOf(call, "description"),
        category: categoryOf(call),
        tags: listOf(call, "tags"),
        relatedFiles: listOf(call, "related-files"),
        body: await bodyOf(io, call),
        isWhole: false,
      },
      confirm: confirmText({ io, call, workspace }, "sign exactly this text as yours?"),
    });
    return { json: toJson(outcome), text: renderOutcome(outcome) };
  },
});

export function toJson(outcome: UpdateOutcome): unknown {
  if (outcome.kind !== "updated") return outcome;
  const { kind, id, digest, judgement } = outcome;
  return { kind, id, digest, flags: judgement.flags };
}

export function renderOutcome(outcome: UpdateOutcome): string {
  switch (outcome.kind) {
    case "updated": {
      const { flags } = outcome.judgement;
      return `updated ${outcome.id}\n${flags.length === 0 ? "" : `flagged by the injection check: ${flags.join(", ")}\n`}`;
    }
    case "unchanged":
      return `nothing changed: ${renderTerminalLine(outcome.why)}\n`;
    case "proposed":
      return `a person approved ${outcome.supersedes}, so it stays; ${outcome.id} proposes the change\n`;
  }
}
