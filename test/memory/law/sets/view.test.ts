// Which memory has the name of an id, and what is told of each file.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  compareMemories,
  computeView,
  listOtherNames,
  type SetFile,
  sourceOf,
} from "../../../../src/memory/law/sets/view.ts";
import { bornOf, Story, testRule, textOf } from "./telling.ts";

/** The file with this text. */
function fileOf(story: Story, text = "one"): SetFile {
  const file = computeView(story.sets, story.law).find((each) => each.text === textOf(text));
  assert.ok(file !== undefined);
  return file;
}

testRule("names", [
  [
    "one that is in use has it before one that is retired",
    (s) => {
      s.say("ana", "approve");
      s.say("ana", "retire");
      s.say("laptop", "wrote", { born: "advice", text: "two" });
    },
    ["user_a inferred (written): two", "user_a_other_ retired: one"],
  ],
  [
    "and one that is retired before one that is in quarantine",
    (s) => {
      s.say("laptop", "wrote");
      s.say("ana", "lower");
      s.say("laptop", "wrote", { born: "old", text: "two" });
      s.say("ana", "retire", { born: "old", text: "two" });
    },
    ["user_a retired: two", "quarantine/user_a_other_ quarantined (lowered): one"],
  ],
  [
    "a stranger gets one last, though a person retired it and lowered the other",
    (s) => {
      s.say("laptop", "wrote");
      s.say("bo", "lower");
      s.say("mallory", "approve", { born: "evil", text: "two" });
      s.say("ana", "retire", { born: "evil", text: "two" });
    },
    ["quarantine/user_a quarantined (lowered): one", "user_a_other_ retired: two"],
  ],
  [
    "every text of a stranger's memory is of an unknown signer",
    (s) => {
      s.say("mallory", "approve");
      s.say("strange", "wrote", { text: "two" });
    },
    ["user_a foreign (unknown-signer): one", "user_a_other_ foreign (unknown-signer): two"],
  ],
  [
    "every text of a lowered memory is in quarantine",
    (s) => {
      s.say("ana", "approve");
      s.say("laptop", "wrote", { text: "two" });
      s.say("ana", "lower");
    },
    ["quarantine/user_a quarantined (lowered): one", "quarantine/user_a_other_ quarantined (lowered): two"],
  ],
  [
    "a hand edit of this machine keeps its place",
    (s) => {
      s.say("ana", "approve");
      s.say("laptop", "draft", { text: "two" });
    },
    ["user_a foreign (hand-edited): two", "user_a_other_ verified (approved): one"],
  ],
  [
    "another machine's has none here",
    (s) => {
      s.say("ana", "approve");
      s.say("desktop", "draft", { text: "two" });
    },
    ["user_a verified (approved): one", "user_a_other_ foreign (hand-edited): two"],
  ],
  [
    "one that both machines made alike keeps its place",
    (s) => {
      s.say("ana", "approve");
      s.say("desktop", "draft", { text: "two" });
      s.say("laptop", "draft", { text: "two" });
    },
    ["user_a foreign (hand-edited): two", "user_a_other_ verified (approved): one"],
  ],
]);

test("of two memories that stand alike the one of the lesser born comes first, whichever came first", () => {
  for (const borns of [["one", "two"] as const, ["two", "one"] as const]) {
    const story = new Story();
    for (const born of borns) story.say("laptop", "wrote", { born, text: born });
    const [first = "", second = ""] = [...borns].sort((a, b) => (bornOf(a) < bornOf(b) ? -1 : 1));
    assert.equal(fileOf(story, first).name, "user_a");
    assert.notEqual(fileOf(story, second).name, "user_a");
    assert.equal(compareMemories(story.memory(first), story.memory(second)), -1);
    assert.equal(compareMemories(story.memory(second), story.memory(first)), 1);
  }
});

test("of two memories of one born the one of the lesser id comes first", () => {
  const story = new Story();
  story.say("laptop", "wrote");
  const a = story.memory();
  const b = { ...a, id: "user_b" };
  assert.equal(compareMemories(a, b), -1);
  assert.equal(compareMemories(b, a), 1);
});

test("a machine's wish is told with the memory's own file, and not with a text that waits beside it", () => {
  const story = new Story();
  const { hash } = story.say("ana", "approve");
  story.say("laptop", "wrote", { text: "two", follows: [hash] });
  const wish = story.say("desktop", "lower");
  assert.deepEqual(fileOf(story).wishes, [wish.hash]);
  assert.equal(fileOf(story, "two").standing, "waits");
  assert.deepEqual(fileOf(story, "two").wishes, []);
});

test("a text that a person lowered is told as lowered by them, though a validator here fails it", () => {
  const story = new Story();
  story.say("laptop", "wrote");
  story.failing.add("one");
  const failing = fileOf(story);
  assert.deepEqual([failing.cause, failing.isFailing, failing.by], ["fails", true, null]);
  const lowered = story.say("ana", "lower");
  const file = fileOf(story);
  assert.deepEqual([file.cause, file.isFailing, file.by?.hash], ["lowered", false, lowered.hash]);
});

test("a file names the statement that archived its memory", () => {
  const story = new Story();
  story.say("ana", "approve");
  assert.equal(fileOf(story).archivedBy, null);
  story.say("ana", "retire");
  const { hash } = story.say("ana", "archive");
  assert.equal(fileOf(story).archivedBy, hash);
});

test("a text that waits has five names to be called by, of 16, 24, 32, 48 and 64 digits", () => {
  const names = listOtherNames({ id: "user_a", born: "b".repeat(32), digest: "1".repeat(64) });
  const digits = names.map((name) => name.replace("user_a_other_", ""));
  assert.deepEqual(
    digits.map(({ length }) => length),
    [16, 24, 32, 48, 64],
  );
  for (const each of digits) assert.ok(digits[4]?.startsWith(each));
});

const WEB = { origin: "inference", session: "s1", taint: ["web"] } as const;
const MAIL = { origin: "user", session: "s2", taint: ["mail"] } as const;

test("where the words came from is what a machine's first word says, whatever a person's says", () => {
  for (let at = 0; at < 8; at += 1) {
    const story = new Story();
    const time = `2026-05-0${at + 1}T09:30:00Z`;
    const person = story.say("ana", "approve", { source: MAIL, time });
    const machine = story.say("laptop", "wrote", { source: WEB, time });
    const told = { ...WEB, taint: ["mail", "web"] };
    assert.deepEqual(sourceOf([person, machine], bornOf("m")), told);
    assert.deepEqual(sourceOf([machine, person], bornOf("m")), told);
  }
});

test("of two machines' first words the one of the lesser hash says it, whichever came first", () => {
  const story = new Story();
  const one = story.say("laptop", "wrote", { source: WEB });
  const two = story.say("desktop", "wrote", { source: MAIL });
  const { origin, session } = (one.hash < two.hash ? one : two).source ?? WEB;
  const told = { origin, session, taint: ["mail", "web"] };
  assert.deepEqual(sourceOf([one, two], bornOf("m")), told);
  assert.deepEqual(sourceOf([two, one], bornOf("m")), told);
});

test("what says nothing of it, is of another memory or came later does not tell where words came from", () => {
  const story = new Story();
  const silent = story.say("laptop", "wrote");
  const first = story.say("ana", "approve", { source: MAIL });
  const later = story.say("laptop", "wrote", { source: WEB, follows: [first.hash] });
  const other = story.say("laptop", "wrote", { source: WEB, born: "other", id: "user_b" });
  const forgotten = story.forget("ana", { texts: [] });
  assert.deepEqual(sourceOf([silent, later, other, forgotten, first], bornOf("m")), MAIL);
  const nothing = { origin: null, session: null, taint: [] };
  assert.deepEqual(sourceOf([silent, later, other, forgotten], bornOf("m")), nothing);
});
