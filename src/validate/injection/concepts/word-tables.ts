// The tables of words, and how they are read.

import { COMMAND_WORDS } from "./words/commands.ts";
import { EASTERN_WORDS } from "./words/eastern.ts";
import { ENGLISH_WORDS } from "./words/english.ts";
import { ENGLISH_ACTS } from "./words/english-acts.ts";
import { GERMANIC_WORDS } from "./words/germanic.ts";
import { POLICY_WORDS } from "./words/policy.ts";
import { ROMANCE_WORDS } from "./words/romance.ts";
import { SLAVIC_WORDS } from "./words/slavic.ts";
import { SOUTHERN_WORDS } from "./words/southern.ts";

export const WORD_TABLES: readonly string[] = [
  ENGLISH_WORDS,
  ENGLISH_ACTS,
  POLICY_WORDS,
  COMMAND_WORDS,
  GERMANIC_WORDS,
  ROMANCE_WORDS,
  SLAVIC_WORDS,
  EASTERN_WORDS,
  SOUTHERN_WORDS,
];

/** The words of one concept; a star ends a stem. */
export type Entry = { readonly name: string; readonly words: readonly string[] };

/** A table has lines `concept: word, phrase, stem*`, continued on indented lines. */
export function parseWords(table: string): Entry[] {
  const entries = table.trim().split(/\n(?=\S)/);
  return entries.map((entry) => {
    const colon = entry.indexOf(":");
    const words = entry.slice(colon + 1).split(/,\s+/);
    return { name: entry.slice(0, colon), words: words.map((word) => word.trim().replace(/\s+/g, " ")) };
  });
}
