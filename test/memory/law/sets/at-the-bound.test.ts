// What one memory may cost: whoever is trusted can say as much of it as the limits let them, and name as many others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { computeStanding } from "../../../../src/memory/law/standing.ts";
import { STATEMENT_NAMES_MAX, STATEMENTS_MAX } from "../../../../src/memory/limits.ts";
import { attest, OWN_PERSON, situation } from "../signers.ts";
import { Story, textOf } from "./telling.ts";

/** Ten times what it takes; what looks at each name again for each statement takes longer. */
const CPU_MS_MAX = 5_000;

function assertQuick(what: string, run: () => void): void {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1_000 < CPU_MS_MAX, `${what}: ${(user + system) / 1_000} ms`);
}

const hashOf = (at: number): string => textOf(`statement ${at}`);

/** So many archives, and as many that each lift so many of them, and follow as many. */
function archiveOften({ times, names }: { readonly times: number; readonly names: number }): Story {
  const story = new Story();
  const archive = story.say("laptop", "archive");
  story.say("laptop", "wrote");
  const lifts = (from: number): string[] =>
    Array.from({ length: names }, (_, at) => hashOf((from + at) % times));
  const all = Array.from({ length: times }, (_, at) => [
    { ...archive, hash: hashOf(at) },
    {
      ...archive,
      act: "unarchive" as const,
      hash: textOf(`lift ${at}`),
      lifts: lifts(at),
      follows: lifts(at),
    },
  ]);
  story.admit(all.flat());
  return story;
}

test("as many statements and names as there may be are read in a moment", () => {
  for (const many of [
    { times: STATEMENTS_MAX / 2 - 1, names: 64 },
    { times: 1_024, names: STATEMENT_NAMES_MAX / 2_048 },
  ]) {
    const story = archiveOften(many);
    assertQuick("archives", () =>
      assert.deepEqual(story.files(), ["user_a inferred (written) archived: one"]),
    );
  }
});

test("with more statements or names than there may be a memory is unreliable", () => {
  for (const many of [
    { times: STATEMENTS_MAX / 2, names: 1 },
    { times: 1_025, names: STATEMENT_NAMES_MAX / 2_048 },
  ])
    assert.deepEqual(archiveOften(many).files(), ["quarantine/user_a quarantined (unreliable): one"]);
});

test("of more statements than there may be a person's text is the file, and without a text there is none", () => {
  const story = archiveOften({ times: STATEMENTS_MAX / 2, names: 1 });
  story.say("ana", "approve", { text: "two" });
  story.say("desktop", "wrote", { text: "three" });
  assert.deepEqual(story.files(), ["quarantine/user_a quarantined (unreliable): two"]);
  for (const text of ["one", "two", "three"]) story.withhold(text);
  assert.deepEqual(story.files(), []);
});

test("where more is said of a memory than of any, its file is not relied on either", () => {
  const said = Array.from({ length: STATEMENTS_MAX + 1 }, (_, at) => ({
    ...attest("approve", OWN_PERSON),
    hash: at.toString(16).padStart(64, "0"),
  }));
  assert.equal(computeStanding(situation(said.slice(1))).cause, "approved");
  assert.equal(computeStanding(situation(said)).cause, "unreliable");
});

test("a chain of words may be as long as its signer likes: it is unreliable, and changes nothing else", () => {
  const story = new Story();
  const first = story.say("ana", "approve");
  story.say("ana", "approve", { born: "n", id: "user_b", text: "two" });
  const chain = (length: number): void =>
    story.admit(
      Array.from({ length }, (_, at) => ({
        ...first,
        hash: textOf(`link ${at}`),
        follows: [at === 0 ? first.hash : textOf(`link ${at - 1}`)],
      })),
    );
  chain(4_095);
  assert.deepEqual(story.files(), ["user_a verified (approved): one", "user_b verified (approved): two"]);
  chain(20_000);
  assert.deepEqual(story.files(), [
    "quarantine/user_a quarantined (unreliable): one",
    "user_b verified (approved): two",
  ]);
});

test("a chain of words may be as long as its signer likes: it is unreliable, and ends nothing else", () => {
  const story = new Story();
  const first = story.say("ana", "approve");
  story.say("ana", "approve", { born: "n", id: "user_b", text: "two" });
  const chain = Array.from({ length: 20_000 }, (_, at) => ({
    ...first,
    hash: textOf(`link ${at}`),
    follows: [at === 0 ? first.hash : textOf(`link ${at - 1}`)],
  }));
  story.admit(chain);
  assert.equal(story.memory().cause, "unreliable");
  assert.equal(story.memory("n").standing, "verified");
});
