// How one file stands in a root that is computed by the law of sets. Files are a function of the statements there, so a file that no
// statement names was changed past our commands and is withheld where it lies; marks in it can only lower.

import {
  type FileInSets,
  isForRoot,
  type StandingInput,
  type TrustedSigner,
  trustOf,
  type Vouching,
} from "../evidence.ts";
import { SET_ACTS } from "./acts.ts";
import { type Group, listMemories, type SetMemory } from "./memories.ts";
import { readStatements } from "./read-statements.ts";
import { changeWord, isOtherName, isWord, type Said, type SaidTombstone, type SaidWord } from "./said.ts";
import { counts, isDecision, type Sets, type TextFacts, type Trust } from "./sets.ts";
import { compareMemories, listOtherNames } from "./view.ts";
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
function gatherSets(input: StandingInput, own: FileInSets): Gathered {
  const { place, file, testState } = input;
  const trust = trustIn(input.signers, place);
  const isHere = (each: Vouching): boolean =>
    each.root === place.root &&
    each.scope === place.scope &&
    each.id === place.id &&
    (each.test === true) === testState;
  const all = new Map(
    [...input.remembered, ...input.attestations].filter(isHere).map((each) => [each.hash, each]),
  );
  const said = readStatements(all.values(), {
    trust,
    textOf: (digest) => (digest === file.digest && own.range === "seen" ? own.text : digest),
  }).map((each) => (isWord(each) || each.id !== place.id ? each : { ...each, id: FORGOTTEN_HERE }));
  return own.range === "seen"
    ? gatherSeen(input, own, { said, trust })
    : gatherTree(input, own, { said, trust });
}

type Spoken = { readonly said: readonly Said[]; readonly trust: Trust };

function gatherSeen(input: StandingInput, own: FileInSets, { said, trust }: Spoken): Gathered {
  const facts = factsOf(input, own, said);
  const texts = new Map(own.text === null ? [] : [[own.text, facts]]);
  // Where there is no file only the statements matter: then they are taken at their word.
  for (const each of said.filter(isWord))
    if (!texts.has(each.text) && counts(each, trust) && (own.text === null || own.hasText(each)))
      texts.set(each.text, { digest: each.digest, folded: "" });
  const isNamed = said.some((each) => isWord(each) && each.text === own.text);
  const unnamed = own.text === null || isNamed ? [] : sayUnnamed(input, own, { said, trust, text: own.text });
  return { trust, sets: { statements: byHash([...said, ...unnamed]), texts }, ...NOTHING_ELSEWHERE };
}

const NOTHING_ELSEWHERE = { replaced: [], lost: [], elsewhere: [] } as const;

/** Texts are told by their digests there. */
function gatherTree(input: StandingInput, own: FileInSets, { said: all, trust }: Spoken): Gathered {
  const { digest } = input.file;
  const present = new Set(input.attestations.map(({ hash }) => hash));
  const decided = new Set(
    all.filter(isWord).flatMap((each) => (isDecision(each) && counts(each, trust) ? each.follows : [])),
  );
  // A text that a person replaced need not be looked for.
  const isFile = (word: SaidWord): boolean =>
    word.digest === digest ||
    digest === null ||
    (counts(word, trust) && !decided.has(word.hash) && own.hasText(word));
  const { said, ...told } = tellInTree(all, { trust, present, isFile });
  const files = said.filter(isWord).filter((each) => each.text === each.digest);
  const texts = new Map(files.map(({ text }) => [text, { digest: text, folded: "" }]));
  if (digest !== null) texts.set(digest, factsOf(input, own, said));
  const isNamed = files.some(
    (each) => each.text === digest && SET_ACTS[each.act].rank !== undefined && counts(each, trust),
  );
  const unnamed = digest === null || isNamed ? [] : sayUnnamed(input, own, { said, trust, text: digest });
  return { trust, sets: { statements: byHash([...said, ...unnamed]), texts }, ...told };
}

function byHash(said: readonly Said[]): ReadonlyMap<string, Said> {
  return new Map(said.map((each) => [each.hash, each]));
}

function factsOf({ file }: StandingInput, own: FileInSets, said: readonly Said[]): TextFacts {
  const hasTombstone = said.some((each) => !isWord(each));
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
): SaidWord[] {
  const { place, file } = input;
  const words = said.filter(isWord);
  const born = bornOfName(input, own, { said, trust }) ?? words[0]?.born ?? NO_BORN;
  const signed = { v: 3, ...place, act: "draft", born, text, digest: file.digest ?? text } as const;
  const named = { follows: [], lifts: [], acknowledged: [], source: null, reason: null } as const;
  return [
    { ...signed, ...named, signer: NOBODY, device: NOBODY, seq: 0, prev: null, time: "", hash: NOBODY },
  ];
}

/** Of two memories of one id, the one whose file has this name. The text itself may have been nowhere else: so it is not asked for. */
function bornOfName(input: StandingInput, own: FileInSets, { said, trust }: Spoken): string | null {
  const words = said.filter(isWord).map((each) => changeWord(each, { text: each.digest }));
  if (isOtherName(own.name))
    return words.find((each) => listOtherNames(each).includes(own.name))?.born ?? null;
  const texts = new Map(words.map(({ text }) => [text, { digest: text, folded: "" }]));
  const tombstones = said.filter((each) => !isWord(each));
  const sets = { statements: byHash([...words, ...tombstones]), texts };
  return listInOrder({ sets, trust }, input, own)[0]?.born ?? null;
}

/** Those of one id, as the view gives out its name. */
function listInOrder(
  { sets, trust }: Pick<Gathered, "sets" | "trust">,
  { file }: StandingInput,
  { range, name, me, held, first }: FileInSets,
): SetMemory[] {
  const verdicts = { fails: () => false, copies: () => [], opaque: () => FORGOTTEN_HERE, held: held() };
  const tree = {
    first: isOtherName(name) ? first() : file.digest,
    hasWishes: range === "tree",
  };
  const law = { trust, verdicts, me, ...(range !== "seen" && { tree }) };
  return listMemories(sets, law).sort(compareMemories);
}

const NO_BORN = "0".repeat(32);
/** Stands for the hash and the signer of what nobody has said. */
const NOBODY = "machine:";

/** Tombstones of this id: whoever makes it anew names them. */
function findEndings({ sets }: Gathered): SaidTombstone[] {
  return [...sets.statements.values()].filter(
    (each): each is SaidTombstone => !isWord(each) && each.id === FORGOTTEN_HERE,
  );
}

/** The tombstones of this id were found by whoever asked: they stand for its opaque id. */
const FORGOTTEN_HERE = "forgotten here";

export type HeardFile = {
  readonly placed: PlacedFile | null;
  /** Nobody has said a word for this text. */
  readonly isUnnamed: boolean;
  /** Words for this text that a person replaced. */
  readonly replaced: readonly SaidWord[];
  /** Approvals of this text that are no longer there. */
  readonly lost: readonly SaidWord[];
  /** What forgot the memory, where nothing was said of it since. */
  readonly ended: SaidTombstone | null;
};

export function hearFile(input: StandingInput, own: FileInSets): HeardFile {
  const gathered = gatherSets(input, own);
  const memories = listInOrder(gathered, input, own);
  const text = own.range === "seen" ? own.text : input.file.digest;
  const named = memories.find(({ born }) => isNamed(gathered.sets, born, text));
  const memory = named ?? memories[0];
  const ofText = (words: readonly SaidWord[]): SaidWord[] =>
    words.filter(({ digest }) => digest === input.file.digest);
  const isUnnamed = gathered.sets.statements.has(NOBODY);
  const heard = { isUnnamed, replaced: ofText(gathered.replaced), lost: ofText(gathered.lost) };
  if (memory === undefined || memory.born === NO_BORN)
    return { ...heard, placed: null, ended: findEndings(gathered)[0] ?? null };
  const group = named?.groups.find(({ digest }) => digest === input.file.digest) ?? null;
  return { ...heard, placed: { memory, group }, ended: null };
}

/** Does a word of this memory name exactly this text? */
function isNamed({ statements }: Sets, of: string, hash: string | null): boolean {
  return [...statements.values()].some((each) => isWord(each) && each.born === of && each.text === hash);
}

function trustIn(signers: readonly TrustedSigner[], place: StandingInput["place"]): Trust {
  return trustOf(signers.filter((each) => isForRoot(each, place)));
}
