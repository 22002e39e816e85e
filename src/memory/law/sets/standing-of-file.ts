// Tells which memory a file is of, and its place there. Files are a function of the statements there, so a file that no statement names was changed past our
// commands and is withheld where it lies; marks in it can only lower.

import { isNegative, STATEMENT_KINDS } from "../kinds.ts";
import type { StandingInput } from "../standing-input.ts";
import {
  isOtherName,
  isTextStatement,
  type Statement,
  type TextStatement,
  type Tombstone,
} from "../statement.ts";
import { byHash, gather, type IdLedger } from "./gather.ts";
import { type Group, listMemories, type SetMemory } from "./memories.ts";
import { counts, type Sets } from "./sets.ts";
import { compareMemories, listOtherNames, NO_BORN } from "./view.ts";

export type PlacedFile = {
  readonly memory: SetMemory;
  /** Null where no statement names this text. */
  readonly group: Group | null;
};

export type HeardFile = {
  /** Null where no statement is about a memory of this id. */
  readonly placed: PlacedFile | null;
  /** The statement that the file stands for if none names its text. */
  readonly unnamed: TextStatement | null;
  /** The tombstone of the memory, if no other has the id. */
  readonly ended: Tombstone | null;
  /** Negative statements in force against it, and the tombstone. */
  readonly against: readonly Statement[];
};

const heardFiles = new WeakMap<StandingInput, HeardFile>();

export function hearFile(input: StandingInput): HeardFile {
  const known = heardFiles.get(input) ?? hearAnew(input);
  heardFiles.set(input, known);
  return known;
}

/** @returns null where no statement is about a memory of this id. */
export function placeFile(input: StandingInput): PlacedFile | null {
  return hearFile(input).placed;
}

function hearAnew(input: StandingInput): HeardFile {
  const ledger = gather(input);
  const { text, tombstones } = ledger;
  const unnamed = findUnnamed(input);
  const statements = new Map(ledger.sets.statements);
  if (unnamed !== null) statements.set(unnamed.hash, unnamed);
  const sets = { ...ledger.sets, statements };
  const memories = listInOrder(input, { ...ledger, sets });
  const named = memories.find(({ born }) => isNamed(sets, born, text));
  const memory = named ?? memories[0];
  if (memory === undefined || memory.born === NO_BORN) {
    const ended = tombstones[0] ?? null;
    return { placed: null, unnamed, ended, against: ended === null ? [] : [ended] };
  }
  const group = named?.groups.find(({ digest }) => digest === input.file.digest) ?? null;
  const against = memory.negatives.filter(isNegative);
  return { placed: { memory, group }, unnamed, ended: null, against };
}

/**
 * A file that no statement names stands for a statement of no signer: a hand edit of the memory of its id, or, where there is only a no
 * to it, what the no is about.
 */
function findUnnamed(input: StandingInput): TextStatement | null {
  const ledger = gather(input);
  const { text } = ledger;
  if (text === null || isNamedHere(input, ledger)) return null;
  const { place, file } = input;
  const first = [...ledger.sets.statements.values()].find(isTextStatement);
  const born = bornOfName(input, ledger) ?? first?.born ?? NO_BORN;
  const signed = { v: 1, ...place, act: "draft", born, text, digest: file.digest ?? text } as const;
  const named = { follows: [], lifts: [], acknowledged: [], source: null, reason: null } as const;
  return { ...signed, ...named, signer: NOBODY, device: NOBODY, seq: 0, prev: null, time: "", hash: NOBODY };
}

function isNamedHere({ sets: own }: StandingInput, { sets, trust, text }: IdLedger): boolean {
  return [...sets.statements.values()].some(
    (each) =>
      isTextStatement(each) &&
      each.text === text &&
      (!own.isShared || (STATEMENT_KINDS[each.act].rank !== undefined && counts(each, trust))),
  );
}

/** Does a statement about this memory name exactly this text? */
function isNamed({ statements }: Sets, of: string, text: string | null): boolean {
  return [...statements.values()].some(
    (each) => isTextStatement(each) && each.born === of && each.text === text,
  );
}

/** Stands for the hash and the signer of a statement that was never signed. */
export const NOBODY = "machine:";

/** Of two memories of one id, the one whose file has this name. The text itself may have been nowhere else: so it is not asked for. */
function bornOfName(input: StandingInput, ledger: IdLedger): string | null {
  const { name } = input.sets;
  const all = [...ledger.sets.statements.values()];
  const words = all.filter(isTextStatement).map((each) => ({ ...each, text: each.digest }));
  if (isOtherName(name)) return words.find((each) => listOtherNames(each).includes(name))?.born ?? null;
  const texts = new Map(words.map(({ text }) => [text, { digest: text, folded: "" }]));
  const statements = byHash([...words, ...ledger.tombstones]);
  return listInOrder(input, { ...ledger, sets: { statements, texts } })[0]?.born ?? null;
}

/** Those of one id, as the view gives out its name. */
function listInOrder(
  { file, sets: { isShared, name, me, held, first } }: StandingInput,
  { sets, trust }: Pick<IdLedger, "sets" | "trust">,
): SetMemory[] {
  const verdicts = { fails: () => false, copies: () => [], held: held() };
  const tree = { first: isOtherName(name) ? first() : file.digest };
  return listMemories(sets, { trust, verdicts, me, ...(isShared && { tree }) }).sort(compareMemories);
}

/** Did untrusted signers alone say this text, and no trusted one anything of its memory? */
export function isStrangersText(input: StandingInput): boolean {
  const placed = placeFile(input);
  return (
    placed?.memory.isForeign === true && placed.group?.heads.some(({ hash }) => hash !== NOBODY) === true
  );
}
