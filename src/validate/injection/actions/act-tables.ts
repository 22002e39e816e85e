// The table of acts as numbers: which concepts fill a slot, and which acts wait for a concept. Made on first use.

import type { Mention } from "../concepts/read-concepts.ts";
import { conceptNames } from "../concepts/word-trie.ts";
import { ACTS, type Act } from "./acts.ts";

export type Compiled = {
  readonly act: Act;
  /** For each slot, 1 at the concepts that fill it. */
  readonly slots: readonly Uint8Array[];
  /** The same as bits, to look at a sentence before its mentions: three words per slot. */
  readonly bits: Int32Array;
  readonly unless: Uint8Array;
};

export type Tables = {
  readonly acts: readonly Compiled[];
  /** For each concept, the numbers of the acts that want it or one of few others. */
  readonly waiting: readonly (readonly number[])[];
  readonly not: number;
  /** In Japanese and Korean the refusal follows its verb. */
  readonly notAfter: number;
  readonly but: number;
  /** What may follow "do not" without any deed being forbidden: do not tell, do not ask, do not hesitate. */
  readonly isHushed: Uint8Array;
  readonly teller: number;
  readonly silent: number;
  /** What files, scripts and folders are called after, too. */
  readonly isOfNames: Uint8Array;
};

let compiled: Tables | null = null;

export function findTables(): Tables {
  if (compiled !== null) return compiled;
  const names = conceptNames();
  const numberOf = (name: string): number => {
    const at = names.indexOf(name);
    if (at === -1) throw new RangeError(`no table has words for ${name}`);
    return at;
  };
  const toMention = (name: string): Mention => ({ concept: numberOf(name), start: 0, end: 0 });
  const flags = (list: string): Uint8Array => {
    const set = new Uint8Array(names.length);
    for (const name of list.split("|")) set[numberOf(name)] = 1;
    return set;
  };
  const acts = ACTS.map((act) => ({
    act,
    slots: act.slots.map(flags),
    bits: Int32Array.from(act.slots.flatMap((slot) => bitsOf(slot.split("|").map(toMention)))),
    unless: act.unless === undefined ? new Uint8Array(names.length) : flags(act.unless),
  }));
  const rarest = acts.map(({ slots }) => slots.toSorted((a, b) => countOf(a) - countOf(b))[0]);
  compiled = {
    acts,
    waiting: names.map((_, concept) =>
      rarest.flatMap((slot, number) => (slot?.[concept] === 1 ? [number] : [])),
    ),
    not: numberOf("not"),
    notAfter: numberOf("not-after"),
    but: numberOf("but"),
    isHushed: flags("tell|ask|omit|careless|consent|unread"),
    teller: numberOf("attacker"),
    silent: numberOf("silent"),
    isOfNames: flags("write|send|run|read|gather|stash|foreign"),
  };
  return compiled;
}

function countOf(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

export type Bits = readonly [number, number, number];
export const NO_BITS = new Int32Array(0);
export const BIT_WORDS = 3;

export function bitsOf(mentions: readonly Mention[]): [number, number, number] {
  const bits: [number, number, number] = [0, 0, 0];
  for (const { concept } of mentions) bits[concept >> 5] = (bits[concept >> 5] ?? 0) | (1 << (concept & 31));
  return bits;
}
