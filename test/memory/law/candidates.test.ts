import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isNearCopy } from "../../../src/memory/law/near-copy.ts";
import { findCandidates, type KnownDescription, scoreLikeness } from "../../../src/memory/law/proposal.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";

const POINTS: readonly {
  readonly why: string;
  readonly proposed: readonly [string, ...string[]];
  readonly known: readonly [string, ...string[]];
  readonly points: number;
}[] = [
  { why: "one word of the title", proposed: ["Deploy today"], known: ["Deploy weekly"], points: 2 },
  { why: "two words", proposed: ["Deploy on Friday"], known: ["deploy every friday"], points: 4 },
  { why: "a word twice counts once", proposed: ["Deploy deploy"], known: ["Deploy, deploy"], points: 2 },
  { why: "a tag", proposed: ["One", "ci"], known: ["Two", "ci"], points: 3 },
  { why: "a tag given twice counts once", proposed: ["One", "ci", "ci"], known: ["Two", "ci"], points: 3 },
  { why: "a word and a tag", proposed: ["Deploy", "ci"], known: ["Deploy", "ci"], points: 5 },
  { why: "a prefix of four letters", proposed: ["Test rule"], known: ["Testing"], points: 1 },
  { why: "a prefix the other way round", proposed: ["Testing"], known: ["Test rule"], points: 1 },
  { why: "a prefix of three letters is nothing", proposed: ["Log"], known: ["Logging"], points: 0 },
  {
    why: "a word is not also a prefix of itself",
    proposed: ["Tests"],
    known: ["Tests testsuite"],
    points: 2,
  },
  { why: "stop-words say nothing", proposed: ["The use of it"], known: ["The use of it"], points: 0 },
  { why: "a tag is no word of the title", proposed: ["Deploy"], known: ["Other", "deploy"], points: 0 },
  { why: "words in any script", proposed: ["Выбор базы"], known: ["выбор базы"], points: 4 },
  { why: "single letters say nothing", proposed: ["C x"], known: ["C x"], points: 0 },
];

for (const { why, proposed, known, points } of POINTS) {
  test(`likeness: ${why} gives ${points}`, () => {
    const [name, ...tags] = proposed;
    const [otherName, ...otherTags] = known;
    assert.equal(scoreLikeness({ name, tags }, { name: otherName, tags: otherTags }), points);
  });
}

const KNOWN: readonly KnownDescription[] = [
  { id: "project_b", type: "project", category: "decision", name: "Deploy friday", tags: [] },
  { id: "project_a", type: "project", category: "decision", name: "Deploy friday", tags: [] },
  { id: "project_best", type: "project", category: "decision", name: "Deploy friday noon", tags: [] },
  { id: "project_word", type: "project", category: "decision", name: "Deploy", tags: [] },
  { id: "project_other_category", type: "project", category: "runbook", name: "Deploy friday", tags: [] },
  { id: "feedback_other_type", type: "feedback", category: "decision", name: "Deploy friday", tags: [] },
  { id: "project_no_category", type: "project", category: null, name: "deploy friday", tags: [] },
];

test("candidates are of the same type and category with three points or more, the best first, ties by id", () => {
  const found = findCandidates(
    { type: "project", category: "decision", name: "Deploy Friday at noon", tags: [] },
    KNOWN,
  );
  assert.deepEqual(
    found.map(({ known, points }) => [known.id, points]),
    [
      ["project_best", 6],
      ["project_a", 4],
      ["project_b", 4],
    ],
  );
});

test("no category is a category of its own", () => {
  const plain = { type: "project", category: null, name: "Deploy Friday", tags: [] } as const;
  assert.deepEqual(
    findCandidates(plain, KNOWN).map(({ known }) => known.id),
    ["project_no_category"],
  );
});

test("likeness is never negative, and a title is as like itself as its words and tags allow", () => {
  const described = fc.record({
    name: fc.string({ unit: "grapheme", maxLength: 60 }),
    tags: fc.array(fc.constantFrom("a", "b", "ci"), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(described, described, (one, other) => {
      const points = scoreLikeness(one, other);
      assert.ok(Number.isInteger(points) && points >= 0);
      assert.ok(points <= scoreLikeness(one, one));
    }),
    LAW_RUNS,
  );
});

// What a quarantined text vetoes besides itself.

const PORT = {
  name: "Staging port",
  description: "Where the staging database listens",
  body: "The staging postgres database listens on port 5432, and only from the bastion host. Connect as the migration user, never as root, and close the tunnel when the migration is done and the schema version was noted in the release log of the week.",
};
const body = (text: string, change: (from: string) => string) => ({ ...PORT, body: change(text) });

for (const [how, copy] of Object.entries({
  "in other case": body(PORT.body, (from) => from.toUpperCase()),
  "with other spaces and punctuation": body(PORT.body, (from) => from.replaceAll(/[ ,.]+/g, "\n\n- ")),
  "with filler words": body(PORT.body, (from) => `Please note that ${from}`),
  "with one word more": body(PORT.body, (from) => `Reminder: ${from}`),
  "with one word less": body(PORT.body, (from) => from.replace("postgres ", "")),
  "under another title": { ...PORT, name: "Something else", description: "Other words" },
})) {
  test(`a text ${how} is a near-copy`, () => assert.equal(isNearCopy(copy, PORT), true));
}

for (const [how, other] of Object.entries({
  "with another number": body(PORT.body, (from) => from.replace("5432", "6543")),
  "with one number more": body(PORT.body, (from) => from.replace("5432", "5432 or 6543")),
  "with another number in its title": { ...PORT, name: "Staging port is 6543 now" },
  "with another word": body(PORT.body, (from) => from.replace("postgres", "mysql")),
  "that turns it round": body(PORT.body, (from) => from.replace("listens", "no longer listens")),
  "that drops a negation": body(PORT.body, (from) => from.replace("never as root", "as root")),
  "that is a part of it": body(PORT.body, (from) => from.slice(0, from.indexOf("."))),
  "about something else": { ...PORT, body: "Vacuum runs every night at three, after the backups." },
})) {
  test(`a text ${how} is no near-copy`, () => assert.equal(isNearCopy(other, PORT), false));
}
