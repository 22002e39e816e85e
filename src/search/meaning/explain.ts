// Which words made two texts mean the same: a vector is a sum over words, so the product of two is a sum over pairs of words.

import { addWord, ENGLISH, weigh } from "./embed.ts";
import { DIMENSIONS, openWordTable, type WordTable } from "./word-table.ts";

export type WordPair = {
  readonly asked: string;
  readonly said: string;
  /** How much of the cosine it makes up, from 0 to 1. */
  readonly share: number;
};

const WORDS_MAX = 300;

/** Those that count most, best first; none where the table is not there. */
export function explainMeaning(asked: readonly string[], said: readonly string[], limit: number): WordPair[] {
  const table = openWordTable();
  if (table === null) return [];
  const [first, second] = [sumWords(table, asked), sumWords(table, said)];
  const products = first.flatMap((one) =>
    second.map((other) => ({ asked: one.form, said: other.form, product: multiply(one.sum, other.sum) })),
  );
  const whole = products.reduce((sum, { product }) => sum + product, 0);
  if (whole <= 0) return [];
  return products
    .filter(({ product }) => product > 0)
    .sort((a, b) => b.product - a.product)
    .slice(0, limit)
    .map((pair) => ({
      asked: pair.asked,
      said: pair.said,
      share: Math.round(Math.min(1, pair.product / whole) * 100) / 100,
    }));
}

type WordSum = { readonly form: string; readonly sum: Float64Array };

function sumWords(table: WordTable, forms: readonly string[]): WordSum[] {
  const times = new Map<string, number>();
  for (const form of forms) if (ENGLISH.test(form)) times.set(form, (times.get(form) ?? 0) + 1);
  return [...times].slice(0, WORDS_MAX).map(([form, count]) => {
    const rows = new Map<number, number>();
    for (let time = 0; time < count; time += 1)
      addWord(table, form, (row, share) => void rows.set(row, (rows.get(row) ?? 0) + share));
    const sum = new Float64Array(DIMENSIONS);
    for (const [row, each] of rows) table.addRow(row, weigh(table, row, each), sum);
    return { form, sum };
  });
}

function multiply(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0);
}
