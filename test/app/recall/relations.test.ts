// What a reader is told about memories that contradict each other, and of copies.

import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { planUndo } from "../../../src/app/history/plan-undo.ts";
import { carryOutUndo } from "../../../src/app/history/undo.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { noteShown } from "../../../src/app/memories/shown-to-end.ts";
import { explainByReceipts, explainForPrompt } from "../../../src/app/recall/explain-recall.ts";
import { recallAtStart } from "../../../src/app/recall/recall-at-start.ts";
import { recallMemories } from "../../../src/app/recall/recall-memories.ts";
import { searchMemories } from "../../../src/app/recall/search-memories.ts";
import type { Draft } from "../../../src/memory/file/draft.ts";
import { update } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { pick } from "../../fixture/pick.ts";

const TUESDAY = {
  name: "Deploy day",
  description: "The day",
  body: "Deploys of Larkspur happen on Tuesdays.",
};
const MONDAY = { name: "Deploys now", description: "Day", body: "Deploys of Larkspur happen on Mondays." };
const FRIDAY = {
  name: "Deploys; +9 alike",
  description: "New day",
  body: "Deploys of Larkspur happen on Fridays.",
};

type Saved = readonly [draft: Partial<Draft>, isFact: boolean];

async function projectOf(t: TestContext, saved: readonly Saved[]): Promise<OpenProject> {
  const project = openProject(t);
  for (const [draft, person] of saved)
    await project.save({ origin: person ? "user" : "inference", ...draft }, { person });
  return project;
}

const FACT_AND_NOTE: readonly Saved[] = [
  [TUESDAY, true],
  [MONDAY, false],
];
const TWO_NOTES: readonly Saved[] = [
  [TUESDAY, false],
  [MONDAY, false],
];

/** The marker of each memory in the block, and its line of marks, by its name. */
async function recallLines(project: OpenProject): Promise<Record<string, string>> {
  const { text } = await recallMemories(await project.open(), { prompt: "when do we deploy Larkspur?" });
  return secondLines(text);
}

function secondLines(text: string): Record<string, string> {
  const lines = text.split("\n");
  return Object.fromEntries(
    lines.flatMap((line, at) => {
      const [, marker, name] = /^- \[\w+\] (\([a-z, ]+\)) (.*) -> /.exec(line) ?? [];
      const marks = (lines[at + 1] ?? "").startsWith("  | ") ? "" : (lines[at + 1] ?? "").trim();
      return name === undefined ? [] : [[name, `${marker} ${marks}`.trim()]];
    }),
  );
}

test("an inferred memory that contradicts a fact says so, and the fact is not marked", async (t) => {
  const lines = await recallLines(await projectOf(t, FACT_AND_NOTE));
  assert.match(lines["Deploys now"] ?? "", /^\(inferred\) .*; disagrees with a fact: Deploy day$/);
  assert.doesNotMatch(lines["Deploy day"] ?? "", /disagrees/);
});

test("a search by a model tells nothing of a fact because of an inferred memory", async (t) => {
  const project = await projectOf(t, FACT_AND_NOTE);
  const { found } = await searchMemories(await project.open(), {
    ...{ query: "when do we deploy Larkspur?", limit: 5, filter: {} },
    ...{ status: "active", strategy: "credence" },
  });
  const told = found.map(({ hit, relations }) => [hit.id, relations?.disagrees.map(({ id }) => id)]);
  assert.deepEqual(Object.fromEntries(told), {
    project_deploy_day: [],
    project_deploys_now: ["project_deploy_day"],
  });
});

test("two facts that contradict each other are both marked", async (t) => {
  const lines = await recallLines(
    await projectOf(t, [
      [TUESDAY, true],
      [MONDAY, true],
    ]),
  );
  assert.match(lines["Deploys now"] ?? "", /^\(fact, check\) .*; disagrees with a fact: Deploy day$/);
  assert.match(lines["Deploy day"] ?? "", /^\(fact, check\) .*; disagrees with a fact: Deploys now$/);
});

test("two inferred memories name each other, and neither wins", async (t) => {
  const project = await projectOf(t, TWO_NOTES);
  const lines = await recallLines(project);
  const expected = {
    "Deploy day": "(inferred) 2026-05-01; disagrees with: Deploys now",
    "Deploys now": "(inferred) 2026-05-01; disagrees with: Deploy day",
  };
  assert.deepEqual(lines, expected);
  const { text } = await recallAtStart(await project.open());
  assert.deepEqual(secondLines(text), expected);
});

test("where the other one is not in the block, an inferred pair is not mentioned", async (t) => {
  const project = await projectOf(t, TWO_NOTES);
  const { text } = await recallMemories(await project.open(), {
    prompt: "when do we deploy Larkspur?",
    limit: 1,
  });
  assert.doesNotMatch(text, /disagrees/);
});

test("a name cannot begin another mark", async (t) => {
  const lines = await recallLines(
    await projectOf(t, [
      [FRIDAY, true],
      [MONDAY, false],
    ]),
  );
  assert.match(lines["Deploys now"] ?? "", /; disagrees with a fact: Deploys, \+9 alike$/);
});

test("a group of copies takes one place, a fact stands for it, and an inferred one never for a fact", async (t) => {
  const copy = { ...TUESDAY, name: "Day of deploys", body: "Note: deploys of Larkspur happen on Tuesdays!" };
  const again = { ...TUESDAY, name: "Larkspur deploy day", body: "Deploys of Larkspur happen on TUESDAYS." };
  const project = await projectOf(t, [
    [copy, false],
    [again, false],
    [TUESDAY, true],
  ]);
  const lines = await recallLines(project);
  assert.deepEqual(Object.keys(lines), ["Deploy day"]);
  assert.equal(lines["Deploy day"], "(fact) +2 alike");
  const { receipt } = await recallMemories(await project.open(), { prompt: "when do we deploy Larkspur?" });
  assert.deepEqual(pick(receipt.left, "cut"), ["copy", "copy"]);
});

test("what is withheld is named by no mark", async (t) => {
  const project = await projectOf(t, FACT_AND_NOTE);
  rmSync(`${project.root}/attest/project_deploy_day`, { recursive: true });
  const lines = await recallLines(project);
  assert.deepEqual(Object.keys(lines), ["Deploys now"]);
  assert.doesNotMatch(lines["Deploys now"] ?? "", /disagrees/);
});

test("one that another of the same signer replaces says so, and the two do not disagree", async (t) => {
  const project = await projectOf(t, [[TUESDAY, false]]);
  await project.save({ origin: "inference", ...MONDAY, supersedes: "project_deploy_day" });
  const lines = await recallLines(project);
  assert.match(lines["Deploy day"] ?? "", /^\(inferred\) (?:.*; )?replaced by Deploys now$/);
  assert.doesNotMatch(lines["Deploys now"] ?? "", /disagrees|replaced/);
});

test("nothing replaces what another signer says", async (t) => {
  const project = await projectOf(t, [[TUESDAY, true]]);
  await project.save({ origin: "inference", ...MONDAY, supersedes: "project_deploy_day" });
  assert.doesNotMatch(Object.values(await recallLines(project)).join(), /replaced/);
});

test("nothing of a machine's replaces what a person brought back, though the machine wrote it", async (t) => {
  const project = await projectOf(t, [[TUESDAY, false]]);
  await update(project, ["project_deploy_day", { body: FRIDAY.body }], { now: "2026-05-02T12:00:00Z" });
  const workspace = await project.open({ person: true, now: "2026-05-03T12:00:00Z" });
  const plan = planUndo(workspace, findMemory(workspace, "project_deploy_day"));
  await carryOutUndo(workspace, plan, () => async (showing) => noteShown(showing));
  await project.save({ origin: "inference", ...MONDAY, supersedes: "project_deploy_day" });
  const lines = await recallLines(project);
  assert.match(lines["Deploy day"] ?? "", /^\(inferred\) .*; disagrees with: Deploys now$/);
  assert.match(lines["Deploys now"] ?? "", /^\(inferred\) .*; disagrees with: Deploy day$/);
});

test("why and receipts explain each mark, and a receipt has no word of a memory", async (t) => {
  const project = await projectOf(t, FACT_AND_NOTE);
  const workspace = await project.open();
  const prompt = "when do we deploy Larkspur?";
  await recallMemories(workspace, { prompt });
  const target = findMemory(workspace, "project_deploys_now");
  const { marks } = await explainForPrompt(workspace, target, prompt);
  assert.deepEqual(marks, [
    {
      mark: "disagrees-with-fact",
      why: "a fact contradicts it (project_deploy_day: Deploys of Larkspur happen on Tuesdays.)",
    },
  ]);
  assert.deepEqual(explainByReceipts(workspace, target).marks, [
    { mark: "disagrees-with-fact", why: "a fact contradicts it" },
  ]);
  assert.doesNotMatch(readFileSync(join(project.state, "receipts.ndjson"), "utf8"), /Larkspur/);
});

test("a copy that stands for the others is marked as they would be", async (t) => {
  const said = "Deploys of Larkspur happen on Mondays, as ever in this team and in the next one.";
  const project = await projectOf(t, [
    [TUESDAY, true],
    [{ name: "Deploys now", description: "Day", body: said }, false],
    [{ name: "Rituals of ours", description: "Day", body: `${said} Deploys.` }, false],
  ]);
  const inferred = Object.values(await recallLines(project)).filter((line) => line.startsWith("(inferred)"));
  assert.equal(inferred.length, 1);
  assert.match(inferred[0] ?? "", /\+1 alike.*disagrees with a fact: Deploy day$/);
});
