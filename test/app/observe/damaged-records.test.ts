// Small files of machine state that lost a field, or hold one of another type: they count as absent.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { placeObserver } from "../../../src/app/observe/drain.ts";
import { isDrainDue } from "../../../src/app/observe/due.ts";
import { readIntent } from "../../../src/app/observe/pick-batch.ts";
import { readRun } from "../../../src/app/observe/run-record.ts";
import { keyOfSession } from "../../../src/observer/spool/spool.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { type ObserverProject, ON, observerProject } from "../../fixture/observer-project.ts";
import { candidateOf, scriptedProvider } from "../../fixture/scripted-provider.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const SAID = "from now on we deploy on Fridays before noon, because the team is there";
const QUIET = scriptedProvider(() => ({ candidates: [] }));

type Fields = Readonly<Record<string, unknown>>;

function placeOf(project: ObserverProject): ReturnType<typeof placeObserver> {
  const { root, records, state } = project.place(ON);
  return placeObserver(state, { id: root.id, records });
}

/** The value without one of its fields, and with another type there, for each field at any depth. */
function* damage(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries())
      for (const worse of damage(each)) yield value.with(index, worse);
  } else if (typeof value === "object" && value !== null) {
    const fields: Fields = { ...value };
    for (const name of Object.keys(fields)) {
      const { [name]: was, ...rest } = fields;
      yield rest;
      yield { ...fields, [name]: typeof was === "object" ? 7 : [was] };
      for (const worse of damage(was)) yield { ...fields, [name]: worse };
    }
  }
}

test("a record of the last run that is not whole is none, and status goes on", async (t) => {
  const project = observerProject(t);
  project.say(SAID);
  await project.observe(QUIET);
  const place = placeOf(project);
  const path = join(place.records, "run.json");
  const limits = { invocation: 1, session: 2, day: 3 };
  const excess = { code: "token_budget_exceeded", session: "s1", which: "day", used: limits, limits };
  const run = { ...JSON.parse(readFileSync(path, "utf8")), end: "budget", code: "LOCK_TIMEOUT", excess };
  writeFileSync(path, JSON.stringify(run));
  assert.deepEqual(readRun(place), run);
  for (const each of damage(run)) {
    writeFileSync(path, JSON.stringify(each));
    assert.equal(readRun(place), null, JSON.stringify(each));
  }
  const { excess: _, ...without } = run;
  writeFileSync(path, JSON.stringify(without));
  const { exit, stdout } = await inProcess(project)(["observer", "status"]);
  assert.equal(exit, 0);
  assert.doesNotMatch(stdout, /last run/);
});

test("an intent that is not whole is none: the model is asked again", async (t) => {
  const project = observerProject(t);
  project.say(SAID);
  const place = placeOf(project);
  const key = keyOfSession("s1");
  const line = String(project.records()[0]?.["id"]);
  const admitted = [{ ...candidateOf(), place: 1, evidence: [line] }];
  const refused = [{ place: 2, why: "decision is turned off" }];
  const answered = { session: "s1", taint: ["web"], admitted, refused };
  const intent = { v: 1, batch: "b1", key, lines: [line], tries: 1, answered };
  const path = join(place.records, `${key}.intent.json`);
  mkdirSync(place.records, { recursive: true });
  writeFileSync(path, JSON.stringify(intent));
  assert.deepEqual(readIntent(place, key), intent);
  for (const each of damage(intent)) {
    writeFileSync(path, JSON.stringify(each));
    assert.equal(readIntent(place, key), null, JSON.stringify(each));
  }
  const { refused: _, ...rest } = answered;
  writeFileSync(path, JSON.stringify({ ...intent, answered: rest }));
  const provider = scriptedProvider(() => ({ candidates: [] }));
  const { end, batches } = await project.observe(provider);
  assert.deepEqual([end, batches, provider.asked.length], ["done", 1, 1]);
});

test("an intent that is not whole, of a session that was read to its end, keeps nothing due", async (t) => {
  const project = observerProject(t);
  project.say(SAID);
  await project.observe(QUIET);
  const place = placeOf(project);
  const [progress] = readdirSync(place.records).filter((name) => name.endsWith(".progress.json"));
  const path = join(place.records, (progress ?? "").replace("progress", "intent"));
  writeFileSync(path, "{}");
  assert.equal((await project.observe(QUIET)).end, "done");
  assert.equal(existsSync(path), false);
  assert.equal(isDrainDue(project.place(ON), { occasion: "session-start", now: NOON }), false);
});
