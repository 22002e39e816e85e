// A question that several memories answer gets them together: an update comes beside the memory that it replaces; where a
// question asks for all about its subject and two of the first hits are both of a small group, it gets the group; and a prompt
// whose subject is a tag gets what has the tag.
//
// Attack: a memory that says it replaces many others, or has every tag. It replaces one; it comes only where the other is shown,
// and only while a person lets both stand; a tag that many have links nothing.

import { matchesFilter, type RowFilter } from "../index/row-filter.ts";
import { asksSeveral } from "../rank/asked-kinds.ts";
import type { Prompt } from "../rank/read-prompt.ts";
import type { IndexRow } from "../row.ts";
import { isCommonWord } from "../words/word-kinds.ts";
import type { SearchSource } from "./source.ts";
import { compareFound, type Scored } from "./tie-order.ts";

export type LinkQuery = {
  readonly source: SearchSource;
  readonly filter: RowFilter;
  readonly prompt: Prompt;
  readonly isRecall: boolean;
  /** What all words of the prompt could give. */
  readonly worth: number;
};

/** What a group is recognised by: two of the first three. */
const FIRST_HITS = 3;
const SAME_TAG_MIN = 2;
const GROUP_MAX = 5;
/** Of a tag that more have, so many facts. */
const FACTS_MAX = 12;
/** A prompt of more words is about something else than its tag. */
const TAG_WORDS_MAX = 3;
/** Of one with more tags, a single tag says little. */
const TAGS_MAX = 4;
/** What belonging to the group is worth. */
const GROUP_SHARE = 0.3;
/** So many are shown; where there are as many, none is added. */
const SHOWN_MAX = 5;
/** Of so many hits the updates are looked for. */
const UPDATED_MAX = { search: 10, recall: 5 } as const;
/** As much as puts one before its equal. */
const BEFORE = 1 + 1e-9;

/** `hits` are in order; so is what comes back. */
export function addLinked(query: LinkQuery, hits: readonly Scored[]): Scored[] {
  const tagged = query.isRecall ? joinTagged(query, hits) : hits;
  const relevant = tagged.filter(({ isRelevant }) => isRelevant === true);
  if (relevant.length === 0) return [...hits];
  const joined = mayJoin(query, relevant) ? joinGroup(query, tagged, relevant) : tagged;
  return joinUpdates(query, joined).sort(compareFound);
}

function mayJoin({ isRecall, prompt }: LinkQuery, relevant: readonly Scored[]): boolean {
  if (relevant.length < SAME_TAG_MIN || (isRecall && relevant.length >= SHOWN_MAX)) return false;
  return asksSeveral(prompt);
}

function joinGroup(query: LinkQuery, hits: readonly Scored[], relevant: readonly Scored[]): Scored[] {
  const { source, isRecall, worth } = query;
  const best = hits[0]?.score ?? 0;
  const more = GROUP_SHARE * worth;
  const links = commonTags(relevant.slice(0, FIRST_HITS)).flatMap(({ root, tag }): Link[] =>
    source
      .readTagged(root, { part: "all", tag, most: GROUP_MAX })
      .map((row) => ({ row, root, why: `tagged ${tag} like others` })),
  );
  const raise = (hit: Scored): Scored => ({
    ...hit,
    score: hit.score === best ? best : Math.min(best / BEFORE, hit.score + more),
    isRelevant: isRecall || hit.isRelevant === true,
    confidence: hit.confidence === "low" ? "medium" : hit.confidence,
  });
  return join(hits, { links: links.filter(isWanted(query)), raise });
}

/** A short prompt, or one that asks for several, whose only word of a subject is a tag: what has it, if few do; else the facts. */
function joinTagged(query: LinkQuery, hits: readonly Scored[]): readonly Scored[] {
  const telling = query.prompt.words.filter(({ telling, whole }) => telling && !whole);
  const [subject, ...more] = telling.filter(({ form, text }) => !isCommonWord(form, text));
  if (subject === undefined || more.length > 0) return hits;
  if (telling.length > TAG_WORDS_MAX && !asksSeveral(query.prompt)) return hits;
  const { source } = query;
  const tag = subject.form;
  const links = placesOf(source).flatMap((root): Link[] => {
    const few = source.readTagged(root, { part: "all", tag, most: GROUP_MAX });
    const rows = few.length > 0 ? few : source.readTagged(root, { part: "verified", tag, most: FACTS_MAX });
    const own = rows.filter(({ tags }) => tags.length <= TAGS_MAX);
    return own.map((row) => ({ row, root, why: `tagged ${tag}` }));
  });
  const raise = (hit: Scored): Scored => ({
    ...hit,
    score: Math.max(hit.score, GROUP_SHARE * query.worth),
    isRelevant: true,
    confidence: hit.confidence === "low" ? "medium" : hit.confidence,
  });
  return join(hits, { links: links.filter(isWanted(query)), raise });
}

/** Tags that at least two of them have, in one root. */
function commonTags(hits: readonly Scored[]): { readonly root: number; readonly tag: string }[] {
  return [...Map.groupBy(hits, ({ root }) => root)].flatMap(([root, members]) => {
    if (members.some(({ row }) => row.tags.length > TAGS_MAX)) return [];
    const tags = new Set(members.flatMap(({ row }) => row.tags));
    const times = (tag: string): number => members.filter(({ row }) => row.tags.includes(tag)).length;
    return [...tags].filter((tag) => times(tag) >= SAME_TAG_MIN).map((tag) => ({ root, tag }));
  });
}

/** An update stands before what it replaces, however few words of the prompt it has. */
function joinUpdates(query: LinkQuery, hits: readonly Scored[]): Scored[] {
  const { source, isRecall } = query;
  const first = isRecall
    ? hits.filter(({ isRelevant }) => isRelevant === true).slice(0, UPDATED_MAX.recall)
    : hits.slice(0, UPDATED_MAX.search);
  const scores = new Map(first.map((hit) => [`${hit.root} ${hit.row.id}`, hit]));
  const links = placesOf(source).flatMap((root): (Link & { readonly old: Scored })[] => {
    const ids = first.filter((hit) => hit.root === root).map(({ row }) => row.id);
    if (ids.length === 0) return [];
    return source.readUpdates(root, ids).flatMap(({ row, of }) => {
      const old = scores.get(`${root} ${of}`);
      return old === undefined ? [] : [{ row, root, old, why: `replaces ${of}` }];
    });
  });
  const raise = (hit: Scored, { old }: Link & { readonly old: Scored }): Scored => ({
    ...hit,
    score: Math.max(hit.score, old.score * BEFORE),
    isRelevant: hit.isRelevant === true || old.isRelevant === true,
    confidence: old.confidence,
  });
  return join(hits, { links: links.filter(isWanted(query)), raise });
}

function placesOf({ roots }: SearchSource): number[] {
  return Array.from({ length: roots }, (_, root) => root);
}

type Link = { readonly row: IndexRow; readonly root: number; readonly why: string };

function isWanted({ filter }: LinkQuery): (link: Link) => boolean {
  return ({ row }) => matchesFilter(row, filter);
}

type Joining<Each> = {
  readonly links: readonly Each[];
  readonly raise: (hit: Scored, link: Each) => Scored;
};

/** Raises the hits that links lead to, and adds those that no word found. */
function join<Each extends Link>(hits: readonly Scored[], { links, raise }: Joining<Each>): Scored[] {
  const linked = new Map(links.map((link) => [`${link.root} ${link.row.row}`, link]));
  const raised = hits.map((hit) => {
    const link = linked.get(`${hit.root} ${hit.row.row}`);
    linked.delete(`${hit.root} ${hit.row.row}`);
    return link === undefined ? hit : raise(hit, link);
  });
  const added = [...linked.values()].map((link) => {
    const { row, root, why } = link;
    const hit = raise(
      { row, root, score: 0, wordScore: 0, cosine: null, confidence: "medium", terms: () => [] },
      link,
    );
    return { ...hit, terms: () => [{ word: why, points: hit.score }] };
  });
  return [...raised, ...added];
}
