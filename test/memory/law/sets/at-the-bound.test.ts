// What one memory may cost: each trusted signer can say as much of it as the limits let them, and name as many others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { computeStanding } from "../../../../src/memory/law/standing.ts";
import { FOLLOWS_MAX, SIGNER_STATEMENTS_MAX } from "../../../../src/memory/limits.ts";
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

const hashOf = (what: string): string => textOf(`statement ${what}`);

/** One signer archives, and archives back, as often as may count, and names as many as a statement may. */
function archiveOften(story: Story, who: "bo" | "laptop" | "desktop", times: number): void {
  const archive = story.say(who, "archive");
  const names = (from: number): string[] =>
    Array.from({ length: FOLLOWS_MAX }, (_, at) => hashOf(`${who} ${(from + at) % times}`));
  const all = Array.from({ length: times }, (_, at) => [
    { ...archive, hash: hashOf(`${who} ${at}`) },
    {
      ...archive,
      ...{
        act: "unarchive" as const,
        hash: hashOf(`${who} lift ${at}`),
        lifts: names(at),
        follows: names(at),
      },
    },
  ]);
  story.admit(all.flat());
}

test("as many statements and names of each signer as there may be are read in a moment", () => {
  const story = new Story();
  story.say("ana", "approve");
  for (const who of ["bo", "desktop"] as const) archiveOften(story, who, SIGNER_STATEMENTS_MAX / 2);
  assertQuick("archives", () => assert.equal(story.memory().standing, "verified"));
});

test("a fact stays one whatever a machine says of it, and however often", () => {
  const story = new Story();
  story.say("ana", "approve");
  const wrote = story.say("desktop", "wrote", { text: "two" });
  story.admit(Array.from({ length: 5_000 }, (_, at) => ({ ...wrote, hash: hashOf(`${at}`) })));
  archiveOften(story, "laptop", SIGNER_STATEMENTS_MAX);
  assert.equal(story.memory().standing, "verified");
  story.answer("ana", "approve", { text: "three" });
  assert.equal(story.memory().standing, "verified");
});

test("of more statements of one signer than may count the rest is left out, wherever they stand", () => {
  const said = Array.from({ length: 4_097 }, (_, at) => ({
    ...attest("approve", OWN_PERSON),
    hash: at.toString(16).padStart(64, "0"),
  }));
  assert.equal(computeStanding(situation(said)).cause, "approved");
});

test("a chain of statements may be as long as its signer likes, and changes nothing else", () => {
  const story = new Story();
  const first = story.say("ana", "approve");
  story.say("ana", "approve", { born: "n", id: "user_b", text: "two" });
  const chain = Array.from({ length: 20_000 }, (_, at) => ({
    ...first,
    hash: hashOf(`link ${at}`),
    follows: [at === 0 ? first.hash : hashOf(`link ${at - 1}`)],
  }));
  story.admit(chain);
  assert.deepEqual(story.files(), ["user_a verified (approved): one", "user_b verified (approved): two"]);
});
