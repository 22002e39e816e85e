// Mutants that change nothing that anybody could see, each with the sentence that shows it. They are told by their module and their
// lines, so an edit elsewhere leaves them valid; one that is no mutant any more is an error.
//
//   src/memory/…        the module of those below
//   - the lines          as they are
//   + the lines          as they could be; several mutants may share a sentence
//   = why it is the same

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutate.ts";

export type Equivalents = {
  readonly isListed: (mutant: Mutant) => boolean;
  /** Entries that are none of these mutants, or that have no sentence. */
  readonly findStale: (mutants: readonly Mutant[]) => string[];
};

export function readEquivalents(): Equivalents {
  return parseEquivalents(readFileSync(join(import.meta.dirname, "equivalents.txt"), "utf8"));
}

export function parseEquivalents(text: string): Equivalents {
  const entries = listEntries(text);
  const shown = new Set(entries.flatMap(({ key, isShown }) => (isShown ? [key] : [])));
  return {
    isListed: (mutant) => shown.has(keyOf(mutant)),
    findStale: (mutants) => {
      const keys = new Set(mutants.map(keyOf));
      return entries.filter(({ key, isShown }) => !isShown || !keys.has(key)).map(({ key }) => key);
    },
  };
}

type Entry = { readonly key: string; readonly isShown: boolean };

function listEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  let module = "";
  let was = "";
  let open: string[] = [];
  for (const line of text.split("\n")) {
    const words = line.slice(2);
    if (line.startsWith("src/")) module = line;
    else if (line.startsWith("- ")) was = words;
    else if (line.startsWith("+")) open.push(keyOf({ module, was, is: words }));
    else if (line.startsWith("= ")) {
      entries.push(...open.map((key) => ({ key, isShown: words.trim() !== "" })));
      open = [];
    }
  }
  return [...entries, ...open.map((key) => ({ key, isShown: false }))];
}

function keyOf({ module, was, is }: Pick<Mutant, "module" | "was" | "is">): string {
  return `${module}: "${was}" as "${is}"`;
}
