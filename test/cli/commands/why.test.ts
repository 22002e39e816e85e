import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after });
const PROMPT = "when does the kiwi sleep by day?";
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
await project.save("project_numbat", {
  name: "Numbat",
  body: "The numbat eats termites in the morning hours.",
});
project.keep();

type Told = { readonly shown: boolean; readonly why: string; readonly rank: number | null };

async function why(id: string, prompt: string | null = PROMPT): Promise<Told> {
  const asked = prompt === null ? [] : ["--prompt", prompt];
  return JSON.parse((await project.done(["why", id, ...asked, "--json"])).stdout);
}

test("why a memory is shown for a prompt: this shape is pinned", async () => {
  project.restore();
  project.writeConfig({ retrieval: { match_strategy: "fts5_bm25" } });
  const { score, best, terms, ...told } = { score: 0, best: 0, terms: [], ...(await why("project_kiwi")) };
  assert.deepEqual(told, {
    id: "project_kiwi",
    scope: "project",
    standing: "inferred",
    reason: "written here",
    shown: true,
    why: "it is among the best matches",
    rank: 1,
    confidence: "high",
    meaning: null,
    marks: [],
    at: null,
  });
  assert.ok(score > 0 && score === best && Array.isArray(terms));
  const { stdout } = await project.done(["why", "project_kiwi", "--prompt", PROMPT]);
  assert.match(
    stdout,
    /^project_kiwi is shown: it is among the best matches\nstanding {5}inferred \(written here\)\nscore {8}place 1, [\d.e-]+ \(best [\d.e-]+, high\)\n/,
  );
});

test("why not, for each thing that can keep a memory out", async () => {
  const config = (retrieval: object) => () => project.writeConfig({ retrieval });
  const does =
    (...words: string[]) =>
    () =>
      project.done(words);
  const cases: readonly (readonly [string, () => unknown, id?: string])[] = [
    ["it shares no telling word with the prompt", () => undefined, "project_numbat"],
    ["recall is turned off here", config({ enabled: false })],
    ["it did not fit in the budget", config({ budget_chars: 200 })],
    ["its category is turned off", turnCategoryOff],
    ["it is archived", does("archive", "project_kiwi")],
    ["it is retired: retired by this machine on 2026-05-01", does("retire", "project_kiwi")],
    [
      "it is quarantined: lowered by this machine on 2026-05-01",
      does("demote", "project_kiwi", "--reason", "wrong"),
    ],
    ["it is foreign: never seen here", plantForeign, "project_foreign"],
    ["others matched better, and the number shown is limited", addBetter],
  ];
  for (const [told, prepare, id = "project_kiwi"] of cases) {
    project.restore();
    await prepare();
    const { shown, why: reason } = await why(id);
    assert.deepEqual([shown, reason], [false, told]);
  }
});

async function turnCategoryOff(): Promise<void> {
  await project.done(["update", "project_kiwi", "--category", "preference"]);
  project.writeConfig({ categories: { preference: { enabled: false } } });
}

function plantForeign(): void {
  writeFileSync(
    project.pathOf("project_foreign"),
    memoryText({ name: "Kiwi", body: "The kiwi sleeps by day. ".repeat(3) }),
  );
}

async function addBetter(): Promise<void> {
  await project.save("project_better", {
    name: "When does the kiwi sleep",
    body: "When does the kiwi sleep by day? The kiwi sleeps by day.",
  });
  project.writeConfig({ retrieval: { max_inject: 1, match_strategy: "fts5_bm25" } });
}

test("the place of one that many others beat is told, however far down it is", async () => {
  project.restore();
  project.writeConfig({ retrieval: { match_strategy: "title_tags" } });
  for (let at = 0; at < 70; at += 1)
    writeFileSync(
      project.pathOf(`project_x${at}`),
      memoryText({ name: `x${at}`, body: "Nothing of it is of any use." }),
    );
  const prompt = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
  for (let at = 0; at < 60; at += 1)
    await project.save(`project_w${at}`, {
      name: `Word${at} word${(at + 1) % 60}`,
      body: "Long enough to be a body here.",
    });
  await project.save("project_last", { name: "Word7", body: "Long enough to be a body here, too." });
  const told = await why("project_last", prompt);
  assert.deepEqual(
    [told.shown, told.why, told.rank],
    [false, "others matched better, and the number shown is limited", 61],
  );
});

test("an unknown id is refused, a missing one is a usage error, and a prompt that recalls nothing says so", async () => {
  project.restore();
  const short = /"why": "a prompt this short, or a slash command, recalls nothing"/;
  await playRows(project.call, [
    ["why project_absent", 1, /^error: NOT_FOUND: /],
    ["why", 64],
    ["why project_kiwi --json --prompt kiwi", 0, short],
    ['why project_kiwi --json --prompt "/compact the kiwi"', 0, short],
  ]);
});
