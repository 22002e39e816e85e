// New rules on an old store: what they find in a fact asks the person and takes nothing away, and every text is judged once,
// a few at a time, by whoever has a moment.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { isLookAsideDue } from "../../../src/app/index/cited-fates.ts";
import { openKeptIndex, withIndexes } from "../../../src/app/index/open-index.ts";
import { createPageCache } from "../../../src/app/page/known/cache.ts";
import { overviewView } from "../../../src/app/page/overview-view.ts";
import { recallMemories } from "../../../src/app/recall/recall-memories.ts";
import { startSession } from "../../../src/app/session/start-session.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { RULE_SET_VERSION } from "../../../src/memory/formats.ts";
import { keepVerdicts, readUnjudged } from "../../../src/search/index/verdicts.ts";
import { type AuditProject, auditProject } from "../../fixture/audit-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { signUnjudged } from "../../fixture/sign-unjudged.ts";
import { AROUND } from "../page/open-page.ts";
import { FLAGGED } from "../review/review-sample.ts";

const DAY = 86_400_000;
/** Later than every file is made: none is so young that its verdict is not kept. */
const NOW = Date.now() + 40 * DAY;
const ago = (days: number): string => new Date(NOW - days * DAY).toISOString().replace(/\.\d+/, "");
const now = ago(0);

type Kept = Readonly<Record<string, readonly string[]>>;

/** As the release before left it: the index is up to date, and each memory in use was judged by its rules. */
async function judgeByOldRules(project: AuditProject, found: Kept = {}, rules = RULE_SET_VERSION - 1) {
  const workspace = await project.open({ now });
  const root = rootOf(workspace, "project");
  withIndexes(workspace, { roots: [root] }, ([indexed]) => {
    assert.ok(indexed !== undefined);
    const rows = indexed.index.database.prepare("SELECT id, digest FROM memories WHERE searchable = 1").all();
    const judged = rows.map(({ id, digest }) => {
      const flags = found[String(id)] ?? [];
      const wording = { rules: flags, strong: [], what: null };
      return { id: String(id), digest: String(digest), wording, isTaken: flags.length === 0 };
    });
    keepVerdicts(indexed.index, judged, rules);
    assert.equal(countUnjudged(indexed.index), rules === RULE_SET_VERSION ? 0 : rows.length);
  });
}

type Index = NonNullable<ReturnType<typeof openKeptIndex>>;

function countUnjudged(index: Index): number {
  return readUnjudged(index, RULE_SET_VERSION, 1_000_000).length;
}

async function leftIn(project: AuditProject): Promise<number> {
  const workspace = await project.open({ now });
  const index = openKeptIndex(workspace, rootOf(workspace, "project"));
  assert.ok(index !== null);
  const left = countUnjudged(index);
  index.database.close();
  return left;
}

async function plantFacts(project: AuditProject, count: number): Promise<void> {
  const workspace = await project.open({ person: true });
  const root = rootOf(workspace, "project");
  for (let number = 0; number < count; number += 1) {
    const id = `project_fact_${number}`;
    const word = [...String(number)].map((digit) => "bcdfghjklm"[Number(digit)]).join("a");
    // Sentences about other things: facts that contradict each other would wait.
    const body = `Cleaning of ${word}o ${word}i ${word}u.\n\nWhy: ${word}e.\nHow to apply: unload elsewhere.`;
    const parts = { name: id, description: `About ${id}`, tier: "verified", body };
    const text = memoryText({ ...parts, extra: ["last-verified: 2026-05-01"] });
    writeFileSync(join(root.path, "memories", `${id}.md`), text);
    signUnjudged(workspace, root, { id, text, act: "approve", time: ago(1) });
  }
}

const startLines = async (project: AuditProject): Promise<readonly string[]> =>
  (
    await startSession(await project.open({ now }), {
      ...{ session: String(Math.random()), continues: false, tellsPerson: () => true },
    })
  ).lines;

const LINES = /\d+ facts? (?:has|have) new findings.*/;

/** What each surface says of facts with new findings. */
async function sayEverywhere(t: TestContext, project: AuditProject): Promise<Record<string, string | null>> {
  const find = (text: string): string | null => LINES.exec(text)?.[0] ?? null;
  const { stdout } = await project.call(["status"], { now });
  const json = JSON.parse((await project.call(["status", "--json"], { now })).stdout);
  const cache = createPageCache();
  t.after(cache.close);
  const page = await overviewView(await project.open({ now, person: true }), cache, AROUND);
  return {
    status: find(stdout),
    "status --json": String(json.newFindings),
    "session start": find((await startLines(project)).join("\n")),
    page: find(page.says.join("\n")),
  };
}

const reviewed = async (project: AuditProject): Promise<string[]> => {
  const items = JSON.parse((await project.call(["review", "--json"], { now })).stdout);
  return items.map(
    ({ id, waits }: { id: string; waits: { kind: string; why: string }[] }) => `${id}: ${waits[0]?.kind}`,
  );
};

/** Three facts in which the rules of today find something, among what waits for other reasons. */
async function cranesProject(t: TestContext): Promise<AuditProject> {
  const project = auditProject(t);
  await plantFacts(project, 5);
  for (const name of ["a", "b", "c"]) {
    const body = `${FLAGGED} The harbour crane ${name} lifts ninety tons.`;
    await project.plant(`project_crane_${name}`, { by: "person", time: ago(1), body });
  }
  await project.plant("project_said", { time: ago(1), extra: ["origin: dictated"] });
  await project.plant("project_wished", { by: "person", time: ago(1) });
  for (const id of ["project_wished", "project_crane_c"])
    await project.call(["retire", id, "--reason", "old"], { now });
  await judgeByOldRules(project);
  return project;
}

/** On every surface. */
function saidOf(count: number, facts: string): Record<string, string> {
  const line = `${facts} new findings: credence review`;
  return {
    status: line,
    "status --json": String(count),
    "session start": line,
    page: `${facts} new findings.`,
  };
}

test("what new rules find in facts asks the person first, and the facts apply as before", async (t) => {
  const project = await cranesProject(t);
  const asked = { prompt: "how many tons does the harbour crane lift?" };
  const before = await recallMemories(await project.open({ now }), asked);
  assert.equal(
    (await startLines(project)).some((line) => LINES.test(line)),
    false,
  );
  assert.deepEqual(await sayEverywhere(t, project), saidOf(3, "3 facts have"));
  assert.deepEqual(await reviewed(project), [
    "project_crane_a: flagged",
    "project_crane_b: flagged",
    "project_crane_c: flagged",
    "project_wished: request",
    "project_said: dictated",
  ]);
  const after = await recallMemories(await project.open({ now }), asked);
  // Each applies as before, and says that there is something to check.
  const bodies = (text: string): string[] => text.split("\n").filter((line) => line.startsWith("  | "));
  assert.deepEqual(bodies(after.text), bodies(before.text));
  assert.equal(after.text.match(/\(fact, check\)/g)?.length, 3);
  assert.match(after.text, /project_crane_a/);
  const list: { standing: string }[] = JSON.parse((await project.call(["list", "--json"], { now })).stdout);
  assert.equal(list.filter(({ standing }) => standing === "verified").length, 9);
});

test("a person who answers is not asked again", async (t) => {
  const project = await cranesProject(t);
  await project.call(["status"], { now });
  const yes = ["reaffirm", "project_crane_a", "--acknowledge", "--as-test-person"];
  const no = ["demote", "project_crane_b", "--reason", "no longer", "--as-test-person"];
  for (const words of [yes, no]) {
    const { exit, stderr } = await project.call(words, { now });
    assert.equal(exit, 0, stderr);
  }
  // Also where nobody has looked closely since.
  const lines = await startLines(project);
  assert.ok(lines.includes("1 fact has new findings: credence review"), lines.join("\n"));
  assert.deepEqual(await sayEverywhere(t, project), saidOf(1, "1 fact has"));
  assert.deepEqual(await reviewed(project), [
    "project_crane_c: flagged",
    "project_wished: request",
    "project_said: dictated",
  ]);
});

test("what the rules before found is asked about until the new ones have looked", async (t) => {
  const project = auditProject(t);
  await plantFacts(project, 1);
  await project.plant("project_advice", { time: ago(1) });
  await judgeByOldRules(project, { project_fact_0: ["gone-rule"], project_advice: ["gone-rule"] });
  const lines = (await startLines(project)).join("\n");
  assert.match(lines, / 2 wait: credence review/);
  assert.match(lines, /1 fact has new findings: credence review/);
  assert.deepEqual(await reviewed(project), []);
  assert.doesNotMatch((await startLines(project)).join("\n"), /wait|new findings/);
});

test("a store is judged a few at a time, nothing twice, and neither by a prompt nor by a session start", async (t) => {
  const project = auditProject(t);
  await plantFacts(project, 600);
  await project.plant("project_flagged", { by: "person", time: ago(1), body: FLAGGED });
  await judgeByOldRules(project);
  assert.equal(isLookAsideDue(await project.open({ now })), true);
  await recallMemories(await project.open({ now }), { prompt: "which quay is closed on Mondays?" });
  await startLines(project);
  assert.equal(await leftIn(project), 601);
  await project.call(["status"], { now });
  assert.equal(await leftIn(project), 551);
  await project.call(["review", "--json"], { now });
  assert.equal(await leftIn(project), 51);
  await project.call(["index", "--cited"], { now });
  assert.equal(await leftIn(project), 0);
  assert.equal(isLookAsideDue(await project.open({ now })), false);
  assert.match((await startLines(project)).join("\n"), /1 fact has new findings: credence review/);
  // Whoever judged it again would find something.
  await judgeByOldRules(project, {}, RULE_SET_VERSION);
  assert.deepEqual(await reviewed(project), []);
});

test("an upgrade or an audit that judged everything leaves nothing to judge", async (t) => {
  const project = auditProject(t);
  await plantFacts(project, 60);
  await project.plant("project_flagged", { by: "person", time: ago(1), body: FLAGGED });
  await judgeByOldRules(project);
  await project.audit(["--dry-run"], { now });
  assert.equal(await leftIn(project), 0);
  assert.equal(
    (await sayEverywhere(t, project))["session start"],
    "1 fact has new findings: credence review",
  );
});

/** Judges what is left, and kills itself in the middle of a text. */
const KILLED = `
  import { judgeRest } from ${JSON.stringify(moduleAt("app/survey/look-closely.ts"))};
  import { openWorkspace, rootOf } from ${JSON.stringify(moduleAt("app/workspace/workspace.ts"))};
  const workspace = openWorkspace(JSON.parse(process.argv[1]));
  let judged = 0;
  const rest = async () => (judged += 1) === 300 && process.kill(process.pid, "SIGKILL");
  await judgeRest(workspace, rootOf(workspace, "project"), { judgedMax: 10_000, rest });`;

function moduleAt(path: string): string {
  return pathToFileURL(join(import.meta.dirname, "../../../src", path)).href;
}

test("a process that judges aside and is killed has not judged for nothing, and the next one goes on", async (t) => {
  const project = auditProject(t);
  await plantFacts(project, 400);
  await judgeByOldRules(project);
  const words = ["--input-type=module", "--eval", KILLED, JSON.stringify(project.hints({ now }))];
  assert.equal(spawnSync(process.execPath, words).signal, "SIGKILL");
  assert.equal(await leftIn(project), 150);
  assert.equal(isLookAsideDue(await project.open({ now })), true);
  await project.call(["index", "--cited"], { now });
  assert.equal(await leftIn(project), 0);
  assert.equal(isLookAsideDue(await project.open({ now })), false);
});
