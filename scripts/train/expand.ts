// A grammar gives alternatives for each name; `{name}` inside an alternative stands for one of that name's. It is written
// as lines `name: one | another`, continued on indented lines.

import type { Random } from "./seeded-random.ts";

export type Grammar = ReadonlyMap<string, readonly string[]>;

export function parseGrammar(text: string): Grammar {
  const entries = text.trim().split(/\n(?=\w)/);
  return new Map(
    entries.map((entry) => {
      const colon = entry.indexOf(":");
      const alternatives = entry.slice(colon + 1).split("|");
      return [entry.slice(0, colon), alternatives.map((each) => each.replace(/\s+/g, " ").trim())];
    }),
  );
}

function expand(grammar: Grammar, name: string, random: Random): string {
  const alternatives = grammar.get(name);
  if (alternatives === undefined) throw new RangeError(`the grammar has no ${name}`);
  return random
    .pick(alternatives)
    .replace(/\{(\w+)\}/g, (_, inner: string) => expand(grammar, inner, random));
}

/** Different texts, as many as asked for or as the grammar gives in a fair number of tries. */
export function expandMany(grammar: Grammar, count: number, random: Random): string[] {
  const found = new Set<string>();
  for (let tries = 0; tries < count * 20 && found.size < count; tries += 1) {
    found.add(expand(grammar, "text", random));
  }
  return [...found];
}
