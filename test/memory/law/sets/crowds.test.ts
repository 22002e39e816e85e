// An id has room for so many statements of machines, whatever uuids they are about.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Story, textOf } from "./telling.ts";

const hashOf = (what: string): string => textOf(`statement ${what}`);

test("the machines that said the most of an id leave out the rest, whatever uuids they use", () => {
  const story = new Story();
  const flood = story.say("desktop", "wrote", { born: "n", text: "two" });
  const many = Array.from({ length: 3_000 }, (_, at) => ({
    ...flood,
    hash: hashOf(`${at}`),
    born: hashOf(`born ${at}`).slice(0, 32),
  }));
  story.admit(many);
  const honest = story.say("laptop", "wrote");
  assert.equal(story.sets.statements.size, 2_048);
  assert.ok(story.sets.statements.has(honest.hash));
});

test("a signer who says more than may count brings nothing back that the signer took out of use", () => {
  const story = new Story();
  story.say("laptop", "wrote");
  story.say("desktop", "lower");
  const wrote = story.say("desktop", "wrote");
  // Every one of them has a smaller hash than the lowering.
  const hash = (at: number): string => at.toString(16).padStart(64, "0");
  story.admit(Array.from({ length: 600 }, (_, at) => ({ ...wrote, hash: hash(at) })));
  assert.equal(story.memory().standing, "quarantined");
});
