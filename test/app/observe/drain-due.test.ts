import assert from "node:assert/strict";
import { test } from "node:test";
import { isDrainDue, type Occasion } from "../../../src/app/observe/due.ts";
import { ProviderError } from "../../../src/observer/model/provider.ts";
import { type ObserverProject, ON, observerProject } from "../../fixture/observer-project.ts";
import { scriptedProvider } from "../../fixture/scripted-provider.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const MINUTE_MS = 60_000;
const QUIET = scriptedProvider(() => ({ candidates: [] }));

function isDue(project: ObserverProject, occasion: Occasion, minutesLater = 0): boolean {
  return isDrainDue(project.place(ON), { occasion, now: NOON + minutesLater * MINUTE_MS });
}

function sayMuch(project: ObserverProject, times: number): void {
  for (let time = 0; time < times; time += 1) project.say(`number ${time} of what was said`, `s${time % 3}`);
}

test("without a provider it is never due", (t) => {
  const project = observerProject(t);
  sayMuch(project, 50);
  const place = project.place({});
  for (const occasion of ["session-start", "session-end", "before-compact", "turn-end"] as const) {
    assert.equal(isDrainDue(place, { occasion, now: NOON }), false);
  }
});

test("a session that begins, ends or is compacted makes it due as soon as anything waits", async (t) => {
  const project = observerProject(t);
  const occasions = ["session-start", "session-end", "before-compact"] as const;
  for (const occasion of occasions) assert.equal(isDue(project, occasion), false);
  project.say("a first thing that was said in here");
  for (const occasion of occasions) assert.equal(isDue(project, occasion), true);
  await project.observe(QUIET);
  for (const occasion of occasions) assert.equal(isDue(project, occasion), false);
  project.say("another thing that was said in here");
  assert.equal(isDue(project, "session-end"), true);
});

test("the end of a turn makes it due only from 40 events on, ten minutes after the last run", async (t) => {
  const project = observerProject(t);
  sayMuch(project, 39);
  assert.equal(isDue(project, "turn-end"), false);
  sayMuch(project, 1);
  assert.equal(isDue(project, "turn-end"), true);
  await project.observe(QUIET);
  sayMuch(project, 41);
  assert.equal(isDue(project, "turn-end", 9), false);
  assert.equal(isDue(project, "turn-end", 10), true);
  assert.equal(isDue(project, "session-end", 1), true);
});

test("after a refused key it waits for an hour", async (t) => {
  const project = observerProject(t);
  project.say("a first thing that was said in here");
  await project.observe(
    scriptedProvider(() => {
      throw new ProviderError("auth", "no");
    }),
  );
  assert.equal(isDue(project, "session-end", 59), false);
  assert.equal(isDue(project, "session-end", 60), true);
});

test("a clock that was set back keeps nobody waiting", async (t) => {
  const project = observerProject(t);
  await project.observe(QUIET);
  sayMuch(project, 40);
  assert.equal(isDue(project, "turn-end", -60), true);
});
