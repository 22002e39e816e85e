// The rules of the law of sets, each with its cases: which texts apply, which wait, and how they are called.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceOf } from "../../../../src/memory/law/sets/view.ts";
import { bornOf, digestOf, Story, testRule, textOf } from "./telling.ts";

testRule("who may say what", [
  ["a machine's text is advice", (s) => s.say("laptop", "wrote"), ["user_a inferred (written): one"]],
  ["a person's is a fact", (s) => s.say("ana", "approve"), ["user_a verified (approved): one"]],
  ["a machine approves nothing", (s) => s.say("laptop", "approve"), ["user_a foreign (unknown-signer): one"]],
  [
    "a stranger's text is shown to nobody",
    (s) => s.say("mallory", "approve"),
    ["user_a foreign (unknown-signer): one"],
  ],
  [
    "of strangers' texts with the same words a person's is the file, and not a machine's",
    (s) => {
      s.say("mallory", "approve");
      for (let at = 0; at < 4; at += 1) s.say("strange", "approve", { text: `one# ${at}` });
    },
    ["user_a foreign (unknown-signer): one"],
  ],
  ["the hub's key proposes", (s) => s.say("hub", "wrote"), ["user_a inferred (written): one"]],
  [
    "the hub's key lowers nothing",
    (s) => {
      s.say("laptop", "wrote");
      s.say("hub", "lower");
    },
    ["user_a inferred (written): one"],
  ],
  [
    "a hand edit is in use nowhere",
    (s) => {
      s.me = null;
      s.say("laptop", "wrote");
      s.answer("desktop", "draft", { text: "two" });
    },
    ["user_a inferred (written): one", "user_a_other_ foreign (hand-edited): two"],
  ],
  [
    "a hand that wrote the same words takes nothing out of use",
    (s) => {
      s.me = null;
      s.say("laptop", "wrote");
      for (let at = 0; at < 4; at += 1) s.say("desktop", "draft", { text: `one# ${at}` });
    },
    ["user_a inferred (written): one"],
  ],
  [
    "one's own hand edit keeps its place",
    (s) => {
      s.say("ana", "approve");
      s.answer("laptop", "draft", { text: "two" });
    },
    ["user_a foreign (hand-edited): two", "user_a_other_ verified (approved): one"],
  ],
  [
    "one's own hand edit keeps its place, also where another hand wrote the same",
    (s) => {
      s.say("ana", "approve");
      s.answer("laptop", "draft", { text: "two" });
      s.answer("desktop", "draft", { text: "two" });
    },
    ["user_a foreign (hand-edited): two", "user_a_other_ verified (approved): one"],
  ],
]);

testRule("a word counts together with its text", [
  [
    "without it the older text stays",
    (s) => {
      s.say("ana", "approve");
      s.answer("bo", "approve", { text: "two" });
      s.withhold("two");
    },
    ["user_a verified (approved): one"],
  ],
  [
    "a lift without its text lifts nothing",
    (s) => {
      const { hash } = s.say("laptop", "wrote");
      const { hash: lowered } = s.say("bo", "lower", { text: "zero" });
      s.say("ana", "approve", { text: "two", follows: [hash], lifts: [lowered] });
      s.withhold("two");
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "a lie about the digest makes the word void and not the text",
    (s) => {
      s.say("ana", "approve");
      s.say("bo", "approve", { digest: digestOf("two") });
    },
    ["user_a verified (approved): one"],
  ],
]);

testRule("what a word replaces", [
  [
    "a person's edit takes the place of the fact",
    (s) => {
      s.say("ana", "approve");
      s.answer("bo", "approve", { text: "two" });
    },
    ["user_a verified (approved): two"],
  ],
  [
    "a person's edit takes the place of the same words by whoever wrote them",
    (s) => {
      s.say("laptop", "wrote");
      s.say("desktop", "wrote");
      s.answer("ana", "approve", { text: "two" });
    },
    ["user_a verified (approved): two"],
  ],
  [
    "a machine's edit takes the place of a machine's",
    (s) => {
      s.say("desktop", "wrote");
      s.answer("laptop", "wrote", { text: "two" });
    },
    ["user_a inferred (written): two"],
  ],
  [
    "a machine's edit of a fact waits beside it",
    (s) => {
      s.say("ana", "approve");
      s.answer("laptop", "wrote", { text: "two" });
    },
    ["user_a verified (approved): one", "user_a_other_ waits: two"],
  ],
  [
    "a machine's edit of what a person kept waits beside it",
    (s) => {
      s.say("ana", "keep");
      s.answer("laptop", "wrote", { text: "two" });
    },
    ["user_a inferred (written): one", "user_a_other_ waits: two"],
  ],
  [
    "the same words with another comment leave the person's text",
    (s) => {
      s.say("ana", "approve");
      s.answer("laptop", "wrote", { text: "one# evil path" });
    },
    ["user_a verified (approved): one"],
  ],
  [
    "nor do two steps of a machine",
    (s) => {
      s.say("ana", "approve");
      s.answer("laptop", "wrote", { text: "one# comment" });
      s.answer("laptop", "wrote", { text: "two" });
    },
    ["user_a verified (approved): one", "user_a_other_ waits: two"],
  ],
  [
    "an old text that a machine brings back is no fact again",
    (s) => {
      s.say("ana", "approve");
      s.answer("ana", "approve", { text: "two" });
      s.answer("laptop", "wrote", { text: "one" });
    },
    ["user_a verified (approved): two", "user_a_other_ waits: one"],
  ],
  [
    "what a stranger claims to follow stays",
    (s) => {
      const { hash } = s.say("ana", "approve");
      s.say("mallory", "approve", { text: "two", follows: [hash] });
    },
    ["user_a verified (approved): one"],
  ],
  [
    "a person's new comment is written",
    (s) => {
      s.say("ana", "approve");
      s.answer("ana", "approve", { text: "one# comment" });
    },
    ["user_a verified (approved): one# comment"],
  ],
]);

testRule("two texts that did not know each other", [
  [
    "written: one is used, the other waits",
    (s) => {
      s.say("laptop", "wrote");
      s.say("desktop", "wrote", { text: "two" });
    },
    ["user_a inferred (written): two", "user_a_other_ waits: one"],
  ],
  [
    "a fact and an edit: the fact stays",
    (s) => {
      s.say("ana", "approve");
      s.say("desktop", "wrote", { text: "two" });
    },
    ["user_a verified (approved): one", "user_a_other_ waits: two"],
  ],
  [
    "two facts: neither, however often each is approved",
    (s) => {
      const { hash } = s.say("ana", "approve");
      s.say("bo", "approve", { text: "two" });
      s.say("ana", "approve", { follows: [hash] });
      s.say("ana", "approve");
    },
    ["user_a inferred (contested): two", "user_a_other_ waits: one"],
  ],
  [
    "one word that follows both decides",
    (s) => {
      s.say("ana", "approve");
      s.say("bo", "approve", { text: "two" });
      s.answer("ana", "approve");
    },
    ["user_a verified (approved): one"],
  ],
]);

testRule("what this machine says of texts", [
  [
    "a text that fails here is in quarantine here",
    (s) => {
      s.failing.add("one");
      s.say("ana", "approve");
    },
    ["quarantine/user_a quarantined (fails): one"],
  ],
  [
    "a machine's near-copy of what a person lowered is held",
    (s) => {
      s.say("laptop", "wrote");
      s.copies.set("one!", [s.say("ana", "lower")]);
      s.say("laptop", "wrote", { born: "copy", id: "user_copy", text: "one!" });
    },
    ["quarantine/user_a quarantined (lowered): one", "quarantine/user_copy quarantined (copied): one!"],
  ],
  [
    "a person's is not",
    (s) => {
      s.say("laptop", "wrote");
      s.copies.set("one!", [s.say("ana", "lower")]);
      s.say("ana", "approve", { born: "copy", id: "user_copy", text: "one!" });
    },
    ["quarantine/user_a quarantined (lowered): one", "user_copy verified (approved): one!"],
  ],
  [
    "a memory that is held waits for the person",
    (s) => {
      s.say("ana", "approve");
      s.held.add("m");
    },
    ["user_a foreign (held): one"],
  ],
]);

testRule("names", [
  [
    "of two memories of one id the better has it",
    (s) => {
      s.say("laptop", "wrote");
      s.say("ana", "approve", { born: "fact", text: "two" });
    },
    ["user_a verified (approved): two", "user_a_other_ inferred (written): one"],
  ],
  [
    "one that waits for the person has it after one that is in use",
    (s) => {
      s.say("ana", "approve");
      s.say("laptop", "wrote", { born: "advice", text: "two" });
      s.held.add("m");
    },
    ["user_a inferred (written): two", "user_a_other_ foreign (held): one"],
  ],
  [
    "a stranger gets one last",
    (s) => {
      s.say("bo", "lower");
      s.say("laptop", "wrote");
      s.say("mallory", "approve", { born: "evil", text: "two" });
    },
    ["quarantine/user_a quarantined (lowered): one", "user_a_other_ foreign (unknown-signer): two"],
  ],
  [
    "merged: one is approved, the other retired",
    (s) => {
      s.say("laptop", "wrote");
      s.say("laptop", "wrote", { born: "second", id: "user_b", text: "two" });
      s.answer("ana", "approve", { text: "one and two" });
      s.say("ana", "retire", { born: "second", id: "user_b", text: "two", reason: "merged into user_a" });
    },
    ["user_a verified (approved): one and two", "user_b retired: two"],
  ],
  [
    "renamed: one is retired, and the other has the new name",
    (s) => {
      s.say("ana", "approve");
      s.say("ana", "approve", { id: "user_b" });
      s.answer("ana", "retire");
    },
    ["user_a retired: one", "user_b verified (approved): one"],
  ],
  [
    "what a stolen key says of it under another id is of another memory, and changes and names nothing of it",
    (s) => {
      const { hash } = s.say("ana", "wrote");
      s.say("laptop", "wrote", { id: "user_b", text: "two", follows: [hash] });
      s.say("laptop", "retire", { id: "user_b" });
    },
    ["user_a inferred (written): one", "user_b retired: two"],
  ],
]);

test("a writer names only what it holds, what counts and what is of this memory", () => {
  const story = new Story();
  const padding = Array.from({ length: 200 }, (_, at) => digestOf(`padding ${at}`));
  const elsewhere = story.say("ana", "approve", { born: "other", id: "user_b", text: "two" });
  const strange = story.say("mallory", "wrote", { text: "evil" });
  story.say("laptop", "wrote", { follows: [...padding, elsewhere.hash, strange.hash] });
  const { follows } = story.answer("ana", "approve");
  assert.equal(follows.length, 1);
  assert.deepEqual(story.memory().standing, "verified");
});

test("the 257th text of a memory begins another", () => {
  const story = new Story();
  story.say("laptop", "wrote", { text: "0" });
  for (let at = 1; at <= 256; at += 1) story.answer("laptop", "wrote", { text: String(at) });
  assert.throws(() => story.answer("laptop", "wrote", { text: "one more" }), /the list is full/);
});

test("of strangers those with a card come first, and a flood pushes out nobody who is known", () => {
  const story = new Story();
  const flood = Array.from(
    { length: 40 },
    (_, at) => `person:${String.fromCharCode(97 + (at % 26)).repeat(31)}${at < 26 ? "2" : "3"}`,
  );
  for (const signer of flood) story.say("mallory", "approve", { signer, born: signer, text: signer });
  assert.equal(new Set([...story.sets.statements.values()].map(({ signer }) => signer)).size, 32);
  const newcomer = `person:${"z".repeat(32)}`;
  story.strangersFirst = [newcomer];
  const { hash } = story.say("mallory", "approve", { signer: newcomer, born: "new", text: "newcomer" });
  assert.ok(story.sets.statements.has(hash));
  for (let at = 0; at < 100; at += 1)
    story.say("mallory", "approve", { born: `m${at}`, text: `m${at}`, signer: newcomer });
  const ofNewcomer = [...story.sets.statements.values()].filter(({ signer }) => signer === newcomer);
  assert.equal(ofNewcomer.length, 64);
});

test("a text that no statement names is not kept", () => {
  const story = new Story();
  story.admit([], [[textOf("nobody's"), { digest: digestOf("nobody's"), folded: digestOf("nobody's") }]]);
  assert.equal(story.sets.texts.size, 0);
});

test("where the words came from is said once: a later word changes nothing, a second first one adds its taint", () => {
  const story = new Story();
  const source = { origin: "inference", session: "s1", taint: ["web"] } as const;
  const { hash } = story.say("laptop", "wrote", { source });
  story.say("laptop", "wrote", {
    text: "two",
    follows: [hash],
    source: { ...source, origin: "user", taint: [] },
  });
  story.say("ana", "approve", { text: "three", source: { origin: "user", session: null, taint: ["mail"] } });
  const said = sourceOf(story.sets.statements.values(), bornOf("m"));
  assert.deepEqual(said, { origin: "inference", session: "s1", taint: ["mail", "web"] });
});
