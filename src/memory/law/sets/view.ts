// The files of a root: a function of the statements, the texts, whom this machine trusts and what it says of texts. Equal sets give
// equal files on every machine of equal trust, but for a machine's own hand edits, which keep their place there.
//
// Attack: a stranger's memory is named like another, and takes its file. So names are given out in one table: memories by how they
// stand, each with the texts that wait beside it, then strangers; two files never have one name.

import { sha256Hex } from "../../file/sha256.ts";
import { extendId } from "../../memory.ts";
import { STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, type Source, type Statement, type TextStatement } from "../statement.ts";
import {
  type Group,
  type Law,
  listMemories,
  type SetCause,
  type SetMemory,
  type SetStanding,
} from "./memories.ts";
import { isPerson, type Sets } from "./sets.ts";

export type SetFile = {
  readonly name: string;
  readonly directory: "memories" | "quarantine";
  readonly born: string;
  readonly id: string;
  readonly digest: string;
  readonly text: string;
  /** `waits`: another text of a memory, which nobody has decided about. */
  readonly standing: SetStanding | "waits";
  readonly cause: SetCause | "fails" | "waits";
  readonly by: Statement | null;
  readonly isArchived: boolean;
  readonly isForeign: boolean;
  /** A validator here fails its text, or somebody put it out of use past the statements. */
  readonly isFailing: boolean;
  /** The word whose text it is. */
  readonly word: string;
  readonly archivedBy: string | null;
  /** Hashes of what machines signed against it in vain: a person answers. */
  readonly wishes: readonly string[];
};

const ORDER: readonly SetStanding[] = ["verified", "inferred", "retired", "quarantined", "foreign"];

export function computeView(sets: Sets, law: Law): SetFile[] {
  return nameTexts(listMemories(sets, law), law);
}

type Placed = { readonly memory: SetMemory; readonly group: Group; readonly isFirst: boolean };

function nameTexts(memories: readonly SetMemory[], law: Law): SetFile[] {
  const placed = memories.toSorted(compareMemories).flatMap((memory): Placed[] => {
    const own = memory.groups.find((group) => isOwnDraft(group, law)) ?? memory.groups[0];
    return memory.groups.map((group) => ({ memory, group, isFirst: group === own }));
  });
  // No memory has an id like the name of a text that waits, so these need not come last.
  const taken = new Set<string>();
  return placed.map((each) => fileOf(each, { law, name: takeName(each, taken) }));
}

/** Of two memories of one id the first has its name. */
export function compareMemories(a: SetMemory, b: SetMemory): number {
  return (
    Number(a.isForeign) - Number(b.isForeign) ||
    ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) ||
    ((a.born === b.born ? a.id < b.id : a.born < b.born) ? -1 : 1)
  );
}

function isOwnDraft({ rank, heads }: Group, { me }: Law): boolean {
  return rank === 0 && heads.some(({ signer }) => signer === me);
}

/** Stands for the uuid of a memory about which nothing was signed. */
export const NO_BORN = "0".repeat(32);

const SUFFIX_DIGITS = [16, 24, 32, 48, 64];

/** What a text that waits may be called: the first name that is free. */
export function listOtherNames({
  id,
  born,
  digest,
}: Pick<TextStatement, "id" | "born" | "digest">): string[] {
  const digits = sha256Hex(`${born} ${digest}`);
  return SUFFIX_DIGITS.map((count) => extendId(id, `_other_${digits.slice(0, count)}`));
}

/** In a work tree, where git names such a text and knows of no statement about it. */
export function nameBeside(of: Pick<TextStatement, "id" | "digest">): string {
  const [name = of.id] = listOtherNames({ ...of, born: NO_BORN });
  return name;
}

function takeName({ memory, group, isFirst }: Placed, taken: Set<string>): string {
  const { id, born } = memory;
  const isFree = (each: string): boolean => !taken.has(each);
  const name = isFirst && isFree(id) ? id : listOtherNames({ id, born, digest: group.digest }).find(isFree);
  // Five names of random digits cannot all be taken by others: whoever could arrange that could forge a hash.
  if (name === undefined) throw new TypeError("every name of a text is taken");
  taken.add(name);
  return name;
}

function fileOf(
  { memory, group, isFirst }: Placed,
  { law, name }: { readonly law: Law; readonly name: string },
): SetFile {
  const { born, id, isForeign, isArchived, by, negatives } = memory;
  const [{ text, hash: word }] = group.heads;
  const archivedBy = negatives.find(({ act }) => STATEMENT_KINDS[act].makes === "archived")?.hash ?? null;
  const wishes = isFirst ? memory.wishes.map(({ hash }) => hash) : [];
  const of = { name, born, id, digest: group.digest, text, word, isForeign, isArchived, archivedBy, wishes };
  const isFailing = memory.standing !== "quarantined" && law.verdicts.fails(text);
  const stands = isFailing
    ? ({ standing: "quarantined", cause: "fails" } as const)
    : standingOf(memory, group);
  const directory = stands.standing === "quarantined" ? "quarantine" : "memories";
  // Nobody signed that it is out of use.
  return { ...of, ...stands, directory, isFailing, by: isFailing ? null : by };
}

function standingOf(memory: SetMemory, group: Group): Pick<SetFile, "standing" | "cause"> {
  const { standing, cause, isForeign, groups } = memory;
  if (standing === "quarantined" || group === groups[0] || isForeign) return { standing, cause };
  return group.rank === 0
    ? { standing: "foreign", cause: "hand-edited" }
    : { standing: "waits", cause: "waits" };
}

const NO_SOURCE: Source = { origin: null, session: null, taint: [] };

/** Where a memory's words came from: said with its first statement, and changed by none since; a second first one adds its taint. */
export function sourceOf(said: Iterable<Statement>, born: string): Source {
  const first = [...said]
    .flatMap((each) => (isTextStatement(each) && each.born === born && each.source !== null ? [each] : []))
    .filter(({ follows }) => follows.length === 0)
    .sort((a, b) => Number(isPerson(a)) - Number(isPerson(b)) || (a.hash < b.hash ? -1 : 1));
  const taint = [...new Set(first.flatMap(({ source }) => source?.taint ?? []))].sort();
  return { ...(first[0]?.source ?? NO_SOURCE), taint };
}
