// A secret that was told in two messages, each of which is read at another time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, toolOf } from "../../fixture/capture-project.ts";
import { observerProject } from "../../fixture/observer-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { scriptedProvider } from "../../fixture/scripted-provider.ts";

const HALF = SAMPLE_SECRET.slice(0, 20);
const REST = SAMPLE_SECRET.slice(20);
const BATCH_LINES = 60;

test("the rest of a secret is taken out though a turn ended between its halves", async (t) => {
  const project = observerProject(t);
  const provider = scriptedProvider(() => ({ candidates: [] }));
  project.say(`remember the first half: ${HALF}`);
  project.capture(toolOf({ tool: "Read" }));
  project.capture(endOf("I will remember that half."));
  await project.observe(provider);
  project.say(`${REST} comes right behind it`);
  await project.observe(provider);
  assert.equal(provider.asked.length, 2);
  assert.match(provider.asked[1]?.prompt ?? "", /comes right behind it/);
  assert.equal(provider.asked[1]?.prompt.includes(REST), false);
});

test("both halves are taken out where a batch ends between them, however much else stands there", async (t) => {
  const project = observerProject(t);
  const provider = scriptedProvider(() => ({ candidates: [] }));
  for (let line = 0; line < BATCH_LINES - 2; line += 1) project.say(`number ${line} of what was said`);
  project.say(`remember the first half: ${HALF}`);
  for (let line = 0; line < 5; line += 1) project.capture(toolOf({ tool: "Read" }, { prompt: "p1" }));
  project.capture(endOf("I will remember that half.", { prompt: "p1" }));
  project.say(`${REST} comes right behind it`);
  await project.observe(provider);
  assert.equal(provider.asked.length, 2);
  const sent = provider.asked.map(({ prompt }) => prompt).join("\n");
  assert.match(sent, /remember the first half[\s\S]*comes right behind it/);
  assert.deepEqual([sent.includes(HALF), sent.includes(REST)], [false, false]);
});
