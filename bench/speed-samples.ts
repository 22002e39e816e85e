// Notes as people write them, as far as an index can tell: words as frequent as in a language (the word of rank n comes up
// 1/n times as often as the first), names of a few of them, bodies of about sixty. The same on every run.

import type { Draft } from "../src/memory/file/draft.ts";
import { sampleDraft } from "./store-samples.ts";

const VOCABULARY = 20_000;
const BODY_WORDS = 60;
const SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo zu cha sho tre pli gro".split(" ");

/** A word of its own for each rank: the frequent ones are short. */
function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
  }
  return word;
}

export function noteDraft(number: number): Draft {
  const draw = createDraw(number);
  const words = (count: number): string => Array.from({ length: count }, () => wordOf(draw())).join(" ");
  const body = Array.from({ length: BODY_WORDS / 10 }, () => `${words(10)}.`).join("\n");
  return {
    ...sampleDraft(number),
    name: `${words(4)} ${number}`,
    description: words(6),
    tags: [wordOf(draw()), wordOf(draw())],
    body: `${body}\n\nWhy: ${words(4)}.\nHow to apply: ${words(4)}.\n`,
  };
}

/** What somebody asks: two words of the memory's name and six others, in a sentence. */
export function notePrompt(number: number): string {
  const draw = createDraw(number + 0.5);
  const name = noteDraft(number).name.split(" ").slice(0, 2).join(" ");
  return `how do we ${name} with the ${Array.from({ length: 6 }, () => wordOf(draw())).join(" ")} here?`;
}

/** What somebody says all day: frequent and less frequent words that memories hold, and nothing that any of them is about. */
export const IDLE_PROMPT = `please run the ${wordOf(2)} again and fix what the ${wordOf(60)} ${wordOf(900)} says`;

/** Ranks by Zipf's law, from a seed: the inverse of the logarithmic distribution. */
function createDraw(seed: number): () => number {
  let state = Math.floor(seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(VOCABULARY ** (state / 2 ** 32)) - 1;
  };
}
