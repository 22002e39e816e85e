// Two branches changed one memory, and git asks what becomes of its file: ours stays in its place, and theirs waits beside it, each as
// it was signed. No text is made that nobody wrote. Where only the marks of acts differ there is one text, with the lower ones.

import { digestMemory } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { nameBeside } from "../../../memory/law/sets/view.ts";
import { type Scope, STATUSES, TIERS } from "../../../memory/memory.ts";

export type Versions = { readonly ours: string; readonly theirs: string };

export type Kept = {
  /** Of the memory's own file. */
  readonly text: string;
  /** Named after its text, so that it is found again from what was signed. */
  readonly second: { readonly name: string; readonly text: string } | null;
};

/** @returns null where one of them is no memory. */
export function keepBoth(
  place: { readonly root: string; readonly scope: Scope; readonly id: string },
  { ours, theirs }: Versions,
): Kept | null {
  const [first, second] = [parseMemory(ours), parseMemory(theirs)];
  if (first.kind === "broken" || second.kind === "broken") return null;
  if (hashSource(ours) === hashSource(theirs)) {
    const rankOf = ({ tier, status }: typeof first.memory): number =>
      TIERS.indexOf(tier ?? "inferred") * STATUSES.length + STATUSES.indexOf(status);
    return { text: rankOf(first.memory) >= rankOf(second.memory) ? ours : theirs, second: null };
  }
  const name = nameBeside({ ...place, digest: digestMemory(second.memory) });
  return { text: ours, second: { name, text: theirs } };
}
