// What scoring looks up in a text, as lists for training: the same slots in the same order as sumFeatures and addConcepts.

import type { Mention } from "../../src/validate/injection/concepts/read-concepts.ts";
import {
  BASE,
  CELL_CHARS,
  conceptSlot,
  countPairs,
  DIGIT,
  FEATURES_PER_MENTION,
  hashOn,
  mix,
  readClasses,
  SPACE,
  startCells,
  startOf,
} from "../../src/validate/injection/model/features.ts";
import { readUnits } from "../../src/validate/units.ts";

/** The slots in the order of the text. Entry `k` of the counts tells how many stand below cell k. */
export type CellSlots = { readonly slots: Uint16Array; readonly counts: Uint32Array };

/** A gram and, at the end of a word, the word and its pair: never more than three a character, and three at the end. */
const FEATURES_PER_CHARACTER = 3;

/** What `sumFeatures` looks up, for training. */
export function listFeatures(text: string): CellSlots {
  const units = readUnits(text);
  const { counts } = startCells(text.length);
  const slots = new Uint16Array((text.length + 1) * FEATURES_PER_CHARACTER);
  let all = 0;
  let lasts: readonly [number, number, number] = [0, 0, SPACE];
  let word = 0;
  let wordBefore = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const character = readClasses()[units[at] ?? 0] ?? 0;
    const [second, third, last] = lasts;
    if (character !== last || !isOnce(character)) {
      slots[all] = gramSlot(hashOn(hashOn(second, third), last), character);
      all += 1;
      lasts = [third, last, character];
      if (isOfWord(character)) {
        word = wordOn(word, character);
      } else if (word !== 0) {
        slots.set([wordSlot(word), pairSlot(wordBefore, word)], all);
        all += 2;
        wordBefore = word;
        word = 0;
      }
    }
    counts[Math.floor(at / CELL_CHARS) + 1] = all;
  }
  return { slots, counts };
}

function isOnce(character: number): boolean {
  return character === SPACE || character === DIGIT;
}

function isOfWord(character: number): boolean {
  return character >= 0x61 || character === DIGIT;
}

function gramSlot(before: number, character: number): number {
  return mix(hashOn(before, character));
}

function wordOn(word: number, character: number): number {
  return Math.imul(word ^ character, BASE) | 1;
}

function wordSlot(word: number): number {
  return mix(word ^ 0x5bd1e995);
}

function pairSlot(before: number, word: number): number {
  return mix(word ^ Math.imul(before, 31) ^ 0x297a2d39);
}

/** What `addConcepts` looks up in a text of this length, for training. */
export function listConcepts(mentions: readonly Mention[], length: number): CellSlots {
  const { counts } = startCells(length);
  const slots = new Uint16Array(mentions.length * FEATURES_PER_MENTION);
  let count = 0;
  let next = 0;
  for (let cell = 1; cell < counts.length; cell += 1) {
    for (; startOf(mentions, next) < cell * CELL_CHARS; next += 1) {
      const pairs = countPairs(mentions, next);
      for (let back = 0; back <= pairs; back += 1) slots[count + back] = conceptSlot(mentions, next, back);
      count += pairs + 1;
    }
    counts[cell] = count;
  }
  return { slots, counts };
}
