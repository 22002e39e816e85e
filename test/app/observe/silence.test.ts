import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isDrainDue } from "../../../src/app/observe/due.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { type ObserverProject, ON, observerProject } from "../../fixture/observer-project.ts";
import { scriptedProvider } from "../../fixture/scripted-provider.ts";
import type { Owner } from "../../temp-dir.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const SAID = "from now on we deploy on Fridays before noon, because the team is there";

function sample(owner: Owner): ObserverProject & { readonly isDue: (config: object) => boolean } {
  const project = observerProject(owner);
  project.say(SAID);
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
