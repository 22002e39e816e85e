// What the injection check says of memories, for as long as this process lives: a verdict is about one text under one id, so it
// never changes while the rules do not. The index keeps it for other processes (app/index/show-gate.ts).
//
// Attack: an agent, or a text that an agent read, saves a memory that makes later agents do harm. Nobody approved it, so a strong
// finding takes it from every model until a person answers. Fails closed: of a text that nobody has judged nothing is shown.

import { isApproval } from "../../memory/law/kinds.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import type { Wording } from "../../memory/wording.ts";
import { listAcknowledged } from "./law.ts";
import type { LoadedMemory } from "./load-memory.ts";

const KNOWN_MAX = 20_000;
const known = new Map<string, Wording>();

type Text = { readonly id: string; readonly digest: string };

/** By the id too: the words of a name are read with the memory. */
function keyOf({ id, digest }: Text): string {
  return `${id} ${digest}`;
}

export function noteWording(text: Text, wording: Wording): void {
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(keyOf(text), wording);
}

/** @returns null where nobody has told this process. */
export function recallWording({
  file: { id },
  digest,
}: Pick<LoadedMemory, "file" | "digest">): Wording | null {
  return digest === null ? null : (known.get(keyOf({ id, digest })) ?? null);
}

/** Is it one of those that a finding can take from a model? What a person approved, by exactly this text, applies until they
 * answer. */
export function isJudged({ standing: { standing }, input }: LoadedMemory): boolean {
  if (standing !== "inferred" && standing !== "retired") return false;
  return !gather(input).vouchedBy.some(isApproval);
}

/** Does a strong finding withhold it, that no person took on who let it be used? */
export function isHeldBack(loaded: LoadedMemory, { strong }: Pick<Wording, "strong">): boolean {
  if (strong.length === 0 || !isJudged(loaded)) return false;
  const acknowledged = listAcknowledged(loaded);
  return strong.some((rule) => !acknowledged.has(rule));
}

/** What is said beside it; null where there is nothing to say. A person who approved a text has answered, or is asked. */
export function flaggedOf(loaded: LoadedMemory): string | null {
  return loaded.standing.standing === "inferred" ? (recallWording(loaded)?.what ?? null) : null;
}

/** For whoever reads files without an index, after `learnWordings`. */
export function isOpenToModels(loaded: LoadedMemory): boolean {
  return recallWording(loaded) === null ? !isJudged(loaded) : !isKnownHeldBack(loaded);
}

/** Of one that nobody has judged it is not known. */
export function isKnownHeldBack(loaded: LoadedMemory): boolean {
  const wording = recallWording(loaded);
  return wording !== null && isHeldBack(loaded, wording);
}
