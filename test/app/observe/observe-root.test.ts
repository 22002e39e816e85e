import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { placeObserver } from "../../../src/app/observe/drain.ts";
import { readBatches } from "../../../src/app/observe/marks.ts";
import { observeRoot } from "../../../src/app/observe/observe-root.ts";
import { toolOf } from "../../fixture/capture-project.ts";
import { observerProject } from "../../fixture/observer-project.ts";
import { candidateOf, scriptedProvider } from "../../fixture/scripted-provider.ts";

const SAID = "from now on we deploy on Fridays before noon, because the team is there";
const DEPLOY = scriptedProvider(() => ({ candidates: [candidateOf()] }));

test("what a model proposes becomes an inferred memory that says where it comes from", async (t) => {
  const project = observerProject(t);
  project.say(SAID);
  project.capture(toolOf({ tool: "WebFetch", input: { url: "https://example.org" } }));
  project.capture(toolOf({ tool: "mcp__tickets__get" }));
  const provider = scriptedProvider(() => ({ candidates: [candidateOf()] }));
  const { end, batches, created } = await project.observe(provider);
  assert.deepEqual(
    { end, batches, created, calls: provider.asked.length },
    { end: "done", batches: 1, created: 1, calls: 1 },
  );
  const [loaded] = await project.memories();
  assert.equal(loaded?.standing.standing, "inferred");
  const { tier, origin, session, confidence, taint } = loaded.memory ?? {};
  assert.deepEqual(
    { tier, origin, session, confidence, taint },
    { tier: "inferred", origin: "inference", session: "s1", confidence: 0.8, taint: ["web", "mcp:tickets"] },
  );
  assert.match(loaded.file.id, /^project_deploy_on_fridays_[0-9a-f]{8}$/);
});

test("which lines a memory rests on is written down by their hashes", async (t) => {
  const project = observerProject(t);
  project.say("hello there, this is about something else entirely");
  project.say(SAID);
  await project.observe(scriptedProvider(() => ({ candidates: [candidateOf({ evidence: [2] })] })));
  const { root, records, state } = project.place();
  const [batch] = readBatches(placeObserver(state, { id: root.id, records }));
  assert.deepEqual(batch?.outcomes[0]?.evidence, [project.records()[1]?.["id"]]);
  assert.equal(batch?.outcomes[0]?.kind, "created");
});

test("what was read is not read again, and what is new is", async (t) => {
  const project = observerProject(t);
  project.say(SAID);
  const provider = scriptedProvider(() => ({ candidates: [] }));
  await project.observe(provider);
  await project.observe(provider);
  assert.equal(provider.asked.length, 1);
  project.say("and something that was never said before in here");
  await project.observe(provider);
  assert.match(provider.asked[1]?.prompt ?? "", /never said before/);
  assert.doesNotMatch(provider.asked[1]?.prompt ?? "", /Fridays/);
});

test("a taint of long ago stays with the session", async (t) => {
  const project = observerProject(t);
  project.say("have a look at this page for me, please");
  project.capture(toolOf({ tool: "WebSearch" }));
  await project.observe(scriptedProvider(() => ({ candidates: [] })));
  project.say(SAID);
  await project.observe(DEPLOY);
  assert.deepEqual((await project.memories())[0]?.memory?.taint, ["web"]);
});

test("a session in which nothing was said costs nothing", async (t) => {
  const project = observerProject(t);
  project.say("go on");
  project.capture(toolOf({ tool: "Read" }));
  const provider = scriptedProvider(() => ({ candidates: [] }));
  const { end, batches } = await project.observe(provider);
  assert.deepEqual({ end, batches, calls: provider.asked.length }, { end: "done", batches: 1, calls: 0 });
});

test("only one process drains a root at a time, and whoever comes second does nothing", async (t) => {
  const project = observerProject(t);
  project.say(SAID);
  const second: unknown[] = [];
  const provider = scriptedProvider(async () => {
    second.push(await observeRoot(await project.setting(DEPLOY), project.home));
    return { candidates: [] };
  });
  await project.observe(provider);
  assert.deepEqual(second, [null]);
  assert.equal(DEPLOY.asked.length <= 1, true);
});

test("everything the drain leaves is private, and nothing temporary stays", async (t) => {
  const project = observerProject(t);
  project.say(SAID);
  await project.observe(DEPLOY);
  const { records } = project.place();
  const names = readdirSync(join(records, "observer")).sort();
  assert.deepEqual(names.map((name) => name.replace(/^[0-9a-f]{32}/, "KEY")).sort(), [
    "KEY.progress.json",
    "batches.ndjson",
    "run.json",
  ]);
  assert.equal(readFileSync(join(records, "observer", "batches.ndjson"), "utf8").includes("Fridays"), false);
});

test("a spool that a person cleared while the model was thinking teaches nothing", async (t) => {
  const project = observerProject(t);
  project.say(SAID);
  const provider = scriptedProvider(async () => {
    const { clearSpool } = await import("../../../src/app/observe/clear-spool.ts");
    const { rootOf } = await import("../../../src/app/workspace/workspace.ts");
    const workspace = await project.open({ person: true });
    clearSpool(workspace, rootOf(workspace, "project"), null);
    return { candidates: [candidateOf()] };
  });
  await project.observe(provider);
  assert.deepEqual(await project.memories(), []);
});
