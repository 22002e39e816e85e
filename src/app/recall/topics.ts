// What a start says of the memories that it does not show: their topics, with counts, and how many there are. A topic is a tag, or
// the kind of those that have none.
//
// Attack: whoever writes to the index, or tags a file, puts words of their own beside ours. A tag is said only if a memory that has
// it was read from its file again and recall may show it; it carries the mark of that memory, and of several a fact is asked first.
// One with a finding lends no word.

import type { BlockRest, BlockTopic } from "../../memory/block/block.ts";
import { CATEGORIES, MEMORY_TYPES } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { readRows } from "../../search/index/reader.ts";
import { readTopics, type TopicRow } from "../../search/index/start-rows.ts";
import { readTotals } from "../../search/rank/count-words.ts";
import { loadIfCurrent } from "../index/load-current.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";

/** Where more of them than this are not shown, their topics are. */
const UNSHOWN_SHARE = 1 / 3;
const TOPICS_MAX = 10;
/** A single memory is no topic. */
const COUNT_MIN = 2;

export function countAll(indexed: readonly IndexedRoot[]): number {
  return readTotals(indexed.map(({ index }) => index)).memories;
}

export function isMostlyShown(shown: number, all: number): boolean {
  return all - shown <= all * UNSHOWN_SHARE;
}

/** The most frequent first. */
export function listTopics(indexed: readonly IndexedRoot[]): BlockRest["topics"] {
  const counts = indexed.flatMap((subject) =>
    readTopics(subject.index, TOPICS_MAX).map((row) => ({ subject, row })),
  );
  return counts
    .filter(({ row }) => row.count >= COUNT_MIN)
    .sort((a, b) => b.row.count - a.row.count)
    .slice(0, TOPICS_MAX)
    .flatMap(({ subject, row }) => toTopic(subject, row) ?? []);
}

function toTopic(subject: IndexedRoot, { tag, kind, count, row: number }: TopicRow): BlockTopic | null {
  if (tag === null) return isKind(kind) ? { words: kind, inferred: null, count } : null;
  const row = readRows(subject.index, [number]).get(number);
  const current = row === undefined ? "stale" : loadIfCurrent(subject, row);
  if (typeof current === "string" || current.flagged !== null || current.loaded.memory === null) return null;
  const isSaid = hideRedactedIn(current.loaded.memory).tags.includes(tag);
  return isSaid ? { words: tag, inferred: row?.standing !== "verified", count } : null;
}

function isKind(word: string): boolean {
  return [...CATEGORIES, ...MEMORY_TYPES].some((each) => each === word);
}
