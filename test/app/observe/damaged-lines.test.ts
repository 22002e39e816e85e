// A line that lost a part of itself is read by nobody, and nobody waits for it.

import assert from "node:assert/strict";
import { appendFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { placeObserver } from "../../../src/app/observe/drain.ts";
import { countWaiting, isDrainDue } from "../../../src/app/observe/due.ts";
import { type ObserverProject, ON, observerProject } from "../../fixture/observer-project.ts";
import { scriptedProvider } from "../../fixture/scripted-provider.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const SAID = "from now on we deploy on Fridays before noon, because the team is there";
// With a letter that was cut in its middle.
const DAMAGED = Buffer.concat([Buffer.from(`\n{"id":"${"0".repeat(300)}`), Buffer.from([0xc3])]);
const QUIET = scriptedProvider(() => ({ candidates: [] }));

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
  const project = observerProject(t);
  project.say(SAID);
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
  const project = observerProject(t);
  project.say(SAID);
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
  const project = observerProject(t);
  project.say(SAID);
  appendFileSync(spoolFile(project), DAMAGED);
  const pauses = [{ until: null, session: "s1" }];
  writeFileSync(join(project.state, "pause.json"), JSON.stringify({ v: 2, pauses }));
  assert.equal((await project.observe(QUIET)).batches, 0);
  assert.deepEqual(waitingIn(project), { events: 2, isDue: true });
});
