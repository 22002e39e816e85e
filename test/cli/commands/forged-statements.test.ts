// A statement in the name of somebody trusted, which they did not sign, and a real one beside another memory than its own: each
// counts for nothing, and is said.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
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

test("a statement in one's own name with a wrong signature is named by doctor and by an audit", async (t) => {
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
    assert.deepEqual(await linesOf(project, ["doctor", ...deep, PERSON]), [
      `[W] attestation: ${ID}/${name}: ${WHY}`,
    ]);
  }
  const { drift } = JSON.parse((await project.call(["audit", "--json"])).stdout);
  assert.deepEqual(
    drift.map(({ check, level, message }: Record<string, string>) => [check, level, message]),
    [["attestation", "warning", `a file in ${ID}: ${WHY}`]],
  );
});

test("many about one memory are one line", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { more: [PERSON] });
  const [first = ""] = ["2021", "2022", "2023"].map((year) => forge(project, ID, year)).sort();
  assert.deepEqual(await linesOf(project, ["doctor"]), [`[W] attestation: 3 files in ${ID}: ${WHY}`]);
  assert.deepEqual(await linesOf(project, ["doctor", PERSON]), [
    `[W] attestation: ${ID}/${first} and 2 more: ${WHY}`,
  ]);
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

test("a real statement beside another memory than its own is named by doctor and by an audit", async (t) => {
  const project = await initProject(t);
  for (const id of [ID, "project_other"]) await project.save(id, { more: [PERSON] });
  const before = await standingsOf(project);
  const [real = ""] = readdirSync(join(project.root, "attest", ID));
  for (const beside of ["project_gone", "project_other"])
    cpSync(join(project.root, "attest", ID, real), join(project.root, "attest", beside, real));
  assert.deepEqual(await standingsOf(project), before);
  for (const deep of [[], ["--deep"]]) {
    assert.deepEqual(await linesOf(project, ["doctor", ...deep]), [
      `[W] attestation: a file in project_other: ${ASTRAY}`,
      `[W] attestation: a file in project_gone: ${ASTRAY}`,
    ]);
    assert.deepEqual(await linesOf(project, ["doctor", ...deep, PERSON]), [
      `[W] attestation: project_other/${real}: ${ASTRAY}`,
      `[W] attestation: project_gone/${real}: ${ASTRAY}`,
    ]);
  }
  const { drift } = JSON.parse((await project.call(["audit", "--json"])).stdout);
  assert.deepEqual(
    drift.map(({ message }: Record<string, string>) => message),
    [`a file in project_other: ${ASTRAY}`, `a file in project_gone: ${ASTRAY}`],
  );
});

test("one among tombstones is named, many beside one memory are one line, and what strangers say about it is none", async (t) => {
  const project = await initProject(t);
  for (const id of [ID, "project_other"]) await project.save(id, { more: [PERSON] });
  await project.done(["demote", ID, "--reason", "odd", PERSON]);
  for (const beside of ["forgotten", "project_other"])
    cpSync(join(project.root, "attest", ID), join(project.root, "attest", beside), { recursive: true });
  assert.deepEqual(await linesOf(project, ["doctor"]), [
    `[W] attestation: 2 files in project_other: ${ASTRAY}`,
    `[W] attestation: 2 files in forgotten: ${ASTRAY}`,
  ]);
  // To a machine that knows nobody here, too, only what lies in the wrong place is a fault.
  const stranger = await initProject(t);
  cpSync(project.root, stranger.root, { recursive: true });
  assert.equal((await linesOf(stranger, ["doctor"])).length, 2);
  for (const beside of ["forgotten", "project_other"]) {
    rmSync(join(stranger.root, "attest", beside), { recursive: true });
  }
  assert.deepEqual(await linesOf(stranger, ["doctor"]), []);
  assert.match((await standingsOf(stranger))["project_other"] ?? "", /^foreign/);
});
