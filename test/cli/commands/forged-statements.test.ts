// A statement in the name of somebody trusted, which they did not sign, and a real one beside another memory than its own: each
// counts for nothing, and is said.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { playRows, readJson } from "../../fixture/command-rows.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

const ID = "project_deploy_window";
const PERSON = "--as-test-person";
const WHY =
  "in your name, with a wrong signature: remove what nobody signed, and ask who put it there; it counts for nothing";
const ASTRAY =
  "about another memory: remove it, or move it to its own memory if that lacks it; it counts for nothing";

/** A real statement, dated otherwise, under the name that its bytes give it. */
function forge({ root }: InitProject, directory: string, year = "2025"): string {
  const place = join(root, "attest", directory);
  const [real = ""] = readdirSync(place).sort();
  const text = readFileSync(join(place, real), "utf8").replace(/"time":"\d{4}/, `"time":"${year}`);
  const name = `${sha256Hex(text)}.json`;
  writeFileSync(join(place, name), text);
  return name;
}

async function linesOf(project: InitProject, args: readonly string[]): Promise<string[]> {
  const { stdout } = await project.call(args);
  return stdout.split("\n").filter((line) => /signature|another memory/.test(line));
}

test("a statement in one's own name with a wrong signature is named by doctor and by an audit, and many are one line", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { more: [PERSON] });
  const before = await standingsOf(project);
  const name = forge(project, ID);
  assert.deepEqual(await standingsOf(project), before);
  assert.equal((await project.call(["doctor"])).exit, 1);
  for (const deep of [[], ["--deep"]]) {
    assert.deepEqual(await linesOf(project, ["doctor", ...deep]), [
      `[W] attestation: a file in ${ID}: ${WHY}`,
    ]);
    const named = [`[W] attestation: ${ID}/${name}: ${WHY}`];
    assert.deepEqual(await linesOf(project, ["doctor", ...deep, PERSON]), named);
  }
  const { drift } = await readJson(project.call, "audit --json");
  assert.deepEqual(
    drift.map(({ check, level, message }: Record<string, string>) => [check, level, message]),
    [["attestation", "warning", `a file in ${ID}: ${WHY}`]],
  );
  const [first = ""] = [name, forge(project, ID, "2022"), forge(project, ID, "2023")].sort();
  assert.deepEqual(await linesOf(project, ["doctor"]), [`[W] attestation: 3 files in ${ID}: ${WHY}`]);
  const many = `[W] attestation: ${ID}/${first} and 2 more: ${WHY}`;
  assert.deepEqual(await linesOf(project, ["doctor", PERSON]), [many]);
});

test("it is named where its memory has no file, and among tombstones", async (t) => {
  const project = await initProject(t);
  for (const id of [ID, "project_gone"]) await project.save(id, { more: [PERSON] });
  await project.done(["forget", "project_gone", "--reason", "old", PERSON]);
  assert.deepEqual(await linesOf(project, ["doctor"]), []);
  forge(project, ID);
  forge(project, "forgotten");
  rmSync(join(project.root, "memories", `${ID}.md`));
  assert.deepEqual(await linesOf(project, ["doctor", "--deep"]), [
    `[W] attestation: a file in ${ID}: ${WHY}`,
    `[W] attestation: a file in forgotten: ${WHY}`,
  ]);
});

test("in a root that is examined by its index, too, and one about another memory as such", async (t) => {
  const project = await initProject(t);
  for (const id of [ID, "project_other"]) await project.save(id, { more: [PERSON] });
  for (let at = 0; at < 1_100; at += 1)
    writeFileSync(join(project.root, "memories", `project_flood_${at}.md`), memoryText());
  assert.deepEqual(await linesOf(project, ["doctor"]), []);
  const name = forge(project, ID);
  assert.deepEqual(await linesOf(project, ["doctor"]), [`[W] attestation: a file in ${ID}: ${WHY}`]);
  // Beside another memory it is about none, whoever signed it.
  mkdirSync(join(project.root, "attest", "project_flood_1"));
  renameSync(join(project.root, "attest", ID, name), join(project.root, "attest", "project_flood_1", name));
  const astray = ["project_flood_1", "project_other"].map(
    (id) => `[W] attestation: a file in ${id}: ${ASTRAY}`,
  );
  assert.deepEqual(await linesOf(project, ["doctor"]), astray.slice(0, 1));
  cpSync(join(project.root, "attest", ID), join(project.root, "attest", "project_other"), {
    recursive: true,
  });
  assert.deepEqual(await linesOf(project, ["doctor"]), astray);
});

test("a real statement beside another memory than its own is named by doctor and by an audit, also to a machine that knows nobody", async (t) => {
  const project = await initProject(t);
  for (const id of [ID, "project_other"]) await project.save(id, { more: [PERSON] });
  await project.done(["demote", ID, "--reason", "odd", PERSON]);
  const before = await standingsOf(project);
  const own = join(project.root, "attest", ID);
  const [real = ""] = readdirSync(own);
  mkdirSync(join(project.root, "attest/project_gone"), { recursive: true });
  cpSync(join(own, real), join(project.root, "attest/project_gone", real));
  for (const beside of ["forgotten", "project_other"])
    cpSync(own, join(project.root, "attest", beside), { recursive: true });
  assert.deepEqual(await standingsOf(project), before);
  const places = ["2 files in project_other", "a file in project_gone", "2 files in forgotten"];
  const lines = places.map((place) => `[W] attestation: ${place}: ${ASTRAY}`);
  for (const deep of [[], ["--deep"]])
    assert.deepEqual((await linesOf(project, ["doctor", ...deep])).sort(), lines.toSorted());
  const named = await linesOf(project, ["doctor", PERSON]);
  assert.ok(named.includes(`[W] attestation: project_gone/${real}: ${ASTRAY}`), named.join("\n"));
  const { drift } = await readJson(project.call, "audit --json");
  const told: string[] = drift.map(({ message }: Record<string, string>) => message);
  assert.deepEqual(told.sort(), places.map((place) => `${place}: ${ASTRAY}`).sort());
  // What strangers say in its own place is no fault.
  const stranger = await initProject(t);
  cpSync(project.root, stranger.root, { recursive: true });
  assert.equal((await linesOf(stranger, ["doctor"])).length, 3);
  for (const beside of ["forgotten", "project_other", "project_gone"])
    rmSync(join(stranger.root, "attest", beside), { recursive: true });
  assert.deepEqual(await linesOf(stranger, ["doctor"]), []);
});

// More files in attest/ID than any history has: nothing they say can be relied on, and no new word helps against them.

test("a memory with too many statements says so, and a restore of it is refused and signs nothing", async (t) => {
  const { call, save, root } = await initProject(t);
  await save(ID, { more: [PERSON] });
  await call(["demote", ID, "--reason", "odd", PERSON]);
  for (let at = 0; at <= 4_096; at += 1)
    writeFileSync(join(root, "attest", ID, `${at.toString(16).padStart(64, "0")}.json`), "");
  const before = readTree(root);
  const refused = `error: NOT_READABLE: there are too many statements about ${ID}, or one cannot be read\nhint: credence doctor lists the problems in attest/${ID}\n`;
  const [what, then] = ["it contains more files than any history has", "until then the memory is withheld"];
  const remedy = "restore it from git or a backup, or remove it if never in either";
  await playRows(call, [
    ["list --json", 0, /"reason": "there are too many statements about it, or one cannot be read",/],
    ["status", 2, /statements about 1 memory in \.claude\/memory\/ cannot be relied on/],
    ["status", 2, /^(?![\s\S]*cannot be read as a memory)/],
    [`restore ${ID} ${PERSON}`, 1, refused],
    ["doctor", 1, new RegExp(`attestation: ${ID}: ${what}: ${remedy}; ${then}`)],
  ]);
  assert.deepEqual(readTree(root), before);
});
