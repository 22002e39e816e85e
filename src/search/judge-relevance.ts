// Whether a memory is about a prompt, or only shares words with it. What it says of the prompt in one place is weighed
// against what chance would give: chance grows with the number of memories, with their length, and with the length of the
// prompt. Words that no memory holds, and words that point at the conversation, say that something else is meant.

import { isEverydayWord } from "./everyday-words.ts";
import type { Meeting } from "./meet-words.ts";
import { findNearest, type Mention, openMentionFinder } from "./near-words.ts";
import { openPairFinder } from "./pair-places.ts";
import type { Plan } from "./plan-scoring.ts";
import type { Prompt, PromptWord } from "./read-prompt.ts";

export type RelevanceQuery = {
  readonly plan: Plan;
  readonly prompt: Prompt;
  /** Words of the prompt that no memory holds. */
  readonly absent: ReadonlySet<string>;
};

/** Fitted on prompts whose memory was there and on prompts of other subjects (`npm run bench:recall`), then rounded. */
const START = 8.43;
const PER_WORD = 1.5;
const PER_WORD_OF_SUBJECT = 0.8;
const PER_PAIR = 1.25;
const WORDS_MAX = 5;
const SUBJECT_MAX = 3;
const PAIRS_MAX = 3;
const NAME_SAID = 1;
/** For a share of absent words, by the size of the store: that a large one lacks a word says more. */
const ABSENT = 1.1;
const POINTING = 12;
const NO_SUBJECT = 3.4;
const PROMPT_LENGTH = 2.7;
const STORE_SIZE = 0.4;
const BODY_LENGTH = 0.83;
const SENTENCES = 2;
const SENTENCES_MAX = 40;

export type Judge = (meeting: Meeting) => number;

/** What the judge says is at or above zero for a memory worth showing. */
export function openJudge({ plan, prompt, absent }: RelevanceQuery): Judge {
  const size = Math.log(Math.max(1, plan.memories));
  const chance = STORE_SIZE * size + BODY_LENGTH * Math.log(1 + plan.averages.body);
  const scopes = findScopes(prompt, (words) => {
    const missing = words.filter(({ text }) => absent.has(text)).length;
    return (ABSENT * size * missing) / Math.max(1, words.length);
  });
  const findPairs = openPairFinder(plan);
  const findMentions = openMentionFinder(plan);
  return (meeting) => {
    const evidence = {
      mentions: findMentions(meeting),
      pairs: findPairs(meeting),
      nameSaid: shareOfNameSaid(plan, meeting),
    };
    const values = scopes.map((scope) => judgeScope(plan, scope, evidence));
    return START - chance - POINTING * prompt.pointing + Math.max(...values);
  };
}

/** The whole prompt or one sentence of it. */
type Scope = {
  readonly words: ReadonlySet<PromptWord>;
  readonly subject: ReadonlySet<PromptWord>;
  /** What is held against every memory in this scope. */
  readonly burden: number;
};

type Words = readonly PromptWord[];

/** In a long prompt one sentence may be what the memory is about; the more sentences, the more chances. */
function findScopes(prompt: Prompt, weighAbsent: (words: Words) => number): Scope[] {
  const telling = prompt.words.filter((word) => word.telling && !word.whole);
  const numbers = [...new Set(telling.flatMap(({ sentences }) => sentences))];
  const scopes: { readonly words: Words; readonly chances: number }[] = [{ words: telling, chances: 0 }];
  for (const number of numbers.length > 1 ? numbers.slice(0, SENTENCES_MAX) : []) {
    const words = telling.filter(({ sentences }) => sentences.includes(number));
    scopes.push({ words, chances: SENTENCES * Math.log(numbers.length) });
  }
  return scopes.map(({ words, chances }) => {
    const subject = words.filter(({ form, text }) => !isEverydayWord(form, text));
    const length = PROMPT_LENGTH * Math.log(1 + words.length);
    const burden = chances + weighAbsent(words) + length + (subject.length === 0 ? NO_SUBJECT : 0);
    return { words: new Set(words), subject: new Set(subject), burden };
  });
}

type Evidence = {
  readonly mentions: readonly Mention[];
  /** How often each pair of the plan is met. */
  readonly pairs: Float64Array;
  readonly nameSaid: number;
};

function judgeScope(plan: Plan, { words, subject, burden }: Scope, evidence: Evidence): number {
  const isIn = (group: ReadonlySet<PromptWord>, term: number): boolean => {
    const word = plan.terms[term]?.word;
    return word !== undefined && group.has(word);
  };
  const near = findNearest(
    evidence.mentions.filter(({ term }) => isIn(words, term)),
    (terms) => [...terms].reduce((sum, [term, share]) => sum + share * (plan.rarities[term] ?? 0), 0),
  );
  const said = [...near.values()].reduce((sum, share) => sum + share, 0);
  const ofSubject = [...near].reduce((sum, [term, share]) => sum + (isIn(subject, term) ? share : 0), 0);
  const pairs = plan.pairs.filter(
    ({ first, second }, place) =>
      (evidence.pairs[place] ?? 0) > 0 && isIn(words, first) && isIn(words, second),
  ).length;
  // Two everyday words here and there are no evidence at all.
  if (ofSubject === 0 && pairs === 0 && said < 3) return Number.NEGATIVE_INFINITY;
  return (
    PER_WORD * Math.min(WORDS_MAX, said) +
    PER_WORD_OF_SUBJECT * Math.min(SUBJECT_MAX, ofSubject) +
    PER_PAIR * Math.min(PAIRS_MAX, pairs) +
    NAME_SAID * evidence.nameSaid -
    burden
  );
}

function shareOfNameSaid({ slots, terms }: Plan, { met, nameLength }: Meeting): number {
  const telling = slots.filter(({ isOwn, term }) => isOwn && terms[term]?.word.telling);
  const asked = new Set(telling.map(({ hash }) => hash));
  const said = met.filter(({ hash, column, whole }) => column === 0 && !whole && asked.has(hash));
  return nameLength === 0 ? 0 : new Set(said.map(({ hash }) => hash)).size / nameLength;
}
