// The gate before every model surface: what its standing lets be shown, and no strong finding withholds. It asks what was kept
// of a text when it was written. Of one that nobody has judged by the rules of today (new rules, a new index, a file from
// elsewhere) nothing is shown at first: those few are judged, and the question is asked once more.
//
// Whoever can write to the cache can hide a finding here, as they could hide the memory. Fails closed.

import { RULE_SET_VERSION } from "../../memory/formats.ts";
import type { Wording } from "../../memory/wording.ts";
import type { SearchIndex } from "../../search/index/open-index.ts";
import { hasOpenFinding, keepWording, readWording } from "../../search/index/verdicts.ts";
import { isRecallable, type LoadedMemory } from "../memories/load-memory.ts";
import { flaggedOf, isHeldBack, isJudged, noteWording, recallWording } from "../memories/wordings.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type Gate =
  | { readonly kind: "open" /** What is said beside it. */; readonly flagged: string | null }
  | { readonly kind: "withheld" }
  | { readonly kind: "unjudged" };

/** One that nobody has judged is noted for `askJudged`. */
export function passGate(
  { workspace, index }: { readonly workspace: Workspace; readonly index: SearchIndex },
  loaded: LoadedMemory,
): Gate {
  if (!isRecallable(loaded)) return { kind: "withheld" };
  if (loaded.standing.standing === "verified")
    return { kind: "open", flagged: findOpenFinding(index, loaded) };
  const wording = recallWording(loaded) ?? learnWording(index, loaded);
  if (wording === null && isJudged(loaded)) {
    workspace.unjudged.set(loaded.file.path, loaded);
    return { kind: "unjudged" };
  }
  if (wording !== null && isHeldBack(loaded, wording)) return { kind: "withheld" };
  return { kind: "open", flagged: flaggedOf(loaded) };
}

/** A fact with a finding that no person took on applies until they answer, and says so. A fact without one is not judged here: what
 * is found in facts is looked for at a session's start. */
function findOpenFinding(index: SearchIndex, { file: { id }, digest }: LoadedMemory): string | null {
  if (digest === null || !hasOpenFinding(index, id)) return null;
  return readWording(index, { id, digest })?.wording.what ?? null;
}

/** What was kept of it by the rules of today. */
export function learnWording(index: SearchIndex, { file: { id }, digest }: LoadedMemory): Wording | null {
  const kept = digest === null ? null : readWording(index, { id, digest });
  if (kept === null || digest === null || kept.rules !== RULE_SET_VERSION) return null;
  noteWording({ id, digest }, kept.wording);
  return kept.wording;
}

/** Is a row to be written without words? By the last that was found, whichever rules found it: under new rules a text is
 * withheld until they spare it. What this process knows is kept with the row. */
export function isRowWithheld(index: SearchIndex, loaded: LoadedMemory): boolean {
  if (!isRecallable(loaded)) return true;
  const { file, digest } = loaded;
  if (digest === null || !isJudged(loaded)) return false;
  const known = recallWording(loaded);
  const text = { id: file.id, digest };
  const kept = readWording(index, text);
  if (known !== null && kept?.rules !== RULE_SET_VERSION)
    keepWording(index, { ...text, wording: known, rules: RULE_SET_VERSION });
  const wording = known ?? kept?.wording ?? null;
  return wording !== null && isHeldBack(loaded, wording);
}
