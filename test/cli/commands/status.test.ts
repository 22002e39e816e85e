import assert from "node:assert/strict";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { acquireLock } from "../../../src/store/lock.ts";
import { type AuditProject, auditProject } from "../../fixture/audit-project.ts";
import { initProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";

const GOOD = "Plain words, long enough to be a body.\n\nWhy: so.\nHow to apply: so.";
const at = (time: string): string[] => ["--now", time];

async function linesOf(
  project: Pick<AuditProject, "call">,
  more: readonly string[] = [],
): Promise<[number, ...string[]]> {
  const { exit, stdout } = await project.call(["status", ...more]);
  return [exit, ...stdout.trimEnd().split("\n")];
}

test("with nothing to do it is short and exits 0", async (t) => {
  const project = await initProject(t, { state: "real" });
  await project.save("project_deploy");
  await project.done(["recall", "--prompt", "what should everybody know about project_deploy?"]);
  assert.deepEqual(await linesOf(project), [
    0,
    "all is well",
    "roots        .claude/memory/ (1)",
    "memories     1 inferred",
    "observed     1 memory is observed until 8 May: credence review --observed",
    "last recall  2026-05-01 12:00 UTC",
    "index        current",
    "person key   none yet: made when you first approve something, or by credence key passphrase",
    "observer     off; capture off",
  ]);
});

test("in a fresh root all is well, and nothing is said to be behind", async (t) => {
  const project = await initProject(t);
  const lines = await linesOf(project);
  assert.deepEqual(lines.slice(0, 2), [0, "all is well"]);
  assert.ok(lines.includes("index        project: the next search updates it"), lines.join("\n"));
});

test("an Observer without capture has nothing to read, and status says so", async (t) => {
  const project = await initProject(t);
  const config = { observer: { provider: "anthropic" } };
  writeFileSync(join(project.state, "config.json"), JSON.stringify(config));
  const said = "observer     anthropic; capture off, so the Observer has nothing to read: credence setup";
  assert.ok((await linesOf(project)).includes(said));
});

test("the JSON has every count", async (t) => {
  const project = auditProject(t);
  const { exit, stdout } = await project.call(["status", "--json"]);
  assert.equal(exit, 0);
  assert.deepEqual(JSON.parse(stdout), {
    exit: 0,
    roots: [
      { scope: "project", path: ".claude/memory/", memories: 0 },
      { scope: "user", path: "~/.claude/claude-memory/", memories: 0 },
    ],
    standings: { verified: 0, inferred: 0, foreign: 0, quarantined: 0, retired: 0 },
    waiting: {
      ...{ disputed: 0, request: 0 },
      changed: 0,
      dictated: 0,
      flagged: 0,
      foreign: 0,
      observed: 0,
      moved: 0,
      stale: 0,
      quarantined: 0,
    },
    newFindings: 0,
    observed: { count: 0, first: null, last: null },
    vanished: [],
    untested: [],
    quarantinedNew: 0,
    questions: [],
    broken: [],
    recall: [],
    lastRecall: null,
    index: ["project", "user"].map((scope) => ({ scope, state: "behind" })),
    keys: { person: "without a passphrase", made: null },
    signers: { trusted: 0, unknown: 0 },
    capture: "off",
    captureNotice: null,
    observer: "none",
    clients: [],
  });
});

test("what waits is counted by kind, and exits 1; quarantine waits from day 31 on", async (t) => {
  const project = auditProject(t);
  await project.plant("project_old", { by: "person", body: GOOD, time: "2026-01-01T09:00:00Z" });
  await project.plant("project_asked", { by: "person", body: GOOD });
  await project.plant("project_doubted", { body: GOOD });
  await project.call(["demote", "project_doubted", "--reason", "doubt"]);
  await project.call(["retire", "project_asked", "--reason", "an agent thinks so"]);
  const [exit, , , memories, waiting, quarantine] = await linesOf(project);
  assert.deepEqual(
    [exit, memories, waiting, quarantine],
    [
      1,
      "memories     2 verified, 1 quarantined",
      "waiting      1 request, 1 stale: credence review",
      "quarantine   1 new in the last 7 days: credence list --standing quarantined",
    ],
  );
  const later = JSON.parse((await project.call(["status", "--json", ...at("2026-06-01T12:00:00Z")])).stdout);
  assert.deepEqual([later.waiting.quarantined, later.quarantinedNew, later.waiting.request], [1, 0, 1]);
});

test("a copied root with an unknown signer is named, and its memories wait", async (t) => {
  const [ana, bo] = [auditProject(t), auditProject(t)];
  await ana.plant("project_hers", { by: "person", body: GOOD });
  rmSync(bo.root, { recursive: true });
  renameSync(ana.root, bo.root);
  const lines = await linesOf(bo);
  assert.equal(lines[0], 1);
  assert.ok(lines.includes("waiting      1 foreign: credence review"));
  assert.ok(lines.includes("signers      1 unknown: credence team accept shows whose cards are here"));
});

test("what is broken exits 2 and is counted, without a name of a file", async (t) => {
  const project = auditProject(t);
  writeFileSync(join(project.root, "memories", "project_broken.md"), "no frontmatter");
  writeFileSync(join(project.root, "memories", "project_misplaced.md"), memoryText({ tier: "quarantined" }));
  for (const directory of ["memories", "quarantine"])
    writeFileSync(join(project.root, directory, "project_twice.md"), memoryText({ tier: "quarantined" }));
  writeFileSync(join(project.state, "signers.json"), "{");
  const lines = await linesOf(project);
  assert.equal(lines[0], 2);
  assert.equal(
    lines.find((line) => String(line).startsWith("broken")),
    "broken       1 file in .claude/memory/ cannot be read as a memory; 2 files in .claude/memory/ in the wrong place; 1 trusted signer cannot be read: credence doctor",
  );
});

test("an operation that was interrupted is one line, also where what is left of it is damaged", async (t) => {
  const project = await initProject(t);
  await project.save("project_deploy");
  const [records = ""] = readdirSync(join(project.state, "roots"));
  const intent = join(project.state, "roots", records, "intents", "20260501120000-abcdef.json");
  const said = "broken       an operation in .claude/memory/ was interrupted: credence doctor";
  const entry = { v: 1, op: "20260501120000-abcdef", command: "demote", id: "project_deploy" };
  for (const text of [JSON.stringify({ v: 1, root: project.root, entry, steps: [] }), "{"]) {
    writeFileSync(intent, text);
    const lines = await linesOf(project);
    assert.equal(lines[0], 2);
    assert.deepEqual(
      lines.filter((line) => String(line).includes("operation")),
      [said],
    );
  }
  // What another checkout of the root left is for that one to finish.
  const elsewhere = await initProject(t);
  writeFileSync(intent, JSON.stringify({ v: 1, root: elsewhere.root, entry, steps: [] }));
  assert.deepEqual((await linesOf(project)).slice(0, 2), [0, "all is well"]);
});

test("an operation that somebody is about to finish was not interrupted, for status or doctor", async (t) => {
  const project = await initProject(t);
  await project.save("project_deploy");
  const [records = ""] = readdirSync(join(project.state, "roots"));
  const entry = { v: 1, op: "20260501120000-abcdef", command: "demote", id: "project_deploy" };
  const intent = join(project.state, "roots", records, "intents", `${entry.op}.json`);
  writeFileSync(intent, JSON.stringify({ v: 1, root: project.root, entry, steps: [] }));
  const saying = async (): Promise<boolean[]> => {
    const answers = [await project.call(["status"]), await project.call(["doctor"])];
    return answers.map(({ stdout }) => stdout.includes("was interrupted"));
  };
  const lock = acquireLock(project.root);
  assert.deepEqual(await saying(), [false, false]);
  lock.release();
  assert.deepEqual(await saying(), [true, true]);
});

test("a damaged index is said and is no fault; without a root there is nothing to say", async (t) => {
  const project = await initProject(t);
  await project.save("project_deploy");
  await project.done(["search", "deploy"]);
  const [cache] = [join(project.credenceHome, "cache")];
  rmSync(cache, { recursive: true });
  writeFileSync(cache, "no directory");
  const lines = await linesOf(project);
  assert.deepEqual(
    [lines[0], lines.find((line) => String(line).startsWith("index"))],
    [0, "index        project: none can be stored; each search builds its own"],
  );
  const nowhere = await project.call(["status"], { cwd: project.home });
  assert.deepEqual([nowhere.exit, nowhere.stdout], [0, "no memory root here: credence init creates one\n"]);
});
