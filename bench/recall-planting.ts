// How many prompts a planted memory reaches: one stuffed with prompts, and one made of the words that lie nearest to many prompts
// in the table, which everybody has. Meaning must give neither more than words alone do.

import { embedWords } from "../src/search/meaning/embed.ts";
import { openScanner } from "../src/search/meaning/scan.ts";
import { listForms } from "../src/search/words/words.ts";
import { GENERAL_PROMPTS } from "./general-prompts.ts";
import { renderTable } from "./measure.ts";
import { openRecall } from "./recall-engines.ts";
import type { RecallDocument, RecallSet } from "./recall-sets.ts";

const STORE = 500;
const PROMPTS = 150;
/** As much as a body may hold without a warning. */
const BODY_CHARS = 5_000;
const NEAREST_WORDS = 40;

export function printPlanting(sets: readonly RecallSet[]): void {
  const set = sets.find(({ name }) => name.startsWith("til"));
  if (set === undefined) return;
  const store = set.documents.slice(0, STORE);
  const asked = set.queries.slice(0, PROMPTS).map(({ text }) => text);
  const prompts = [...GENERAL_PROMPTS, ...asked];
  const rows = Object.entries(plant(prompts)).map(([name, body]) => {
    const planted = { id: "planted", group: "", name: "Note", tags: [], body };
    return [
      name,
      ...[false, true].map((usesMeaning) => countReached([...store, planted], prompts, usesMeaning)),
    ];
  });
  console.log(renderTable([[`planted, of ${prompts.length} prompts`, "by words", "with meaning"], ...rows]));
}

function plant(prompts: readonly string[]): Record<string, string> {
  const stuffed = prompts.join(". ").slice(0, BODY_CHARS);
  const nearest = chooseNearest(prompts);
  return {
    "stuffed with prompts": stuffed,
    "nearest words": nearest.join(" "),
    "nearest words and prompts": `${nearest.join(" ")}. ${stuffed}`.slice(0, BODY_CHARS),
  };
}

/** One word after the other, each the one that brings the whole nearest to the prompts. */
function chooseNearest(prompts: readonly string[]): string[] {
  const vectors = prompts.flatMap((prompt) => embedWords(listForms(prompt)) ?? []);
  const all = new Int8Array(vectors.length * 64);
  for (const [place, vector] of vectors.entries()) all.set(vector, place * 64);
  const known = [...new Set(prompts.flatMap(listForms))];
  const chosen: string[] = [];
  const nearness = (forms: readonly string[]): number => {
    const vector = embedWords(forms);
    if (vector === null) return -1;
    let sum = 0;
    openScanner(vector)(all, -1, (_, cosine) => {
      sum += cosine;
    });
    return sum;
  };
  while (chosen.length < NEAREST_WORDS) {
    let best = { word: "", near: Number.NEGATIVE_INFINITY };
    // A part of the words each time: which of two good ones is taken makes no difference.
    for (const word of known.filter((_, place) => place % 8 === chosen.length % 8)) {
      const near = nearness([...chosen, word]);
      if (near > best.near) best = { word, near };
    }
    chosen.push(best.word);
  }
  return chosen;
}

function countReached(
  documents: readonly RecallDocument[],
  prompts: readonly string[],
  usesMeaning: boolean,
): string {
  const ask = openRecall(documents, usesMeaning);
  return String(prompts.filter((prompt) => ask(prompt).includes("planted")).length);
}
