// What a person sees before they sign. Attack: somebody gets a person to sign a text they did not read, or swaps it after
// they read it. So everything that is signed is in here, and the use-case that signs reads the memory again under the lock
// and signs only what is the same to the last byte.

import type { Instant } from "../../../memory/instant.ts";
import type { StandingOf } from "../../../memory/law/standing.ts";
import type { Memory } from "../../../memory/memory.ts";
import { type ApprovedText, findLastApproved } from "../../memories/kept/retained-texts.ts";
import { type Age, ageOf, findCutShort, voucherOf } from "../../memories/law.ts";
import { type LoadedMemory, pathShown } from "../../memories/load-memory.ts";
import type { ShownToEnd } from "../../memories/shown-to-end.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Judgement, judgeText } from "../judge-text.ts";

export type SigningPreview = {
  readonly id: string;
  readonly path: string;
  /** What applies now, and why; null for a memory that is not there yet. */
  readonly standing: StandingOf | null;
  readonly age: Age | null;
  /** The memory as it would be signed; null for a file that is none. */
  readonly memory: Memory | null;
  readonly digest: string | null;
  /** Whole, for a file that is not a memory. */
  readonly text: string | null;
  readonly judgement: Judgement | null;
  readonly previous: ApprovedText | null;
  /** For one in quarantine: until when it would be observed; null where that is over. */
  readonly cutShort: Instant | null;
};

/** Shows it to its end and comes back, or throws where the person does not agree. */
export type Confirm = (showing: SigningPreview) => Promise<ShownToEnd>;

export type SigningText = Pick<SigningPreview, "memory" | "digest" | "text" | "judgement">;

/** A memory that is there, and the text of it that is to be signed: its own, or a new one. */
export function showingOf(workspace: Workspace, target: LoadedMemory, signing: SigningText): SigningPreview {
  return {
    id: target.file.id,
    path: pathShown(target),
    standing: target.standing,
    age: ageOf(target, workspace),
    ...signing,
    previous: findLastApproved(workspace, target.root, target.input),
    cutShort: findCutShort(target, workspace),
  };
}

/** As it is on disk. */
export async function showTarget(workspace: Workspace, target: LoadedMemory): Promise<SigningPreview> {
  const { memory, digest, text } = target;
  const judgement = text === null ? null : await judgeTarget(workspace, target, text);
  return showingOf(workspace, target, { memory, digest, text, judgement });
}

export function judgeTarget(workspace: Workspace, target: LoadedMemory, text: string): Promise<Judgement> {
  return judgeText(workspace, `${target.file.id}.md`, { text, vouchedBy: voucherOf(target) });
}
