// How one file stands in a root that is computed by the law of sets. Files are a function of the statements there, so a file that no
// statement names was changed past our commands and is withheld where it lies; marks in it can only lower.

import {
  type FileInSets,
  isForRoot,
  type StandingInput,
  type TrustedSigner,
  type Vouching,
} from "../evidence.ts";
import { type Group, listMemories, type SetMemory } from "./memories.ts";
import { readStatements } from "./read-statements.ts";
import { isOtherName, isWord, type Said, type SaidTombstone, type SaidWord } from "./said.ts";
import { counts, type Sets, type Trust, type TrustedFor } from "./sets.ts";
import { compareMemories, listOtherNames } from "./view.ts";

export type PlacedFile = {
  readonly memory: SetMemory;
  /** Null where no word names this text. */
  readonly group: Group | null;
};

export type Gathered = { readonly sets: Sets; readonly trust: Trust };

/** The statements about one id as sets, with the texts of it that are here. */
export function gatherSets(input: StandingInput, own: FileInSets): Gathered {
  const { place, file, testState } = input;
  const trust = trustIn(input.signers, place);
  const isHere = (each: Vouching): boolean =>
    each.root === place.root && each.scope === place.scope && (each.test === true) === testState;
  const all = new Map(
    [...input.remembered, ...input.attestations].filter(isHere).map((each) => [each.hash, each]),
  );
  const said = readStatements(all.values(), {
    trust,
    textOf: (digest) => (digest === file.digest ? own.text : digest),
  }).map((each) => (isWord(each) || each.id !== place.id ? each : { ...each, id: FORGOTTEN_HERE }));
  const facts = { digest: file.digest ?? "", folded: "" };
  const hasTombstone = said.some((each) => !isWord(each));
  const texts = new Map(
    own.text === null ? [] : [[own.text, hasTombstone ? { ...facts, folded: own.folded() } : facts]],
  );
  // Where there is no file only the statements matter: then they are taken at their word.
  for (const each of said.filter(isWord))
    if (!texts.has(each.text) && counts(each, trust) && (own.text === null || own.hasText(each)))
      texts.set(each.text, { digest: each.digest, folded: "" });
  const unnamed = findUnnamed(input, own, { said, trust });
  const statements = new Map([...said, ...unnamed].map((each) => [each.hash, each]));
  return { trust, sets: { statements, texts } };
}

/**
 * A file that no word names stands for a word of nobody: a hand edit of the memory of its id, or, where there is only a no to it, what
 * the no is about.
 */
function findUnnamed(
  { place, file }: StandingInput,
  own: FileInSets,
  { said, trust }: { readonly said: readonly Said[]; readonly trust: Trust },
): SaidWord[] {
  const words = said.filter(isWord);
  if (own.text === null || file.digest === null || words.some(({ text }) => text === own.text)) return [];
  const born = bornOfName(own, { words, said, trust }) ?? words[0]?.born ?? NO_BORN;
  const signed = { v: 3, ...place, act: "draft", born, text: own.text, digest: file.digest } as const;
  const named = { follows: [], lifts: [], acknowledged: [], source: null, reason: null } as const;
  return [
    { ...signed, ...named, signer: NOBODY, device: NOBODY, seq: 0, prev: null, time: "", hash: NOBODY },
  ];
}

type Spoken = { readonly words: readonly SaidWord[]; readonly said: readonly Said[]; readonly trust: Trust };

/** Of two memories of one id, the one whose file has this name. The text itself may have been nowhere else: so it is not asked for. */
function bornOfName(own: FileInSets, { words, said, trust }: Spoken): string | null {
  if (isOtherName(own.name))
    return words.find((each) => listOtherNames(each).includes(own.name))?.born ?? null;
  const texts = words.map(({ text, digest }) => [text, { digest, folded: "" }] as const);
  const sets = { statements: new Map(said.map((each) => [each.hash, each])), texts: new Map(texts) };
  return listInOrder(sets, own, trust)[0]?.born ?? null;
}

/** Those of one id, as the view gives out its name. */
function listInOrder(sets: Sets, own: FileInSets, trust: Trust): SetMemory[] {
  const verdicts = { fails: () => false, copies: () => [], opaque: () => FORGOTTEN_HERE, held: own.held() };
  return listMemories(sets, { trust, verdicts, me: own.me }).sort(compareMemories);
}

const NO_BORN = "0".repeat(32);
/** Stands for the hash and the signer of what nobody has said. */
export const NOBODY = "machine:";

/** Tombstones of this id: whoever makes it anew names them. */
export function findEndings({ sets }: Gathered): SaidTombstone[] {
  return [...sets.statements.values()].filter(
    (each): each is SaidTombstone => !isWord(each) && each.id === FORGOTTEN_HERE,
  );
}

/** The tombstones of this id were found by whoever asked: they stand for its opaque id. */
const FORGOTTEN_HERE = "forgotten here";

/** @returns null where no statement is about a memory of this id. */
export function placeFile(input: StandingInput, own: FileInSets): PlacedFile | null {
  const { sets, trust } = gatherSets(input, own);
  const memories = listInOrder(sets, own, trust);
  const named = memories.find(({ born }) => isNamed(sets, born, own.text));
  const memory = named ?? memories[0];
  if (memory === undefined || memory.born === NO_BORN) return null;
  const group = named?.groups.find(({ digest }) => digest === input.file.digest) ?? null;
  return { memory, group };
}

/** Does a word of this memory name exactly this text? */
function isNamed({ statements }: Sets, of: string, hash: string | null): boolean {
  return [...statements.values()].some((each) => isWord(each) && each.born === of && each.text === hash);
}

function trustIn(signers: readonly TrustedSigner[], place: StandingInput["place"]): Trust {
  const known = signers.filter((each) => isForRoot(each, place));
  return new Map(
    known.map(({ signer, lost }): [string, TrustedFor] => [signer, lost === true ? "ended" : "all"]),
  );
}
