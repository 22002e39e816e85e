// The files of a root: a function of the statements, the texts, whom this machine trusts and what it says of texts. Equal sets give
// equal files on every machine of equal trust, but for a machine's own hand edits, which keep their place there.
//
// Attack: a stranger's memory is named like another, and takes its file. So names are given out in one table: memories by how they
// stand, each with the texts that wait beside it, then strangers; two files never have one name.

import { sha256Hex } from "../../file/sha256.ts";
import { extendId } from "../../memory.ts";
import {
  type Group,
  type Law,
  listMemories,
  type SetCause,
  type SetMemory,
  type SetStanding,
} from "./memories.ts";
import { isWord, type Said, type Source } from "./said.ts";
import { isPerson, type Sets } from "./sets.ts";

export type SetFile = {
  readonly name: string;
  readonly directory: "memories" | "quarantine";
  readonly born: string;
  readonly digest: string;
  readonly text: string;
  /** `waits`: another text of a memory, which nobody has decided about. */
  readonly standing: SetStanding | "waits";
  readonly cause: SetCause | "fails" | "waits";
  readonly by: Said | null;
  readonly isArchived: boolean;
  readonly isForeign: boolean;
};

const ORDER: readonly SetStanding[] = ["verified", "inferred", "retired", "quarantined", "foreign"];

export function computeView(sets: Sets, law: Law): SetFile[] {
  return nameTexts(listMemories(sets, law), law);
}

type Placed = { readonly memory: SetMemory; readonly group: Group; readonly isFirst: boolean };

function nameTexts(memories: readonly SetMemory[], law: Law): SetFile[] {
  const sorted = memories.toSorted(
    (a, b) =>
      Number(a.isForeign) - Number(b.isForeign) ||
      ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) ||
      (a.born < b.born ? -1 : 1),
  );
  const placed = sorted.flatMap((memory): Placed[] => {
    const own = memory.groups.find((group) => isOwnDraft(group, law)) ?? memory.groups[0];
    return memory.groups.map((group) => ({ memory, group, isFirst: group === own }));
  });
  // No memory has an id like the name of a text that waits, so these need not come last.
  const taken = new Set<string>();
  return placed.map((each) => fileOf(each, { law, name: takeName(each, taken) }));
}

function isOwnDraft({ rank, heads }: Group, { me }: Law): boolean {
  return rank === 0 && heads.some(({ signer }) => signer === me);
}

const SUFFIX_DIGITS = [16, 24, 32, 48, 64];

function takeName({ memory, group, isFirst }: Placed, taken: Set<string>): string {
  const { id, born } = memory;
  const digits = sha256Hex(`${born} ${group.digest}`);
  const others = SUFFIX_DIGITS.map((count) => extendId(id, `_other_${digits.slice(0, count)}`));
  const name = [...(isFirst ? [id] : []), ...others].find((each) => !taken.has(each));
  // Five names of random digits cannot all be taken by others: whoever could arrange that could forge a hash.
  if (name === undefined) throw new TypeError("every name of a text is taken");
  taken.add(name);
  return name;
}

function fileOf(
  { memory, group }: Placed,
  { law, name }: { readonly law: Law; readonly name: string },
): SetFile {
  const { born, isForeign, isArchived, by } = memory;
  const [{ text }] = group.heads;
  const of = { name, born, digest: group.digest, text, isForeign, isArchived, by };
  const stands = standingOf(memory, group, law);
  return { ...of, ...stands, directory: stands.standing === "quarantined" ? "quarantine" : "memories" };
}

function standingOf(memory: SetMemory, group: Group, { verdicts }: Law): Pick<SetFile, "standing" | "cause"> {
  const { standing, cause, isForeign, groups } = memory;
  if (standing === "quarantined") return { standing, cause };
  if (verdicts.fails(group.heads[0].text)) return { standing: "quarantined", cause: "fails" };
  if (group === groups[0] || isForeign) return { standing, cause };
  return group.rank === 0
    ? { standing: "foreign", cause: "hand-edited" }
    : { standing: "waits", cause: "waits" };
}

const NO_SOURCE: Source = { origin: null, session: null, taint: [] };

/** Where a memory's words came from: said with its first statement, and changed by nobody since. A second first one adds its taint. */
export function sourceOf(said: Iterable<Said>, born: string): Source {
  const first = [...said]
    .flatMap((each) => (isWord(each) && each.born === born && each.source !== null ? [each] : []))
    .filter(({ follows }) => follows.length === 0)
    .sort((a, b) => Number(isPerson(a)) - Number(isPerson(b)) || (a.hash < b.hash ? -1 : 1));
  const taint = [...new Set(first.flatMap(({ source }) => source?.taint ?? []))].sort();
  return { ...(first[0]?.source ?? NO_SOURCE), taint };
}
