import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { clearSpool } from "../../../src/app/observe/clear-spool.ts";
import { placeObserver } from "../../../src/app/observe/drain.ts";
import { readBatches } from "../../../src/app/observe/marks.ts";
import { observeRoot } from "../../../src/app/observe/observe-root.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { endOf, toolOf } from "../../fixture/capture-project.ts";
import { type ObserverProject, observerProject, SAID, saidProject } from "../../fixture/observer-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { candidateOf, scriptedProvider } from "../../fixture/scripted-provider.ts";

const DEPLOY = scriptedProvider(() => ({ candidates: [candidateOf()] }));

test("what a model proposes becomes an inferred memory that says where it comes from", async (t) => {
  const project = saidProject(t);
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
  const project = saidProject(t);
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
  const project = saidProject(t);
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
  const project = saidProject(t);
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
  const project = saidProject(t);
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

// A secret that was told in two messages, each of which is read at another time.

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

// What a process that died at a certain instant left, taken up by the next one.

const OTHER = {
  name: "Logs are kept a week",
  tags: ["logs"],
  body: "Logs of every service are kept for one week and then dropped.\n\nWhy: space.",
};

function recordsOf(project: ObserverProject): string {
  return join(project.place({ observer: { provider: "anthropic" } }).records, "observer");
}

/** The files of the Observer's records, by what their names end in. */
function find(project: ObserverProject, end: string): string | null {
  const name = readdirSync(recordsOf(project)).find((each) => each.endsWith(end));
  return name === undefined ? null : join(recordsOf(project), name);
}

/** Runs, and gives back the intent as it was when the answer had been taken. */
async function observeOnce(
  project: ObserverProject,
  answer: object,
): Promise<{ path: string; text: string }> {
  let seen = { path: "", text: "" };
  await project.observe(
    scriptedProvider(() => answer),
    {
      now: () => {
        const path = existsSync(recordsOf(project)) ? find(project, ".intent.json") : null;
        const text = path === null ? "" : readFileSync(path, "utf8");
        if (path !== null && text.includes('"admitted"')) seen = { path, text };
        return Date.parse("2026-05-01T12:00:00Z");
      },
    },
  );
  return seen;
}

test("an answer that was stored in part is stored to its end, without asking again and without doing anything twice", async (t) => {
  const project = saidProject(t);
  const intent = await observeOnce(project, { candidates: [candidateOf(), candidateOf(OTHER)] });
  const [first, second] = await project.memories();
  assert.ok(first !== undefined && second !== undefined);
  // As if it had died between the two, before anything was written down about the batch.
  rmSync(join(project.root, "memories", `${second.file.id}.md`));
  rmSync(join(project.root, "attest", second.file.id), { recursive: true });
  const journal = join(recordsOf(project), "..", "journal.ndjson");
  const lines = readFileSync(journal, "utf8").split("\n");
  writeFileSync(
    journal,
    `${lines.filter((line) => line !== "" && !line.includes(second.file.id)).join("\n")}\n`,
  );
  for (const end of [".progress.json", "batches.ndjson"]) rmSync(find(project, end) ?? "");
  writeFileSync(intent.path, intent.text);
  const provider = scriptedProvider(() => ({ candidates: [candidateOf({ name: "Another answer" })] }));
  const { created } = await project.observe(provider);
  assert.deepEqual([created, provider.asked.length], [2, 0]);
  const names = (await project.memories()).map(({ memory }) => memory?.name).sort();
  assert.deepEqual(names, ["Deploy on Fridays", "Logs are kept a week"]);
  const again = readFileSync(journal, "utf8").split("\n");
  assert.equal(again.filter((line) => line.includes(first.file.id)).length, 1);
});

test("a batch that was written down as read is not stored again, and the next one is read", async (t) => {
  const project = saidProject(t);
  const intent = await observeOnce(project, { candidates: [candidateOf()] });
  rmSync(find(project, ".progress.json") ?? "");
  writeFileSync(intent.path, intent.text);
  project.say("and a second thing that was said after that");
  const provider = scriptedProvider(() => ({ candidates: [] }));
  const { created } = await project.observe(provider);
  assert.equal(created, 0);
  assert.deepEqual(
    provider.asked.map(({ prompt }) => /Fridays/.test(prompt)),
    [false],
  );
  assert.equal((await project.memories()).length, 1);
});

test("a batch that kills its process three times is set aside", async (t) => {
  const project = saidProject(t);
  // What a process leaves that dies while the model thinks.
  const dying = scriptedProvider(() => {
    throw new Error("as if it had died");
  });
  for (let time = 0; time < 3; time += 1) await assert.rejects(project.observe(dying));
  const { aside } = await project.observe(scriptedProvider(() => ({ candidates: [candidateOf()] })));
  assert.equal(aside, 1);
  assert.deepEqual(await project.memories(), []);
});

test("clearing the spool takes along what was set aside and what was about to be stored", async (t) => {
  const project = observerProject(t);
  project.say(SAID, "s1");
  await project.observe(scriptedProvider(() => "no answer at all"));
  project.say(SAID, "s2");
  const dying = scriptedProvider(() => {
    throw new Error("as if it had died");
  });
  await assert.rejects(project.observe(dying));
  assert.equal(readdirSync(join(project.spool, "aside")).length, 1);
  const workspace = await project.open({ person: true });
  clearSpool(workspace, rootOf(workspace, "project"), null);
  assert.deepEqual(readdirSync(join(project.spool, "aside")), []);
  assert.equal(find(project, ".intent.json"), null);
  const provider = scriptedProvider(() => ({ candidates: [candidateOf()] }));
  await project.observe(provider);
  assert.equal(provider.asked.length, 0);
});
