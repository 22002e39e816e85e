// Strategy `credence`: the words of the prompt, and other words for them, find candidates; their words in order rank them, with
// what they mean; recall keeps those that are about the prompt. A search also finds what means the same in other words.

import type { Category } from "../../memory/memory.ts";
import type { SearchIndex } from "../index/open-index.ts";
import { matchesFilter, type RowFilter } from "../index/row-filter.ts";
import type { IndexPart } from "../index/tables.ts";
import { embedWords, type Vector } from "../meaning/embed.ts";
import { findAskedKinds } from "../rank/asked-kinds.ts";
import { chooseTerms } from "../rank/choose-terms.ts";
import type { Totals } from "../rank/count-words.ts";
import type { Plan } from "../rank/plan-scoring.ts";
import { type RankedPassage, rankPassages, type Term } from "../rank/rank-passages.ts";
import type { Prompt } from "../rank/read-prompt.ts";
import { judgePassages } from "../rank/relevance.ts";
import type { IndexRow } from "../row.ts";
import { addLinked } from "./add-linked.ts";
import { readIndexes, type SearchSource } from "./source.ts";
import { compareFound, keepPlace, type Scored } from "./tie-order.ts";

export type CredenceQuery = {
  /** The project's first. */
  readonly indexes: readonly SearchIndex[];
  /** Where the memories are elsewhere. */
  readonly source?: SearchSource;
  readonly prompt: Prompt;
  readonly filter: RowFilter;
  readonly now: number;
  /** A recall shows a few and somebody waits for it; a search shows many. */
  readonly isRecall: boolean;
  /** Whether what the words mean counts, too. */
  readonly usesMeaning: boolean;
  /** Adds what means the same in other words: a search gives it, a prompt does not wait for it. */
  readonly addNearest: NearestAdder | null;
};

export type NearestAdder = (source: NearestSource) => Scored[];

export type NearestSource = Pick<CredenceQuery, "indexes" | "filter"> & {
  readonly meaning: Vector;
  readonly hitsMax: number;
  readonly plan: Plan;
  readonly wordsFindSomething: boolean;
  /** What the words found. */
  readonly hits: readonly Scored[];
};

/** How many are ranked, and of how many the order is wanted. Ranking fewer changes next to nothing among the first ten
 * (`npm run bench:recall`). */
const AMOUNTS = {
  search: { candidatesMax: 200, hitsMax: 100, meantShareMin: 0 },
  // A weaker one is not shown, whatever it means.
  recall: { candidatesMax: 60, hitsMax: 20, meantShareMin: 0.2 },
} as const;

/** The best hits of all roots together. */
export function queryCredence(query: CredenceQuery): Scored[] {
  const { indexes, prompt, filter, isRecall, usesMeaning, addNearest } = query;
  const amounts = isRecall ? AMOUNTS.recall : AMOUNTS.search;
  const source = query.source ?? readIndexes(indexes);
  const ofKind = isRecall ? listKinds(source, query) : [];
  if (ofKind.length > 0) return ofKind;
  let meaning: Vector | null | undefined;
  const findMeaning = (): Vector | null => {
    if (meaning === undefined) meaning = usesMeaning ? embedWords(prompt.forms) : null;
    return meaning;
  };
  const asked: AskedPart = { source, prompt, filter, amounts, findMeaning };
  const totals = source.part("all").readTotals();
  const { plan, hits: all } = rankPart(asked, "all", totals);
  if (all.length === 0 && (addNearest === null || findMeaning() === null)) return [];
  const found = putFactsFirst(asked, { totals, all });
  const vector = addNearest === null ? null : findMeaning();
  const wordsFindSomething = found.some(({ isRelevant }) => isRelevant === true);
  const { hitsMax } = amounts;
  const hits =
    addNearest === null || vector === null
      ? found
      : addNearest({ indexes, filter, meaning: vector, hitsMax, plan, wordsFindSomething, hits: found });
  // A search by words that hardly tell anything finds the best fact, too, however many notes repeat them.
  const best = isRecall ? undefined : hits.find(({ row, wordScore }) => isVerified(row) && wordScore > 0);
  return addLinked({ source, filter, prompt, isRecall, worth: plan.worth }, keepPlace(hits, best));
}

type AskedPart = Pick<CredenceQuery, "filter"> & {
  readonly source: SearchSource;
  readonly prompt: Prompt;
  readonly amounts: (typeof AMOUNTS)["search" | "recall"];
  readonly findMeaning: () => Vector | null;
};

type RankedPart = { readonly plan: Plan; readonly hits: readonly Scored[] };

function rankPart(asked: AskedPart, of: IndexPart, totals: Totals): RankedPart {
  const { source, prompt, filter, findMeaning } = asked;
  const { candidatesMax, ...limits } = asked.amounts;
  const { openWordCounter, findPassages, ...words } = source.part(of);
  const chosen = chooseTerms(prompt, { ...words, totals, count: openWordCounter(totals) });
  const candidates = findPassages({ terms: chosen.terms, filter, candidatesMax, findMeaning });
  const { plan, ranked } = rankPassages({ prompt, chosen, totals, candidates, ...limits });
  const rows = readRanked(source, ranked);
  const isRule = (passage: RankedPassage): boolean => isRuleRow(rows.get(passage));
  const judged = judgePassages({ plan, prompt, absent: chosen.absent }, ranked, isRule);
  const hits = judged.flatMap(({ passage, confidence, isPossible }): Scored[] => {
    const row = rows.get(passage);
    if (row === undefined) return [];
    const { score, wordScore, cosine, root } = passage;
    const isRelevant = confidence !== "low";
    const match = { score, wordScore, cosine, isRelevant, isPossible, confidence };
    return [{ row, root, ...match, terms: () => passage.terms }];
  });
  return { plan, hits };
}

function readRanked(source: SearchSource, ranked: readonly RankedPassage[]): Map<RankedPassage, IndexRow> {
  const rows = Array.from({ length: source.roots }, (_, root) =>
    source.readRows(
      root,
      ranked.filter((hit) => hit.root === root).map(({ row }) => row),
    ),
  );
  const found = new Map<RankedPassage, IndexRow>();
  for (const hit of ranked) {
    const row = rows[hit.root]?.get(hit.row);
    if (row !== undefined) found.set(hit, row);
  }
  return found;
}

const RULES: ReadonlySet<string | null> = new Set<Category>(["constraint", "preference", "decision"]);

/** It says how something is done, whatever it is done for. */
function isRuleRow(row: IndexRow | undefined): boolean {
  return row !== undefined && (RULES.has(row.category) || row.type === "feedback");
}

/**
 * Attack: an agent writes about the subject of a fact until its words are common, or repeats a prompt until nothing else
 * compares with it. A verified memory is judged as if no other were in the store: its words, the best score and its share of
 * that come from verified ones alone. The others are judged among all.
 */
function putFactsFirst(
  asked: AskedPart,
  { totals, all }: { readonly totals: Totals; readonly all: readonly Scored[] },
): Scored[] {
  const ofVerified = asked.source.part("verified").readTotals();
  if (ofVerified.memories === totals.memories) return markBest(all, all).sort(compareFound);
  const verified = ofVerified.memories === 0 ? [] : rankPart(asked, "verified", ofVerified).hits;
  const passing = verified.filter(({ isRelevant }) => isRelevant === true);
  // Where the list is full, notes that repeat a word may have pushed out the best fact.
  const isFull = all.length >= asked.amounts.hitsMax;
  const facts = passing.length === 0 && isFull ? verified.slice(0, 1) : passing;
  const judgedSo = new Map(verified.map((hit) => [placeOf(hit), hit]));
  const isFirst = new Set(facts.map(placeOf));
  const [best] = all;
  const others = all
    .filter((hit) => !isFirst.has(placeOf(hit)))
    .map((hit): Scored => {
      if (!isVerified(hit.row)) return passing.length > 0 && hit === best ? passWithFacts(hit) : hit;
      const isPossible = judgedSo.get(placeOf(hit))?.isPossible === true;
      return { ...hit, isRelevant: false, isPossible, confidence: "low" };
    });
  return markBest([...facts, ...others], all).sort(compareFound);
}

/** The first that passes in the order of all, in which facts and other memories compare. */
function markBest(hits: readonly Scored[], all: readonly Scored[]): Scored[] {
  const passing = new Set(hits.filter(({ isRelevant }) => isRelevant === true).map(placeOf));
  const best = all.map(placeOf).find((place) => passing.has(place));
  return hits.map((hit) => (placeOf(hit) === best ? { ...hit, isBest: true } : hit));
}

/** Where a fact is shown, an inferred memory that matches better than every fact is not held to a higher bar than the fact. */
function passWithFacts(hit: Scored): Scored {
  return hit.isRelevant === true ? hit : { ...hit, isRelevant: true, confidence: "medium" };
}

function isVerified({ standing }: IndexRow): boolean {
  return standing === "verified";
}

function placeOf({ root, row }: Scored): string {
  return `${root} ${row.row}`;
}

/** Recall only: for a question about the project as a whole, what is of the kinds it names. */
function listKinds(source: SearchSource, { prompt, filter, now }: CredenceQuery): Scored[] {
  const { kinds, period } = findAskedKinds(prompt, now);
  return kinds.flatMap((kind) => {
    const terms = (): Term[] => [{ word: `asks for ${kind}`, points: 1 }];
    return Array.from({ length: source.roots }, (_, root) =>
      source
        .readKind(root, { category: kind, limit: AMOUNTS.recall.hitsMax, period })
        .filter((row) => matchesFilter(row, filter))
        .map((row) => ({
          row,
          root,
          score: 1,
          wordScore: 1,
          cosine: null,
          isRelevant: true,
          isPossible: true,
          confidence: "high" as const,
          terms,
        })),
    ).flat();
  });
}

/** Recall only: those of the hits that the prompt is about, possibly none. */
export function keepRelevant<Hit extends Scored>(ranked: readonly Hit[]): Hit[] {
  return ranked.filter(({ isRelevant }) => isRelevant === true);
}
