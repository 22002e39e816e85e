// What a prompt gets besides the texts: titles that may fit. And what a start says of the memories that it does not show.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { hintsIn, makeStore, sampleDraft } from "../../../bench/store-samples.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { explainByReceipts, explainForPrompt } from "../../../src/app/recall/explain-recall.ts";
import { recallAtStart } from "../../../src/app/recall/recall-at-start.ts";
import { recallMemories } from "../../../src/app/recall/recall-memories.ts";
import { readReceipts } from "../../../src/app/recall/receipts.ts";
import { openWorkspace, type Workspace } from "../../../src/app/workspace/workspace.ts";
import type { Draft } from "../../../src/memory/file/draft.ts";
import { parseBlock } from "../../fixture/parse-block.ts";
import { freshDir } from "../../temp-dir.ts";

const NOTES = [
  ["Staging database", "Staging runs PostgreSQL 16 on the small server; test every migration there first."],
  ["Migration order", "A migration is deployed alone, one release before the code that needs the column."],
  ["Release day", "We release on Wednesdays before ten, and never before a holiday."],
  ["Logging", "Logs hold order numbers and never names of customers."],
  ["Port list", "The order service listens on 4100 and the basket on 4200."],
  ["Commit style", "Subjects are imperative and name the service."],
] as const;

function storeOf(t: TestContext, memories: number, draftOf: (number: number) => Draft): Workspace {
  const base = freshDir(t);
  makeStore(base, memories, { draftOf });
  const workspace = openWorkspace({ ...hintsIn(base), now: Date.UTC(2026, 4, 3) });
  t.after(() => workspace.close());
  return workspace;
}

function notes(t: TestContext): Workspace {
  return storeOf(t, NOTES.length, (number) => {
    const [name, body] = NOTES[number] ?? ["", ""];
    return { ...sampleDraft(number), name, body, category: null, tags: [], description: name };
  });
}

test("what the judge neither passes nor excludes is named, and receipts and why say so", async (t) => {
  const workspace = notes(t);
  const prompt = "add a migration for the orders table";
  const { text, shown, titles } = await recallMemories(workspace, { prompt });
  const block = parseBlock(text.trimEnd());
  assert.ok(block.kind === "block", text);
  assert.ok(block.titles.length > 0 && block.titles.length <= 3, text);
  assert.deepEqual(
    block.titles.map(({ id }) => id),
    titles.map(({ hit }) => hit.row.id),
  );
  assert.ok(block.titles.every(({ marker }) => marker === "inferred"));
  const texts = new Set(shown.map(({ hit }) => hit.row.id));
  assert.ok(block.titles.every(({ id }) => !texts.has(id)));
  const [receipt] = readReceipts(workspace);
  assert.deepEqual(
    receipt?.titles?.map(({ id }) => id),
    block.titles.map(({ id }) => id),
  );
  const target = findMemory(workspace, block.titles[0]?.id ?? "");
  const said = "it may fit: its title is shown, and its text is not";
  assert.equal((await explainForPrompt(workspace, target, prompt)).why, said);
  assert.equal(explainByReceipts(workspace, target).why, `at a prompt, ${said}`);
});

test("where it is sure that nothing is meant, and where one memory is asked for, titles are none or as few", async (t) => {
  const workspace = notes(t);
  assert.equal((await recallMemories(workspace, { prompt: "thanks, that looks very good" })).text, "");
  const prompt = "add a migration for the orders table";
  const { titles } = await recallMemories(workspace, { prompt, limit: 1 });
  assert.ok(titles.length <= 1);
});

test("a start that shows all says how many, and one that does not names topics, each with a mark", async (t) => {
  const few = parseBlock((await recallAtStart(notes(t))).text.trimEnd());
  assert.ok(few.kind === "block");
  assert.deepEqual([few.count, few.topics], [`${NOTES.length} of ${NOTES.length}`, null]);
  const many = storeOf(t, 150, (number) => ({
    ...sampleDraft(number),
    name: `Case ${number}`,
    tags: number % 3 === 0 ? [] : [number % 2 === 0 ? "billing" : "deploy"],
    category: null,
  }));
  const { text } = await recallAtStart(many, { budgetChars: 3_000 });
  const block = parseBlock(text.trimEnd());
  assert.ok(block.kind === "block", text);
  assert.match(block.count ?? "", /^\d\d of 150$/);
  assert.equal(block.topics, "project 50 \u00B7 (inferred) billing 50 \u00B7 (inferred) deploy 50");
});
