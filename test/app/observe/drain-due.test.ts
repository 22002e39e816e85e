import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { placeObserver } from "../../../src/app/observe/drain.ts";
import { countWaiting, isDrainDue, type Occasion } from "../../../src/app/observe/due.ts";
import { readIntent } from "../../../src/app/observe/pick-batch.ts";
import { readRun } from "../../../src/app/observe/run-record.ts";
import { ProviderError } from "../../../src/observer/model/provider.ts";
import { keyOfSession } from "../../../src/observer/spool/spool.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { type ObserverProject, ON, observerProject, saidProject } from "../../fixture/observer-project.ts";
import { candidateOf, scriptedProvider } from "../../fixture/scripted-provider.ts";
import type { Owner } from "../../temp-dir.ts";

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

function sample(owner: Owner): ObserverProject & { readonly isDue: (config: object) => boolean } {
  const project = saidProject(owner);
  const isDue = (config: object): boolean =>
    isDrainDue(project.place(config), { occasion: "session-start", now: NOON });
  return { ...project, isDue };
}

function pause(project: ObserverProject, change: object): void {
  const pauses = [{ until: null, session: null, ...change }];
  writeFileSync(join(project.state, "pause.json"), JSON.stringify({ v: 2, pauses }));
}

test("what was captured before a project was excluded, or capture was turned off, is not sent", async (t) => {
  const project = sample(t);
  assert.equal(project.isDue(ON), true);
  const quiet = scriptedProvider(() => ({ candidates: [] }));
  const name = project.top.slice(project.top.lastIndexOf("/") + 1);
  const settings = [
    { excluded_projects: [project.top] },
    { excluded_projects: [`**/${name}`] },
    { enabled: false },
  ];
  for (const capture of settings) {
    assert.equal(project.isDue({ ...ON, capture }), false);
    const { end, batches } = await project.observe(quiet);
    assert.deepEqual([end, batches, quiet.asked.length], ["excluded", 0, 0]);
  }
  assert.equal(project.isDue(ON), true);
  await project.observe(quiet);
  assert.equal(quiet.asked.length, 1);
});

test("the command says that the project is excluded", async (t) => {
  const project = sample(t);
  project.place({ ...ON, capture: { excluded_projects: [project.top] } });
  const { exit, stdout } = await inProcess(project)(["observe"]);
  assert.deepEqual([exit, stdout], [1, "batches read: 0\nmemories: none\nstopped: excluded\n"]);
});

test("while a person has paused nothing is sent, and afterwards it is", async (t) => {
  const project = sample(t);
  const quiet = scriptedProvider(() => ({ candidates: [] }));
  pause(project, { until: "2026-05-01T13:00:00Z" });
  assert.equal(project.isDue(ON), false);
  assert.deepEqual([(await project.observe(quiet)).end, quiet.asked.length], ["paused", 0]);
  pause(project, { until: "2026-05-01T11:00:00Z" });
  assert.equal(project.isDue(ON), true);
  assert.deepEqual([(await project.observe(quiet)).end, quiet.asked.length], ["done", 1]);
});

test("a pause of one session leaves that one waiting, and the others are read", async (t) => {
  const project = sample(t);
  project.say("in here the linker has to be mold, because the other one is slow", "s2");
  const quiet = scriptedProvider(() => ({ candidates: [] }));
  pause(project, { session: "s1" });
  const { end, batches } = await project.observe(quiet);
  assert.deepEqual([end, batches, quiet.asked.length], ["done", 1, 1]);
  assert.doesNotMatch(JSON.stringify(quiet.asked), /Fridays/);
  assert.equal(project.isDue(ON), true);
});

test("a pause that begins during a run ends it before anything more is sent", async (t) => {
  const project = sample(t);
  project.say("in here the linker has to be mold, because the other one is slow", "s2");
  const pausing = scriptedProvider(() => {
    pause(project, {});
    return { candidates: [] };
  });
  const { end, batches } = await project.observe(pausing);
  assert.deepEqual([end, batches, pausing.asked.length], ["paused", 1, 1]);
});

// A line that lost a part of itself is read by nobody, and nobody waits for it.

// With a letter that was cut in its middle.
const DAMAGED = Buffer.concat([Buffer.from(`\n{"id":"${"0".repeat(300)}`), Buffer.from([0xc3])]);
function spoolFile(project: ObserverProject): string {
  const [name] = readdirSync(project.spool).filter((each) => each.endsWith(".ndjson"));
  return join(project.spool, name ?? "");
}

function waitingIn(project: ObserverProject): { readonly events: number; readonly isDue: boolean } {
  const place = project.place(ON);
  const at = placeObserver(place.state, { id: place.root.id, records: place.records });
  const isDue = isDrainDue(place, { occasion: "session-start", now: NOON });
  return { events: countWaiting(at, Number.POSITIVE_INFINITY), isDue };
}

test("a damaged line at the end of a file waits until the next run and no longer", async (t) => {
  const project = saidProject(t);
  await project.observe(QUIET);
  appendFileSync(spoolFile(project), DAMAGED);
  assert.deepEqual(waitingIn(project), { events: 1, isDue: true });
  assert.equal((await project.observe(QUIET)).end, "done");
  assert.deepEqual(waitingIn(project), { events: 0, isDue: false });
  project.say("and a second thing that was said after that");
  assert.deepEqual(waitingIn(project), { events: 1, isDue: true });
  const provider = scriptedProvider(() => ({ candidates: [] }));
  await project.observe(provider);
  assert.match(provider.asked[0]?.prompt ?? "", /a second thing/);
  assert.doesNotMatch(provider.asked[0]?.prompt ?? "", /Fridays/);
  assert.deepEqual(waitingIn(project), { events: 0, isDue: false });
});

test("a file of nothing but damaged lines is passed over, and what is added to it is read", async (t) => {
  const project = saidProject(t);
  const path = spoolFile(project);
  writeFileSync(path, Buffer.concat([DAMAGED, DAMAGED]));
  await project.observe(QUIET);
  assert.deepEqual(waitingIn(project), { events: 0, isDue: false });
  project.say("and a second thing that was said after that");
  const provider = scriptedProvider(() => ({ candidates: [] }));
  await project.observe(provider);
  assert.equal(provider.asked.length, 1);
  assert.deepEqual(waitingIn(project), { events: 0, isDue: false });
});

test("a session that is left unread still waits, damaged lines and all", async (t) => {
  const project = saidProject(t);
  appendFileSync(spoolFile(project), DAMAGED);
  const pauses = [{ until: null, session: "s1" }];
  writeFileSync(join(project.state, "pause.json"), JSON.stringify({ v: 2, pauses }));
  assert.equal((await project.observe(QUIET)).batches, 0);
  assert.deepEqual(waitingIn(project), { events: 2, isDue: true });
});

// Small files of machine state that lost a field, or hold one of another type: they count as absent.

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
  const project = saidProject(t);
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
  const project = saidProject(t);
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
  const project = saidProject(t);
  await project.observe(QUIET);
  const place = placeOf(project);
  const [progress] = readdirSync(place.records).filter((name) => name.endsWith(".progress.json"));
  const path = join(place.records, (progress ?? "").replace("progress", "intent"));
  writeFileSync(path, "{}");
  assert.equal((await project.observe(QUIET)).end, "done");
  assert.equal(existsSync(path), false);
  assert.equal(isDrainDue(project.place(ON), { occasion: "session-start", now: NOON }), false);
});
