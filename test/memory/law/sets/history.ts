// What the log says of a machine's statements, apart from the law under test: who may say what, what was taken back, which approvals
// nobody replaced. The rules are written down here a second time, as sentences about what people did.

import type { Statement } from "../../../../src/memory/law/statement.ts";
import { type Entry, factsOf, type Machine, subjectOf, type World } from "./world.ts";

const WORDS = ["approve", "keep", "wrote", "draft"];
const NEGATIVES = ["lower", "disown", "forget", "retire", "archive"];
const OF_MACHINES = ["wrote", "draft", "lower", "retire", "archive", "unarchive"];
/** Which acts take back which. */
const LIFTED_BY: Readonly<Record<string, readonly string[]>> = {
  lower: ["approve"],
  disown: ["approve"],
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
export const digestOf = (said: Statement): string => ("digest" in said ? said.digest : "");

export function mayOf(trust: Machine["trust"], signer: string): string | null {
  const key = trust.get(signer);
  return typeof key === "object" ? key.may : (key ?? null);
}

export function ownerOf(trust: Machine["trust"], signer: string): string {
  const key = trust.get(signer);
  return typeof key === "object" ? key.owner : signer;
}

function mayBeSaid({ signer, act }: Statement, trust: Machine["trust"]): boolean {
  if (!signer.startsWith("person:") && !OF_MACHINES.includes(act)) return false;
  const may = mayOf(trust, signer);
  if (may === "wrote") return act === "wrote";
  if (may === "ended") return NEGATIVES.includes(act);
  return may === "all";
}

/** What counts on a machine, of all that it holds or of all that the log has. */
export function historyOf(entries: readonly Entry[], trust: Machine["trust"]): Entry[] {
  const said = entries.filter((each) => mayBeSaid(each.said, trust));
  const nameOf = ({ signer, born }: Statement, id: string, hash: string): string =>
    [ownerOf(trust, signer), born, id, hash].join(" ");
  // Of a person whose trust has ended, too: what they withdrew does not come back.
  const takenBack = entries.flatMap(({ said: by }) =>
    by.act === "withdraw" && by.signer.startsWith("person:") && trust.has(by.signer)
      ? by.lifts.map((hash) => nameOf(by, by.id, hash))
      : [],
  );
  const names = new Set(takenBack);
  return said.filter(
    ({ said: each }) => each.act === "forget" || !names.has(nameOf(each, each.id, each.hash)),
  );
}

/** What counts, with what takes back the statements of a person whose trust has ended. */
export function spokenOf(entries: readonly Entry[], trust: Machine["trust"]): Entry[] {
  const counted = historyOf(entries, trust);
  const isOfEnded = ({ said: { act, signer } }: Entry): boolean =>
    act === "withdraw" && signer.startsWith("person:") && mayOf(trust, signer) === "ended";
  return [...counted, ...entries.filter(isOfEnded)];
}

export function entriesOf(world: World, machine: Machine): Entry[] {
  return [...machine.sets.statements.keys()].flatMap((hash) => world.log.get(hash) ?? []);
}

/** A word is heard where its text is, if it is the text that it says. */
export function isHeard(world: World, { sets }: Machine, { said }: Entry): boolean {
  if (!("text" in said)) return false;
  const source = world.sources.get(said.text);
  return source !== undefined && sets.texts.has(said.text) && factsOf(source).digest === said.digest;
}

/** What it is about. */
export function findSubject({ sources }: World, said: Statement): string | null {
  if (!("text" in said)) return null;
  const source = sources.get(said.text);
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
export const lifts = ({ said }: Entry): ReadonlySet<string> => new Set("lifts" in said ? said.lifts : []);

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

/** A tombstone ends its own memory, whatever is said of it and whenever that arrives; of others it ends nothing. */
export const isEndedBy = (tombstone: Entry, { said }: Pick<Entry, "said">): boolean =>
  tombstone.said.act === "forget" && said.act !== "forget" && said.born === tombstone.said.born;
