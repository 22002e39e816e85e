import assert from "node:assert/strict";
import { test } from "node:test";
import { decodePassages, isWhole } from "../../../src/search/index/passage.ts";
import { findNearest } from "../../../src/search/rank/find-mentions.ts";
import { type Match, matchWords } from "../../../src/search/rank/match-words.ts";
import { rarityOf } from "../../../src/search/rank/plan-scoring.ts";
import { hashWord } from "../../../src/search/words/hash-word.ts";
import { analyzeMemory } from "../../../src/search/words/words.ts";
import { blockOf } from "../index/block-of.ts";

type Met = { readonly name?: string; readonly body: string; readonly cues?: readonly string[] };

function meet(asked: readonly string[], { name = "name", body, cues = [] }: Met): Match {
  const words = analyzeMemory({ name, tags: ["tagged"], description: "", cues, body });
  const passages = decodePassages(blockOf([words])).map(({ passage }) => passage);
  const { meetings } = matchWords(new Map(asked.map((word, place) => [hashWord(word), place])), passages);
  return meetings[0] ?? assert.fail();
}

function list({ met, from, to }: Match): { word: number; column: number; place: number; whole: boolean }[] {
  return Array.from({ length: to - from }, (_, each) => {
    const at = from + each;
    const [word = -1, column = -1, place = -1] = [met.words[at], met.columns[at], met.places[at]];
    return { word, column, place, whole: isWhole(met.marks[at] ?? 0) };
  });
}

test("words asked for are met with their column and place, identifiers without a place of their own", () => {
  const meeting = meet(["id", "user_id", "order"], { name: "user_id", body: "no id in the order" });
  assert.deepEqual(list(meeting), [
    { word: 0, column: 0, place: 1, whole: false },
    { word: 1, column: 0, place: 2, whole: true },
    { word: 0, column: 2, place: 4, whole: false },
    { word: 2, column: 2, place: 7, whole: false },
  ]);
  assert.deepEqual([meeting.nameLength, meeting.frontLength], [2, 3]);
});

test("each cue is a column of its own, far from the body and from the other cues, and says how many words it has", () => {
  const meeting = meet(["queue", "redi"], { body: "a queue", cues: ["restart the queue", "redis is full"] });
  assert.deepEqual(list(meeting), [
    { word: 0, column: 2, place: 3, whole: false },
    { word: 0, column: 3, place: 1_006, whole: false },
    { word: 1, column: 4, place: 2_007, whole: false },
  ]);
  assert.deepEqual([...meeting.met.cueSizes].slice(0, 3), [0, 2, 2]);
});

test("a memory that holds nothing asked for is met nowhere", () => {
  assert.deepEqual(list(meet(["zebra"], { body: "body" })), []);
});

test("each of several memories has its own of what was met", () => {
  const bodies = ["redis and a queue", "nothing", "a queue, a queue"];
  const words = bodies.map((body) => analyzeMemory({ name: "", tags: [], description: "", cues: [], body }));
  const passages = decodePassages(blockOf(words)).map(({ passage }) => passage);
  const asked = ["redi", "queue", "zebra"].map((word, place) => [hashWord(word), place] as const);
  const { meetings, holders } = matchWords(new Map(asked), passages);
  assert.deepEqual(
    meetings.map((meeting) => list(meeting).map(({ place }) => place)),
    [[0, 3], [], [1, 3]],
  );
  assert.deepEqual([...holders], [1, 2, 0]);
});

test("the place that says most is found, and what stands in front belongs to it", () => {
  const mentions = [
    { term: 0, share: 1, place: -1 },
    { term: 1, share: 1, place: 0 },
    { term: 2, share: 1, place: 100 },
    { term: 3, share: 0.5, place: 110 },
  ];
  assert.deepEqual([...findNearest(mentions, Float64Array.of(1, 1, 1, 1))], [1, 0, 1, 0.5]);
  assert.deepEqual([...findNearest(mentions, Float64Array.of(1, 9, 1, 1))], [1, 1, 0, 0]);
  assert.deepEqual([...findNearest(mentions, Float64Array.of(1, 1, 0, 0.5))], [1, 1, 0, 0]);
});

test("a rarer word says more, and even one that is everywhere says something", () => {
  assert.ok(rarityOf(100, 1) > rarityOf(100, 50));
  assert.ok(rarityOf(100, 100) > 0);
  assert.ok(rarityOf(1, 5) > 0);
});
