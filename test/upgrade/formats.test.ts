// The table of docs/upgrade.md, cell by cell: what 0.1.0 makes of what this version writes, what this version makes of what
// 0.1.0 wrote, and what it makes of a version that is not there yet.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { ADVICE, APPROVED, oldHome, REMOVED, save, standingsBy, startSession } from "./old-home.ts";

const project = await oldHome({ after });
const file = (path: string): string => readFileSync(join(project.root, path), "utf8");

function rewrite(path: string, change: (value: Record<string, unknown>) => object): string {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, `${JSON.stringify(change(JSON.parse(text)))}\n`);
  return text;
}

test("root: 0.1.0 and this version share format 1; of a newer one this version reads, and neither writes", () => {
  const path = join(project.root, "root.json");
  const text = rewrite(path, (value) => ({ ...value, v: 2, more: "x" }));
  const newer = readFileSync(path, "utf8");
  assert.match(project.done("new", "list"), /verified +project_kiwi/);
  for (const version of ["0.1.0", "new"] as const) {
    const { exit, stderr } = project.run(version, "demote", ADVICE, "--reason", "x");
    assert.deepEqual([exit, /NEWER_FORMAT/.test(stderr)], [1, true], `${version}: ${stderr}`);
  }
  assert.equal(readFileSync(path, "utf8"), newer);
  writeFileSync(path, text);
});

test("memory: a key that a version does not know stays in the file, whoever changes it", () => {
  const path = join(project.root, `memories/${ADVICE}.md`);
  writeFileSync(path, file(`memories/${ADVICE}.md`).replace("\n---\n", "\nof-the-future: kept\n---\n"));
  project.done("0.1.0", "retire", ADVICE, "--reason", "not now");
  assert.match(file(`memories/${ADVICE}.md`), /^of-the-future: kept$/m);
  assert.equal(standingsBy(project, "new")[ADVICE], "retired");
  project.done("new", "unretire", ADVICE, "--as-test-person");
  assert.match(file(`memories/${ADVICE}.md`), /^of-the-future: kept$/m);
  assert.equal(standingsBy(project, "0.1.0")[ADVICE], "inferred");
});

test("statements: what one version lowered, the other leaves low", () => {
  assert.equal(standingsBy(project, "new")[REMOVED], "quarantined");
  save(project, "new", [
    "project_yak",
    "The yak carries the mail over the pass in winter.",
    "--as-test-person",
  ]);
  project.done("new", "demote", "project_yak", "--reason", "it retired", "--as-test-person");
  assert.equal(standingsBy(project, "0.1.0")["project_yak"], "quarantined");
});

test("statements of version 2: 0.1.0 keeps a tombstone that it does not know, and shows nothing of what it ends", () => {
  save(project, "new", ["project_moa", "The moa left its nest on the southern island."]);
  const before = file("memories/project_moa.md");
  project.done("new", "forget", "project_moa", "--reason", "asked for", "--as-test-person");
  const stones = (): string[] => readdirSync(join(project.root, "attest/forgotten"));
  const laid = stones();
  assert.ok(laid.length > 0);
  // As a machine that did not hear of it would bring it back.
  writeFileSync(join(project.root, "memories/project_moa.md"), before);
  for (const args of [
    ["list"],
    ["doctor", "--repair"],
    ["audit"],
    ["recall", "--prompt", "the nest of the moa"],
  ])
    assert.doesNotMatch(project.run("0.1.0", ...args).stdout, /southern island/);
  assert.notEqual(standingsBy(project, "0.1.0")["project_moa"], "verified");
  assert.deepEqual(stones(), laid);
  assert.doesNotMatch(
    project.run("new", "recall", "--prompt", "the nest of the moa").stdout,
    /southern island/,
  );
});

test("configuration: each version keeps the keys of the other and goes by its own", () => {
  const path = join(project.state, "config.json");
  for (const [key, value] of [
    ["roots.auto", "true"],
    ["trust.observation_days", "3"],
  ])
    project.done("new", "config", "set", key ?? "", value ?? "", "--as-test-person");
  project.done("0.1.0", "config", "set", "retrieval.max_inject", "4");
  const kept = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual([kept.roots, kept.trust], [{ auto: true }, { observation_days: 3 }]);
  assert.equal(project.done("new", "config", "get", "retrieval.max_inject").trim(), "4");
});

test("index: each version makes its own of it, and finds the same", () => {
  for (const version of ["0.1.0", "new", "0.1.0", "new"] as const)
    assert.match(project.done(version, "search", "kiwi hunts"), new RegExp(APPROVED), version);
});

test("machine state of a newer version is read and not written; command, session and refusal name the way out", () => {
  project.done("new", "upgrade", "--yes");
  const path = join(project.state, "version.json");
  const place = join(project.credenceHome, "program/0.2.0");
  const ours = rewrite(path, (value) => ({ ...value, state: 3, version: "0.3.0" }));
  const ahead = readFileSync(path, "utf8");
  const told = `Credence 0.3.0 looks after machine state, and this is an older one: it reads, and writes nothing: credence upgrade ${place}`;
  const session = startSession(project, "future");
  assert.ok(session.includes(told), session);
  assert.match(session, /project_kiwi\.md/);
  const listed = project.run("new", "list");
  assert.match(listed.stdout, /verified +project_kiwi/);
  assert.ok(listed.stderr.includes(told), listed.stderr);
  const refused = project.run("new", "demote", APPROVED, "--reason", "x");
  assert.deepEqual([refused.exit, /NEWER_FORMAT/.test(refused.stderr)], [1, true]);
  const upgrade = project.run("new", "upgrade", "--yes");
  assert.deepEqual(
    [upgrade.exit, upgrade.stderr.includes(`hint: credence upgrade ${place}`)],
    [1, true],
    upgrade.stderr,
  );
  assert.equal(readFileSync(path, "utf8"), ahead);
  assert.equal(standingsBy(project, "new")[APPROVED], "verified");
  writeFileSync(path, ours);
  assert.ok(existsSync(place));
});
