// The table of docs/upgrade.md, cell by cell: what 0.1.0 makes of what this version writes, what this version makes of what
// 0.1.0 wrote, and what it makes of a version that is not there yet.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test as tryOut } from "node:test";
import { IS_DEEP } from "../deep.ts";
import {
  ADVICE,
  APPROVED,
  type OldHome,
  oldHome,
  REMOVED,
  save,
  standingsBy,
  startSession,
} from "./old-home.ts";

// Half a minute of processes: the deep run alone has them.
const test = IS_DEEP ? tryOut : () => undefined;
const project = IS_DEEP ? await oldHome({ after }) : ({} as OldHome);
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

test("statements of version 2: 0.1.0 keeps a tombstone that it does not know, and shows what it ends if all of it comes back", () => {
  save(project, "new", ["project_moa", "The moa left its nest on the southern island.", "--as-test-person"]);
  const before = file("memories/project_moa.md");
  const statements = join(project.root, "attest/project_moa");
  const kept = join(project.base, "statements-of-moa");
  cpSync(statements, kept, { recursive: true });
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
  // With its statements, as the checkout of an old commit does. 0.1.0 cannot know better, so docs/upgrade.md says it.
  cpSync(kept, statements, { recursive: true });
  assert.equal(standingsBy(project, "0.1.0")["project_moa"], "verified");
  assert.deepEqual(stones(), laid);
  assert.notEqual(standingsBy(project, "new")["project_moa"], "verified");
  assert.doesNotMatch(
    project.run("new", "recall", "--prompt", "the nest of the moa").stdout,
    /southern island/,
  );
  rmSync(statements, { recursive: true });
  rmSync(join(project.root, "memories/project_moa.md"));
});

/** Named by its content, as every statement is. */
function plant(directory: string, statement: object): string {
  const text = `${JSON.stringify(statement)}\n`;
  const path = `attest/${directory}/${createHash("sha256").update(text).digest("hex")}.json`;
  mkdirSync(join(project.root, "attest", directory), { recursive: true });
  writeFileSync(join(project.root, path), text);
  return path;
}

test("statements and tombstones of a version that is not there yet: neither goes by them, and neither removes them", () => {
  const before = { "0.1.0": standingsBy(project, "0.1.0"), new: standingsBy(project, "new") };
  const body = { v: 3, act: "praise", id: APPROVED, more: "x" };
  const planted = [plant(APPROVED, body), plant("forgotten", { ...body, act: "forget" })];
  const texts = planted.map(file);
  for (const version of ["0.1.0", "new"] as const) {
    assert.deepEqual(standingsBy(project, version), before[version], version);
    for (const args of [["doctor", "--repair"], ["audit"]]) project.run(version, ...args);
    project.done(version, "retire", APPROVED, "--reason", "not now", "--as-test-person");
    project.done(version, "unretire", APPROVED, "--as-test-person");
    assert.deepEqual(standingsBy(project, version), before[version], version);
    assert.deepEqual(planted.map(file), texts, version);
  }
  // Where the root itself says that it is newer, the statement may have lowered the memory.
  const root = rewrite(join(project.root, "root.json"), (value) => ({ ...value, v: 2 }));
  assert.equal(standingsBy(project, "new")[APPROVED], "quarantined");
  writeFileSync(join(project.root, "root.json"), root);
  for (const path of planted) rmSync(join(project.root, path));
  assert.deepEqual(standingsBy(project, "new"), before.new);
});

test("configuration: each version goes by its own keys, and keeps those of the other and of one that is not there yet", () => {
  const path = join(project.state, "config.json");
  for (const [key, value] of [
    ["roots.auto", "true"],
    ["trust.observation_days", "3"],
  ])
    project.done("new", "config", "set", key ?? "", value ?? "", "--as-test-person");
  rewrite(path, (value) => ({ ...value, tomorrow: { key: [1] } }));
  project.done("0.1.0", "config", "set", "retrieval.max_inject", "4");
  project.done("new", "config", "set", "retrieval.max_inject", "5", "--as-test-person");
  const kept = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual(
    [kept.roots, kept.trust, kept.tomorrow],
    [{ auto: true }, { observation_days: 3 }, { key: [1] }],
  );
  assert.equal(project.done("0.1.0", "config", "get", "retrieval.max_inject").trim(), "5");
});

test("index: each version makes its own of the other's and of one that is not there yet, and finds the same", () => {
  const [cached = ""] = readdirSync(join(project.credenceHome, "cache"));
  for (const version of ["0.1.0", "new"] as const) {
    assert.match(project.done(version, "search", "kiwi hunts"), new RegExp(APPROVED), version);
    const database = new DatabaseSync(join(project.credenceHome, "cache", cached, "index.sqlite"));
    database.exec("PRAGMA user_version = 9000");
    database.close();
    assert.match(project.done(version, "search", "kiwi hunts"), new RegExp(APPROVED), version);
  }
});

test("journal: a line of a version that is not there yet stays, and hides no other", () => {
  const [id = ""] = readdirSync(join(project.state, "roots"));
  const path = join(project.state, "roots", id, "journal.ndjson");
  const line = `${JSON.stringify({ v: 9, op: "x", deed: "unheard of" })}\n`;
  appendFileSync(path, line);
  for (const version of ["0.1.0", "new"] as const) {
    save(project, version, [
      `project_${version === "new" ? "lynx" : "stoat"}`,
      `Seen by Credence ${version} at dusk, beside the old mill.`,
    ]);
    assert.match(project.done(version, "journal"), /project_stoat/, version);
  }
  assert.match(project.done("0.1.0", "journal"), /project_lynx/);
  assert.ok(readFileSync(path, "utf8").includes(line));
});

test("machine state of a newer version is read and not written; command, session and refusal name the way out", () => {
  project.done("new", "upgrade", "--yes");
  const path = join(project.state, "version.json");
  const place = join(project.credenceHome, "program/0.2.0");
  const ours = rewrite(path, (value) => ({ ...value, state: 3, version: "0.3.0" }));
  const ahead = readFileSync(path, "utf8");
  const told = `machine state was last used by Credence 0.3.0, and this version is older: it shows memories and changes nothing: credence upgrade ${place}`;
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
