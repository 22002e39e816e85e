import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commitOperations, withLock } from "../../../src/app/change/change-root.ts";
import { judgeJoin, planJoin } from "../../../src/app/change/merge/join-memory.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { mergeMemory } from "../../../src/memory/file/merge-memory.ts";
import { forget, look, setStatus, update } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";

type Versions = { readonly base: string; readonly a: string; readonly b: string };

function pathOf(project: OpenProject, id: string = ID): string {
  return join(project.root, "memories", `${id}.md`);
}

/** A memory and two later texts of it; each was written here, unless one is foreign. The file is the second then. */
async function twoVersions(
  project: OpenProject,
  changes: readonly [body: (text: string) => string, second: (text: string) => string],
  foreign = false,
): Promise<Versions> {
  await project.save();
  const path = pathOf(project);
  const base = readFileSync(path, "utf8");
  const texts = changes.map((change) => change(base));
  for (const [index, text] of texts.entries()) {
    if (foreign && index === 1) continue;
    writeFileSync(path, base);
    const { memory } = await look(project, ID);
    assert.ok(memory !== null);
    const body = text.slice(text.indexOf("---\n", 4) + 4);
    const name = /^name: (.*)$/m.exec(text)?.[1] ?? "";
    await update(project, [ID, { name, body }], { now: "2026-05-02T12:00:00Z" });
    texts[index] = readFileSync(path, "utf8");
  }
  const [a = "", b = ""] = texts;
  return { base, a, b };
}

async function mergeHere(project: OpenProject, { base, a, b }: Versions): Promise<string[]> {
  const workspace = await project.open({ now: "2026-05-03T12:00:00Z" });
  const merged = mergeMemory(ID, { base, a, b });
  assert.ok(merged.kind !== "unreadable");
  const judged = await judgeJoin(workspace, {
    id: ID,
    directory: "memories",
    versions: [a, b],
    merged,
    command: "sync",
  });
  const root = rootOf(workspace, "project");
  return withLock(root, () => {
    const operations = planJoin(workspace, root, judged);
    commitOperations(workspace, root, { operations });
    return operations.map(({ record }) => record.id);
  });
}

const rename = (text: string): string => text.replace("Deploy on Fridays", "Deploy on Mondays");
const addLine = (line: string) => (text: string) => `${text}${line}\n`;
const CONFLICT = [addLine("Not in May."), addLine("Not in June.")] as const;

async function standingOf(project: OpenProject, id: string): Promise<string> {
  const { standing } = await look(project, id);
  return `${standing.standing}: ${standing.reason}`;
}

test("a text that two versions in use were merged into is in use, by the word of this machine", async (t) => {
  const project = openProject(t);
  const versions = await twoVersions(project, [rename, addLine("Not in May.")]);
  assert.deepEqual(await mergeHere(project, versions), [ID]);
  assert.equal(await standingOf(project, ID), "inferred: written here");
  const text = readFileSync(pathOf(project), "utf8");
  assert.match(text, /^name: Deploy on Mondays$/m);
  assert.match(text, /Not in May/);
});

test("of two texts that are kept, each is in use where both were, and merging again adds nothing", async (t) => {
  const project = openProject(t);
  const versions = await twoVersions(project, CONFLICT);
  const [first, second = ""] = await mergeHere(project, versions);
  assert.deepEqual([first, second.replace(/[0-9a-f]{8}$/, "HEX")], [ID, `${ID}_other_HEX`]);
  for (const id of [ID, second]) assert.equal(await standingOf(project, id), "inferred: written here");
  assert.deepEqual(await mergeHere(project, versions), [ID]);
});

test("where one version was not in use here, neither is the second, nor what both became", async (t) => {
  const one = openProject(t);
  await mergeHere(one, await twoVersions(one, [rename, addLine("Not in May.")], true));
  assert.match(await standingOf(one, ID), /^foreign: /);
  const two = openProject(t);
  const [, second = ""] = await mergeHere(two, await twoVersions(two, CONFLICT, true));
  assert.equal(await standingOf(two, second), "foreign: never seen here");
});

test("a retired version brings no text into use", async (t) => {
  const project = openProject(t);
  const versions = await twoVersions(project, CONFLICT);
  await setStatus(project, ["retire", ID]);
  const [, second = ""] = await mergeHere(project, { ...versions, b: readFileSync(pathOf(project), "utf8") });
  for (const id of [ID, second]) assert.match(await standingOf(project, id), /^retired: /);
});

test("a second text that a person forgot does not come back", async (t) => {
  const project = openProject(t);
  const versions = await twoVersions(project, CONFLICT);
  const [, second = ""] = await mergeHere(project, versions);
  await forget(project, second);
  assert.deepEqual(await mergeHere(project, versions), [ID]);
});

test("a file that somebody put in the place of the second stays, and the second goes beside it", async (t) => {
  const project = openProject(t);
  const versions = await twoVersions(project, CONFLICT);
  const merged = mergeMemory(ID, versions);
  assert.ok(merged.kind === "two");
  const planted = versions.base.replace("before noon", "at night");
  writeFileSync(pathOf(project, merged.second.id), planted);
  const [, second = ""] = await mergeHere(project, versions);
  const files = readTree(join(project.root, "memories"));
  assert.equal(readFileSync(pathOf(project, merged.second.id), "utf8"), planted);
  assert.equal(readFileSync(pathOf(project, second), "utf8"), merged.second.text);
  assert.equal(Object.keys(files).length, 3);
});
