// Whatever somebody puts into `attest/` can withhold a memory, and do nothing else: no hang, no crash, no raise.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { giveTo, NOBODY } from "../fixture/scratch-project.ts";
import { ODD_KINDS, plantOdd } from "./odd-file.ts";

async function standingOf(project: InitProject, id: string): Promise<string> {
  const { stdout } = await project.done(["show", id, "--json"]);
  const { standing, reason, body } = JSON.parse(stdout);
  return `${standing}: ${reason}${body === null ? "" : " (shown)"}`;
}

test("whatever lies in place of the attestations of a memory withholds it until they are back", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  const directory = join(project.root, "attest/project_alpha");
  const [name = ""] = readdirSync(directory);
  const text = readFileSync(join(directory, name), "utf8");
  const elsewhere = { dir: join(project.base, "elsewhere"), content: text };
  for (const kind of ODD_KINDS) {
    plantOdd(directory, kind, elsewhere);
    assert.equal(await standingOf(project, "project_alpha"), "foreign: never seen here", kind);
    assert.equal((await project.call(["doctor"])).exit, 1, kind);
  }
  rmSync(directory, { recursive: true });
  mkdirSync(directory);
  writeFileSync(join(directory, name), text);
  assert.equal(await standingOf(project, "project_alpha"), "inferred: written here (shown)");
});

test("whatever lies in place of one attestation does not count, and its content is not read", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  const directory = join(project.root, "attest/project_alpha");
  const [name = ""] = readdirSync(directory);
  const path = join(directory, name);
  const elsewhere = { dir: join(project.base, "elsewhere"), content: readFileSync(path, "utf8") };
  // A hard link has the very bytes whose hash is its name: a signed text is the same wherever it lies.
  for (const kind of ODD_KINDS.filter((each) => each !== "hard link")) {
    plantOdd(path, kind, elsewhere);
    assert.equal(await standingOf(project, "project_alpha"), "foreign: never seen here", kind);
    const doctor = await project.call(["doctor"]);
    assert.equal(doctor.exit, 1, kind);
    assert.match(doctor.stdout, /\[W\] attestation: /, kind);
  }
  rmSync(path, { recursive: true });
  writeFileSync(path, elsewhere.content);
  assert.equal(await standingOf(project, "project_alpha"), "inferred: written here (shown)");
});

test("a statement that this machine has verified before counts only as long as each of its bytes is the same", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  const directory = join(project.root, "attest/project_alpha");
  const [name = ""] = readdirSync(directory);
  const path = join(directory, name);
  const text = readFileSync(path, "utf8");
  assert.equal(await standingOf(project, "project_alpha"), "inferred: written here (shown)");
  for (const changed of [
    `${text} `,
    text.trimEnd(),
    text.replace('"wrote"', '"Wrote"'),
    "",
    `\uFEFF${text}`,
  ]) {
    writeFileSync(path, changed);
    assert.equal(await standingOf(project, "project_alpha"), "foreign: never seen here");
  }
  writeFileSync(path, text);
  assert.equal(await standingOf(project, "project_alpha"), "inferred: written here (shown)");
});

test("junk beside the attestations of a memory changes nothing, however much a history could hold", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  const directory = join(project.root, "attest/project_alpha");
  const [name = ""] = readdirSync(directory);
  const text = readFileSync(join(directory, name), "utf8");
  for (let index = 0; index < 2_000; index += 1) {
    const hash = index.toString(16).padStart(64, "0");
    writeFileSync(join(directory, `${hash}.json`), index % 2 === 0 ? text : "junk");
    writeFileSync(join(directory, `junk-${index}.json`), text);
  }
  const begun = performance.now();
  assert.equal(await standingOf(project, "project_alpha"), "inferred: written here (shown)");
  assert.ok(performance.now() - begun < 5_000);
});

test("with more files than any history has, a memory is withheld, and quickly", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  await project.save("project_beta");
  const directory = join(project.root, "attest/project_alpha");
  for (let index = 0; index < 5_000; index += 1) writeFileSync(join(directory, `${index}`), "");
  const begun = performance.now();
  assert.equal(
    await standingOf(project, "project_alpha"),
    "quarantined: there are too many statements about it, or one cannot be read",
  );
  assert.equal(await standingOf(project, "project_beta"), "inferred: written here (shown)");
  assert.ok(performance.now() - begun < 5_000);
});

test("attestations that may not be read withhold their memory and no other", async (t) => {
  const project = await initProject(t, { inGit: false });
  for (const id of ["project_alpha", "project_beta", "project_gamma"]) await project.save(id);
  const attest = join(project.root, "attest");
  giveTo(NOBODY, project.base);
  const [name = ""] = readdirSync(join(attest, "project_beta"));
  chmodSync(join(attest, "project_alpha"), 0o000);
  chmodSync(join(attest, "project_beta", name), 0o000);
  const { exit, stdout, stderr } = project.run(["list", "--json"], { uid: NOBODY });
  assert.equal(exit, 0, stderr);
  const rows = JSON.parse(stdout).map(
    (each: { id: string; standing: string; reason: string }) => `${each.id} ${each.standing}: ${each.reason}`,
  );
  assert.deepEqual(rows, [
    "project_alpha quarantined: there are too many statements about it, or one cannot be read",
    "project_beta quarantined: there are too many statements about it, or one cannot be read",
    "project_gamma inferred: written here",
  ]);
});
