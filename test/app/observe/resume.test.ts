// What a process that died at a certain instant left, taken up by the next one.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { clearSpool } from "../../../src/app/observe/clear-spool.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { type ObserverProject, observerProject } from "../../fixture/observer-project.ts";
import { candidateOf, scriptedProvider } from "../../fixture/scripted-provider.ts";

const SAID = "from now on we deploy on Fridays before noon, because the team is there";
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
  const project = observerProject(t);
  project.say(SAID);
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
  const project = observerProject(t);
  project.say(SAID);
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
  const project = observerProject(t);
  project.say(SAID);
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
