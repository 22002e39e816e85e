import type { UpdateOutcome } from "../../app/change/update-memory.ts";
import type { Update } from "../../memory/file/merge-update.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { bodyOf, draftOptions, settableOf, textOf } from "../call/values.ts";
import {
  defineIdCommand,
  IF_DIGEST,
  ifDigestOf,
  sayFlags,
  sayWithheld,
  unlockTarget,
} from "../frames/id-command.ts";
import { confirmText } from "../terminal/confirm.ts";

const BY_PERSON = { name: "update", law: "edit", personIfApproved: true } as const;

export const update = defineIdCommand({
  name: "update",
  summary: "Change a memory; tags and related files are added to",
  form: "ID [--name …] [--body …] [--if-digest SHA256]",
  options: { ...draftOptions(), ...IF_DIGEST },
  async act(context) {
    const { io, call } = context;
    const { isNoop } = await import("../../app/change/update-memory.ts");
    const { updateMemory } = await import("../../app/change/update-memory.ts");
    const update = await updateOf(io, call);
    // Where nothing would change there is nothing to sign.
    const isIdle = isNoop(context.target, update);
    const { workspace, target } = isIdle ? context : await unlockTarget(BY_PERSON, context);
    const outcome = await updateMemory(workspace, target, {
      ifDigest: ifDigestOf(call),
      update,
      confirm: confirmText({ io, call, workspace }, says`sign exactly this text as yours?`),
    });
    return { json: toJson(outcome), says: sayOutcome(outcome) };
  },
});

async function updateOf(io: Io, call: Call): Promise<Update> {
  return {
    name: textOf(call, "name"),
    description: textOf(call, "description"),
    ...(await settableOf(call)),
    body: await bodyOf(io, call),
    isWhole: false,
  };
}

export function toJson(outcome: UpdateOutcome): unknown {
  if (outcome.kind === "unchanged") return outcome;
  if (outcome.kind === "proposed") {
    const { judgement: _, ...proposed } = outcome;
    return proposed;
  }
  const { kind, id, digest, judgement } = outcome;
  return { kind, id, digest, flags: judgement.flags };
}

export function sayOutcome(outcome: UpdateOutcome): string[] {
  switch (outcome.kind) {
    case "updated":
      return [`updated ${outcome.id}`, ...sayFlags(outcome.judgement)];
    case "unchanged":
      return [`nothing changed: ${outcome.why}`];
    case "proposed": {
      const { id, supersedes, judgement } = outcome;
      return [
        `${judgement.isStrong ? supersedes : `a person approved ${supersedes}, so it`} stays unchanged; ${id} proposes the change`,
        ...sayFlags(judgement),
        ...sayWithheld(judgement),
      ];
    }
  }
}
