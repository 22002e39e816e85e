// What of a prompt a memory may be about: the whole of it, or one of its sentences; and what is held against every memory in
// that scope, whatever it says.

import { isEverydayWord } from "../words/everyday-words.ts";
import type { Plan } from "./plan-scoring.ts";
import type { Prompt, PromptWord } from "./read-prompt.ts";

export type RelevanceQuery = {
  readonly plan: Plan;
  readonly prompt: Prompt;
  /** Words of the prompt that no memory holds. */
  readonly absent: ReadonlySet<string>;
};

/** By the places of the plan's terms and pairs. */
export type Scope = {
  /** What each of its terms is worth. */
  readonly worths: Float64Array;
  /** Its terms, and those of them that are its subject. */
  readonly terms: readonly number[];
  readonly subject: readonly number[];
  readonly pairs: readonly number[];
  readonly burden: number;
};

/** For a share of absent words, by the size of the store: that a large one lacks a word says more. */
const ABSENT = 1.1;
const NO_SUBJECT = 3.4;
const PROMPT_LENGTH = 2.7;
const SENTENCES = 2;
const SENTENCES_MAX = 40;

export function planScopes({ plan, prompt, absent }: RelevanceQuery): Scope[] {
  const size = Math.log(Math.max(1, plan.memories));
  return listScopes(prompt).map(({ words, chances }) => {
    const subject = words.filter(({ form, text }) => !isEverydayWord(form, text));
    const missing = words.filter(({ text }) => absent.has(text)).length;
    const forAbsent = (ABSENT * size * missing) / Math.max(1, words.length);
    const length = PROMPT_LENGTH * Math.log(1 + words.length);
    const burden = chances + forAbsent + length + (subject.length === 0 ? NO_SUBJECT : 0);
    return { ...placeWords(plan, words), subject: placesOf(plan, subject), burden };
  });
}

type Words = readonly PromptWord[];

/** In a long prompt one sentence may be what the memory is about; the more sentences, the more chances. */
function listScopes(prompt: Prompt): { readonly words: Words; readonly chances: number }[] {
  const telling = prompt.words.filter((word) => word.telling && !word.whole);
  const numbers = [...new Set(telling.flatMap(({ sentences }) => sentences))];
  const ofSentences = (numbers.length > 1 ? numbers.slice(0, SENTENCES_MAX) : []).map((number) => ({
    words: telling.filter(({ sentences }) => sentences.includes(number)),
    chances: SENTENCES * Math.log(numbers.length),
  }));
  return [{ words: telling, chances: 0 }, ...ofSentences];
}

function placeWords(plan: Plan, words: Words): Pick<Scope, "worths" | "terms" | "pairs"> {
  const terms = placesOf(plan, words);
  const worths = new Float64Array(plan.terms.length);
  for (const term of terms) worths[term] = plan.rarities[term] ?? 0;
  const pairs = plan.pairs.flatMap(({ first, second }, place) =>
    terms.includes(first) && terms.includes(second) ? place : [],
  );
  return { worths, terms, pairs };
}

function placesOf({ terms }: Plan, words: Words): number[] {
  const wanted = new Set(words);
  return terms.flatMap(({ word }, term) => (wanted.has(word) ? term : []));
}
