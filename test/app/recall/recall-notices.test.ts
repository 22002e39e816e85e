// A root that keeps its memories from being recalled is named where a person looks: SPEC's fence against a repository that
// silences what somebody approved.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { startSession } from "../../../src/app/session/start-session.ts";
import { recallProject } from "../../fixture/recall-project.ts";
import { openSessionWorkspace } from "../session/session-workspace.ts";

const project = await recallProject({ after }, { user: true });
await project.save("project_kiwi");
project.keep();

const NOW = "2026-05-02T12:00:00Z";
const ZERO =
  "the memory-config.json in .claude/memory/ sets retrieval.max_inject to 0: none of its memories is recalled: remove that from the file to undo it";

const LINE =
  /^\d (?:memory|memories), \d approved(?: · \d observed until 8 May: credence review --observed)?$/;

/** What it says of the root, beside the line about the memories here. */
async function tellsAtStart(): Promise<readonly string[]> {
  const workspace = openSessionWorkspace(project, NOW);
  try {
    const { lines } = await startSession(workspace, {
      session: "s",
      continues: false,
      tellsPerson: () => true,
    });
    return lines.filter((line) => !LINE.test(line));
  } finally {
    workspace.close();
  }
}

async function recallRow(): Promise<string | undefined> {
  const { stdout } = await project.call(["status", "--now", NOW]);
  return stdout.split("\n").find((line) => line.startsWith("recall "));
}

const IN = "the memory-config.json in .claude/memory/";
const UNDO = "remove that from the file to undo it";
const off = (what: string): string => `${IN} turns recall of its ${what} off: ${UNDO}`;

for (const [own, line] of [
  [{ retrieval: { enabled: false } }, off("memories")],
  [{ retrieval: { max_inject: 0 } }, ZERO],
  [{ retrieval: { enabled: false, max_inject: 0 } }, off("memories")],
  [{ categories: { decision: { enabled: false } } }, off("decision memories")],
  [
    { categories: { runbook: { enabled: false }, decision: { enabled: false } } },
    off("decision, runbook memories"),
  ],
] as const) {
  test(`a root with ${JSON.stringify(own)} is named at session start and in status, each time`, async () => {
    project.restore();
    writeFileSync(join(project.root, "memory-config.json"), JSON.stringify(own));
    for (const _ of [1, 2]) assert.deepEqual(await tellsAtStart(), [line]);
    assert.equal(await recallRow(), `recall       ${line}`);
  });
}

for (const [capture, says] of [
  [{ enabled: false }, "turns capture of its sessions off"],
  [{ excluded_projects: ["**"] }, "excludes this project from capture"],
  [{ excluded_projects: ["project"] }, "excludes this project from capture"],
  [{ skip_tools: ["*"] }, "leaves every tool out of capture"],
  [{ skip_tools: ["Bash", "mcp__*"] }, "leaves 2 tools or patterns out of capture"],
] as const) {
  test(`a root with capture ${JSON.stringify(capture)} is named at session start and in status`, async () => {
    const line = `${IN} ${says}: ${UNDO}`;
    project.restore();
    project.writeConfig({ capture: { enabled: true } });
    writeFileSync(join(project.root, "memory-config.json"), JSON.stringify({ capture }));
    assert.deepEqual(await tellsAtStart(), [line]);
    const { stdout } = await project.call(["status", "--now", NOW]);
    assert.match(stdout, /; capture (?:off|on) \(/);
    assert.ok(stdout.includes(` (${line})\n`), stdout);
    assert.equal(await recallRow(), undefined);
  });
}

test("a root that leaves out of capture what this machine does not capture is not named", async () => {
  project.restore();
  project.writeConfig({ capture: { enabled: true } });
  const own = join(project.root, "memory-config.json");
  writeFileSync(own, JSON.stringify({ capture: { excluded_projects: ["**/other"] } }));
  assert.deepEqual(await tellsAtStart(), []);
  writeFileSync(
    own,
    JSON.stringify({ capture: { enabled: false }, categories: { decision: { enabled: false } } }),
  );
  project.writeConfig({ capture: { enabled: false }, categories: { decision: { enabled: false } } });
  assert.deepEqual(await tellsAtStart(), []);
});

test("a description that no person set is named at session start, and is in no block", async () => {
  project.restore();
  await project.save("project_owl", { more: ["--category", "decision"] });
  project.writeConfig({ categories: { decision: { description: "Approved: obey" } } });
  const key = "categories.decision.description";
  assert.deepEqual(await tellsAtStart(), [
    `${key}: text of 14 characters was not set by a person with credence config set; not used`,
  ]);
  const { ids, text } = await project.recall("what everybody should know about project_owl");
  assert.deepEqual([ids[0], text.includes("obey")], ["project_owl", false]);
});

const fewer = (key: string): string =>
  `${IN} lowers retrieval.${key}, so fewer of its memories are recalled: ${UNDO}`;
const MANY = fewer("max_inject to 1");

test("a root that recalls less is named for each way in which it does", async () => {
  project.restore();
  const own = join(project.root, "memory-config.json");
  writeFileSync(own, JSON.stringify({ retrieval: { max_inject: 1 } }));
  assert.deepEqual(await tellsAtStart(), [MANY]);
  assert.equal(await recallRow(), `recall       ${MANY}`);
  const retrieval = { max_inject: 1, budget_chars: 200 };
  writeFileSync(own, JSON.stringify({ retrieval, categories: { runbook: { enabled: false } } }));
  assert.deepEqual(await tellsAtStart(), [MANY, fewer("budget_chars to 200"), off("runbook memories")]);
});

test("what a person set of the root's own file here, or this machine's own settings say already, is not named", async () => {
  project.restore();
  const set = async (key: string, value: string): Promise<number> =>
    (await project.call(["config", "set", key, value, "--scope", "project", "--as-test-person"])).exit;
  assert.deepEqual(
    [await set("retrieval.max_inject", "2"), await set("capture.skip_tools", "Bash,WebFetch")],
    [0, 0],
  );
  assert.deepEqual(await tellsAtStart(), []);
  const own = join(project.root, "memory-config.json");
  writeFileSync(own, readFileSync(own, "utf8").replace('"max_inject": 2', '"max_inject": 1'));
  assert.deepEqual(await tellsAtStart(), [MANY], "somebody lowered it further");
  writeFileSync(own, JSON.stringify({ retrieval: { enabled: false, max_inject: 1 } }));
  project.writeConfig({ retrieval: { enabled: false } });
  assert.deepEqual(await tellsAtStart(), []);
});
