// Whether a memory is about a prompt, or only shares words with it. What it says of the prompt in one place is weighed
// against what chance would give: chance grows with the number of memories, with their length, and with the length of the
// prompt. Words that no memory holds, and words that point at the conversation, say that something else is meant.

import { isWhole } from "../index/passage.ts";
import type { Meeting } from "./match-words.ts";
import { findNearest, type Mention, openMentionFinder } from "./near-words.ts";
import { openPairFinder } from "./pairs.ts";
import type { Plan } from "./plan-scoring.ts";
import { planScopes, type RelevanceQuery, type Scope } from "./prompt-scopes.ts";

/** These and those of prompt-scopes.ts: fitted on prompts whose memory was there and on prompts of other subjects
 * (`npm run bench:recall`), then rounded. */
const START = 8.43;
const PER_WORD = 1.5;
const PER_WORD_OF_SUBJECT = 0.8;
const PER_PAIR = 1.25;
const WORDS_MAX = 5;
const SUBJECT_MAX = 3;
const PAIRS_MAX = 3;
const NAME_SAID = 1;
const POINTING = 12;
const STORE_SIZE = 0.4;
const BODY_LENGTH = 0.83;

export type Judge = (meeting: Meeting) => number;

/** What the judge says is at or above zero for a memory worth showing. */
export function openJudge(query: RelevanceQuery): Judge {
  const { plan, prompt } = query;
  const size = Math.log(Math.max(1, plan.memories));
  const chance = STORE_SIZE * size + BODY_LENGTH * Math.log(1 + plan.averages.body);
  const scopes = planScopes(query);
  const findPairs = openPairFinder(plan);
  const findMentions = openMentionFinder(plan);
  return (meeting) => {
    const evidence = {
      mentions: findMentions(meeting),
      pairs: findPairs(meeting).times,
      nameSaid: shareOfNameSaid(plan, meeting),
    };
    const values = scopes.map((scope) => judgeScope(scope, evidence));
    return START - chance - POINTING * prompt.pointing + Math.max(...values);
  };
}

type Evidence = {
  readonly mentions: readonly Mention[];
  /** How often each pair of the plan is met. */
  readonly pairs: Float64Array;
  readonly nameSaid: number;
};

function judgeScope({ worths, terms, subject, pairs, burden }: Scope, evidence: Evidence): number {
  const near = findNearest(evidence.mentions, worths);
  const said = sumOf(near, terms);
  const ofSubject = sumOf(near, subject);
  const together = pairs.filter((place) => (evidence.pairs[place] ?? 0) > 0).length;
  // Two everyday words here and there are no evidence at all.
  if (ofSubject === 0 && together === 0 && said < 3) return Number.NEGATIVE_INFINITY;
  return (
    PER_WORD * Math.min(WORDS_MAX, said) +
    PER_WORD_OF_SUBJECT * Math.min(SUBJECT_MAX, ofSubject) +
    PER_PAIR * Math.min(PAIRS_MAX, together) +
    NAME_SAID * evidence.nameSaid -
    burden
  );
}

function sumOf(shares: Float64Array, terms: readonly number[]): number {
  let sum = 0;
  for (const term of terms) sum += shares[term] ?? 0;
  return sum;
}

const NAME = 0;

function shareOfNameSaid({ slots, terms, words }: Plan, { met, from, to, nameLength }: Meeting): number {
  if (nameLength === 0) return 0;
  const isAsked = new Uint8Array(words);
  for (const { isOwn, term, word } of slots) if (isOwn && terms[term]?.word.telling) isAsked[word] = 1;
  let said = 0;
  for (let at = from; at < to && met.columns[at] === NAME; at += 1) {
    const word = met.words[at] ?? 0;
    if (isWhole(met.marks[at] ?? 0)) continue;
    said += isAsked[word] ?? 0;
    isAsked[word] = 0;
  }
  return said / nameLength;
}
