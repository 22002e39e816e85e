// What the log says of a machine's statements, apart from the law under test: who may say what, what was taken back, which approvals
// nobody replaced. The rules are written down here a second time, as sentences about what people did.

import type { Said } from "../../../../src/memory/law/sets/said.ts";
import { countsOld, type Entry, factsOf, type Machine, opaqueOf, subjectOf, type World } from "./world.ts";

const WORDS = ["approve", "keep", "wrote", "draft"];
const NEGATIVES = ["lower", "revoke", "forget", "retire", "archive"];
const OF_MACHINES = ["wrote", "draft", "lower", "retire", "archive", "unarchive"];
/** Which acts take back which. */
const LIFTED_BY: Readonly<Record<string, readonly string[]>> = {
  lower: ["approve"],
  revoke: ["approve"],
  forget: ["approve"],
  retire: ["approve", "unretire"],
  archive: ["approve", "unarchive"],
};

/** A decision about a text: `wrote` is none, whoever signs it. */
export const isDecision = ({ said }: Pick<Entry, "said">): boolean =>
  isByPerson({ said }) && said.act !== "wrote" && said.act !== "draft";

export const isByPerson = ({ said }: Pick<Entry, "said">): boolean => said.signer.startsWith("person:");
export const isWordAct = ({ said }: Pick<Entry, "said">): boolean => WORDS.includes(said.act);
export const isNegativeAct = ({ said }: Pick<Entry, "said">): boolean => NEGATIVES.includes(said.act);
export const digestOf = (said: Said): string => ("digest" in said ? said.digest : "");

function mayBeSaid({ signer, act }: Said, trust: Machine["trust"]): boolean {
  if (!signer.startsWith("person:") && !OF_MACHINES.includes(act)) return false;
  const trustedFor = trust.get(signer);
  if (trustedFor === "wrote") return act === "wrote";
  if (trustedFor === "ended") return NEGATIVES.includes(act);
  return trustedFor === "all";
}

/** What counts on a machine, of all that it holds or of all that the log has. */
export function historyOf(entries: readonly Entry[], trust: Machine["trust"]): Entry[] {
  const said = entries.filter((each) => mayBeSaid(each.said, trust));
  const takenBack = said.flatMap(({ said: by, born }) =>
    by.act === "withdraw" ? by.lifts.map((hash) => `${by.signer} ${born} ${hash}`) : [],
  );
  const names = new Set(takenBack);
  return said.filter(
    ({ said: { act, signer, hash }, born }) =>
      act === "withdraw" || act === "forget" || !names.has(`${signer} ${born} ${hash}`),
  );
}

export function entriesOf(world: World, machine: Machine): Entry[] {
  return [...machine.sets.statements.keys()].flatMap((hash) => findEntry(world, machine, hash) ?? []);
}

/** As a machine understands it: of version 1, by the parents that are there. Only those that count lead further. */
export function findEntry(world: World, machine: Machine, hash: string): Entry | undefined {
  const entry = world.log.get(hash);
  if (entry?.parents === undefined) return entry;
  const find = (names: readonly string[]): Entry[] =>
    names.flatMap((name) => (machine.sets.statements.has(name) ? (world.log.get(name) ?? []) : []));
  const parents = find(entry.parents);
  const ancestors = new Set(parents);
  for (const each of ancestors)
    if (countsOld(machine, each.said)) for (const parent of find(each.parents ?? [])) ancestors.add(parent);
  const namesOf = (entries: readonly Entry[]): Set<string> => new Set(entries.map(({ said }) => said.hash));
  const shown = namesOf(isWordAct(entry) ? [...ancestors].filter(isWordAct) : []);
  return { ...entry, shown, saw: namesOf(parents.filter(isNegativeAct)) };
}

/** A word is heard where its text is, if it is the text that it says. */
export function isHeard(world: World, { sets }: Machine, { said }: Entry): boolean {
  if (!("text" in said)) return false;
  // Version 1 names no text: any of the digest is the one.
  if (said.text === NO_TEXT) return [...sets.texts.values()].some(({ digest }) => digest === said.digest);
  const source = world.sources.get(said.text);
  return source !== undefined && sets.texts.has(said.text) && factsOf(source).digest === said.digest;
}

/** Stands in the log for the text of a statement of version 1. */
export const NO_TEXT = "0".repeat(64);

/** What it is about; of version 1 any text of the digest says it. */
export function findSubject({ sources }: World, said: Said): string | null {
  if (!("text" in said)) return null;
  const isOfDigest = (source: string): boolean => factsOf(source).digest === said.digest;
  const source = said.text === NO_TEXT ? [...sources.values()].find(isOfDigest) : sources.get(said.text);
  return source === undefined ? null : subjectOf(source);
}

/** Approvals whose text no person replaced: neither them, nor all those by which people renewed them. */
export function listInForce(heard: readonly Entry[]): Entry[] {
  const byPeople = heard.filter((each) => isDecision(each) && isWordAct(each));
  const stands = (entry: Entry): boolean => {
    const later = byPeople.filter(({ shown }) => shown.has(entry.said.hash));
    if (later.some(({ said }) => digestOf(said) !== digestOf(entry.said))) return false;
    return later.length === 0 || later.some(stands);
  };
  return byPeople.filter(({ said }) => said.act === "approve").filter(stands);
}

type Negative = { readonly negative: Entry; readonly digest: string; readonly isAboutWords: boolean };

/** Those whom a negative act was before, or those who name it: a person who lifts it is both. */
export const saw = ({ saw }: Entry): ReadonlySet<string> => saw;
export const lifts = ({ said, saw, parents }: Entry): ReadonlySet<string> =>
  parents === undefined ? new Set("lifts" in said ? said.lifts : []) : saw;

/** Was it taken back? Against the very words that it is about, by an approval of those words alone. */
export function isAnswered(
  { negative, digest, isAboutWords }: Negative,
  heard: readonly Entry[],
  names: (entry: Entry) => ReadonlySet<string>,
): boolean {
  const { said } = negative;
  return heard.some(
    (each) =>
      names(each).has(said.hash) &&
      LIFTED_BY[said.act]?.includes(each.said.act) === true &&
      (isByPerson(each) || !isByPerson(negative)) &&
      (!isAboutWords || digestOf(each.said) === digest),
  );
}

/** A tombstone names words as they were, or folded. */
export function isOfText(world: World, { said }: Entry, text: string): boolean {
  const source = world.sources.get(text);
  if (source === undefined || !("digests" in said)) return false;
  const { digest, folded } = factsOf(source);
  return said.digests.includes(digest) || said.digests.includes(folded);
}

/** A tombstone ends its memory; of version 1 only what it names, where a person who knew of it approved the memory anew. */
export function isEndedBy(
  tombstone: Entry,
  entry: Pick<Entry, "born" | "said">,
  history: readonly Entry[],
): boolean {
  const { said } = tombstone;
  if (!("ends" in said) || entry.said.act === "forget" || tombstone.born !== entry.born) return false;
  if (said.born !== null) return true;
  // Of version 1 it knows the memory by its id: whoever writes under another id has begun another memory.
  if (!isOfId(tombstone, entry.said.id)) return false;
  if (said.ends.includes(entry.said.hash)) return true;
  return !history.some(
    (each) =>
      each.born === entry.born &&
      each.said.act === "approve" &&
      each.saw.has(said.hash) &&
      !history.some(
        (other) =>
          "ends" in other.said && other.born === each.born && other.said.ends.includes(each.said.hash),
      ),
  );
}

export const isOfId = ({ said }: Entry, id: string): boolean =>
  said.act === "forget" && said.id === opaqueOf(id);
