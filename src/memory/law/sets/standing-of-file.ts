// How one file stands in a root that is computed by the law of sets. Files are a function of the statements there, so a file that no
// statement names was changed past our commands and is withheld where it lies; marks in it can only lower.

import { type FileInSets, isForRoot, type StandingInput, type TrustedSigner, trustOf } from "../evidence.ts";
import { STATEMENT_KINDS } from "../kinds.ts";
import {
  isOtherName,
  isTextStatement,
  isTombstone,
  type Statement,
  type TextStatement,
  type Tombstone,
} from "../statement.ts";
import { type Group, listMemories, type SetMemory } from "./memories.ts";
import { counts, isDecision, type Sets, type TextFacts, type Trust } from "./sets.ts";
import { compareMemories, listOtherNames, NO_BORN } from "./view.ts";
import { type ToldInTree, tellInTree } from "./work-tree.ts";

export type PlacedFile = {
  readonly memory: SetMemory;
  /** Null where no word names this text. */
  readonly group: Group | null;
};

export type Gathered = Omit<ToldInTree, "said"> & {
  readonly sets: Sets;
  readonly trust: Trust;
};

/** The statements about one id as sets, with the texts of it that are here. */
export function gatherSets(input: StandingInput, own: FileInSets): Gathered {
  const { place, testState } = input;
  const trust = trustIn(input.signers, place);
  const isHere = (each: Statement): boolean =>
    each.root === place.root &&
    each.scope === place.scope &&
    (!isTextStatement(each) || each.id === place.id) &&
    (each.test === true) === testState;
  const all = new Map(
    [...input.remembered, ...input.attestations].filter(isHere).map((each) => [each.hash, each]),
  );
  const said = [...all.values()];
  return own.range === "seen"
    ? gatherSeen(input, own, { said, trust })
    : gatherTree(input, own, { said, trust });
}

type Spoken = { readonly said: readonly Statement[]; readonly trust: Trust };

function gatherSeen(input: StandingInput, own: FileInSets, { said, trust }: Spoken): Gathered {
  const facts = factsOf(input, own, said);
  const texts = new Map(own.text === null ? [] : [[own.text, facts]]);
  // Where there is no file only the statements matter: then they are taken at their word.
  for (const each of said.filter(isTextStatement))
    if (!texts.has(each.text) && counts(each, trust) && (own.text === null || own.hasText(each)))
      // Another source of the same digest has the same body, so the same folded words were forgotten with it.
      texts.set(each.text, each.digest === facts.digest ? facts : { digest: each.digest, folded: "" });
  const isNamed = said.some((each) => isTextStatement(each) && each.text === own.text);
  const unnamed = own.text === null || isNamed ? [] : sayUnnamed(input, own, { said, trust, text: own.text });
  return { trust, sets: { statements: byHash([...said, ...unnamed]), texts }, ...NOTHING_ELSEWHERE };
}

const NOTHING_ELSEWHERE = { replaced: [], lost: [], elsewhere: [] } as const;

/** Texts are told by their digests there. */
function gatherTree(input: StandingInput, own: FileInSets, { said: all, trust }: Spoken): Gathered {
  const { digest } = input.file;
  const present = new Set(input.attestations.map(({ hash }) => hash));
  const decided = new Set(
    all
      .filter(isTextStatement)
      .flatMap((each) => (isDecision(each) && counts(each, trust) ? each.follows : [])),
  );
  // A text that a person replaced need not be looked for.
  const isFile = (word: TextStatement): boolean =>
    word.digest === digest ||
    digest === null ||
    (counts(word, trust) && !decided.has(word.hash) && own.hasText(word));
  const { said, ...told } = tellInTree(all, { trust, present, isFile });
  const files = said.filter(isTextStatement).filter((each) => each.text === each.digest);
  const texts = new Map(files.map(({ text }) => [text, { digest: text, folded: "" }]));
  if (digest !== null) texts.set(digest, factsOf(input, own, said));
  const isNamed = files.some(
    (each) => each.text === digest && STATEMENT_KINDS[each.act].rank !== undefined && counts(each, trust),
  );
  const unnamed = digest === null || isNamed ? [] : sayUnnamed(input, own, { said, trust, text: digest });
  return { trust, sets: { statements: byHash([...said, ...unnamed]), texts }, ...told };
}

function byHash(said: readonly Statement[]): ReadonlyMap<string, Statement> {
  return new Map(said.map((each) => [each.hash, each]));
}

function factsOf({ file }: StandingInput, own: FileInSets, said: readonly Statement[]): TextFacts {
  const hasTombstone = said.some((each) => !isTextStatement(each));
  return { digest: file.digest ?? "", folded: hasTombstone ? own.folded() : "" };
}

/**
 * A file that no word names stands for a word of nobody: a hand edit of the memory of its id, or, where there is only a no to it, what
 * the no is about.
 */
function sayUnnamed(
  input: StandingInput,
  own: FileInSets,
  { said, trust, text }: Spoken & { readonly text: string },
): TextStatement[] {
  const { place, file } = input;
  const words = said.filter(isTextStatement);
  const born = bornOfName(input, own, { said, trust }) ?? words[0]?.born ?? NO_BORN;
  const signed = { v: 1, ...place, act: "draft", born, text, digest: file.digest ?? text } as const;
  const named = { follows: [], lifts: [], acknowledged: [], source: null, reason: null } as const;
  return [
    { ...signed, ...named, signer: NOBODY, device: NOBODY, seq: 0, prev: null, time: "", hash: NOBODY },
  ];
}

/** Of two memories of one id, the one whose file has this name. The text itself may have been nowhere else: so it is not asked for. */
function bornOfName(input: StandingInput, own: FileInSets, { said, trust }: Spoken): string | null {
  const words = said.filter(isTextStatement).map((each) => ({ ...each, text: each.digest }));
  if (isOtherName(own.name))
    return words.find((each) => listOtherNames(each).includes(own.name))?.born ?? null;
  const texts = new Map(words.map(({ text }) => [text, { digest: text, folded: "" }]));
  const tombstones = said.filter(isTombstone);
  const sets = { statements: byHash([...words, ...tombstones]), texts };
  return listInOrder({ sets, trust }, input, own)[0]?.born ?? null;
}

/** Those of one id, as the view gives out its name. */
function listInOrder(
  { sets, trust }: Pick<Gathered, "sets" | "trust">,
  { file }: StandingInput,
  { range, name, me, held, first }: FileInSets,
): SetMemory[] {
  const verdicts = { fails: () => false, copies: () => [], held: held() };
  const tree = {
    first: isOtherName(name) ? first() : file.digest,
    hasWishes: range === "tree",
  };
  const law = { trust, verdicts, me, ...(range !== "seen" && { tree }) };
  return listMemories(sets, law).sort(compareMemories);
}

/** Stands for the hash and the signer of what nobody has said. */
export const NOBODY = "machine:";

/** Of the memory of this file, or of its text: a person who writes the text anew names them. */
export function findEndings({ sets, trust }: Gathered): Tombstone[] {
  return [...sets.statements.values()].filter(isTombstone).filter((each) => counts(each, trust));
}

/** @returns null where no statement is about a memory of this id. */
export function placeFile(input: StandingInput, own: FileInSets): PlacedFile | null {
  return hearFile(input, own).placed;
}

export type HeardFile = {
  readonly placed: PlacedFile | null;
  /** Nobody has said a word for this text. */
  readonly isUnnamed: boolean;
  /** Words for this text that a person replaced. */
  readonly replaced: readonly TextStatement[];
  /** Approvals of this text that are no longer there. */
  readonly lost: readonly TextStatement[];
  /** What forgot the memory, where nothing was said of it since. */
  readonly ended: Tombstone | null;
};

export function hearFile(input: StandingInput, own: FileInSets): HeardFile {
  const gathered = gatherSets(input, own);
  const memories = listInOrder(gathered, input, own);
  const text = own.range === "seen" ? own.text : input.file.digest;
  const named = memories.find(({ born }) => isNamed(gathered.sets, born, text));
  const memory = named ?? memories[0];
  const ofText = (words: readonly TextStatement[]): TextStatement[] =>
    words.filter(({ digest }) => digest === input.file.digest);
  const isUnnamed = gathered.sets.statements.has(NOBODY);
  const heard = { isUnnamed, replaced: ofText(gathered.replaced), lost: ofText(gathered.lost) };
  if (memory === undefined || memory.born === NO_BORN)
    return { ...heard, placed: null, ended: findEndings(gathered)[0] ?? null };
  const group = named?.groups.find(({ digest }) => digest === input.file.digest) ?? null;
  return { ...heard, placed: { memory, group }, ended: null };
}

/** Did strangers say this text, and nobody who is trusted anything of its memory? */
export function isStrangersText(input: StandingInput, own: FileInSets): boolean {
  const placed = placeFile(input, own);
  return (
    placed?.memory.isForeign === true && placed.group?.heads.some(({ hash }) => hash !== NOBODY) === true
  );
}

/** Does a word of this memory name exactly this text? */
function isNamed({ statements }: Sets, of: string, hash: string | null): boolean {
  return [...statements.values()].some(
    (each) => isTextStatement(each) && each.born === of && each.text === hash,
  );
}

function trustIn(signers: readonly TrustedSigner[], place: StandingInput["place"]): Trust {
  return trustOf(signers.filter((each) => isForRoot(each, place)));
}
