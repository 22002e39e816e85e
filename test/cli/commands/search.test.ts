import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after }, { user: true });
const JUNE = "2026-06-15T10:00:00Z";
const WINDOW = "We deploy on Tuesdays. The kiwi waits.\n\nWhy: the team is there.\nHow to apply: plan.";
await project.save("project_window", {
  name: "Deploy window",
  body: WINDOW,
  more: ["--tags", "deploy,calendar", "--category", "decision", "--as-test-person"],
});
await project.save("project_runner", {
  name: "Test runner",
  body: "Tests run with the numbat runner, never another.\n\nWhy: speed.\nHow to apply: use it.",
  more: ["--tags", "testing", "--category", "runbook"],
  now: JUNE,
});
await project.save("user_editor", {
  name: "Editor",
  body: "Prefers the bilby editor in every project there is.",
});
writeFileSync(
  project.pathOf("project_foreign"),
  memoryText({ name: "Kiwi numbat bilby", body: "kiwi ".repeat(20) }),
);
project.keep();

async function find(...args: string[]): Promise<string[]> {
  const { stdout } = await project.done(["search", ...args, "--json"], { now: JUNE });
  return JSON.parse(stdout).map(({ id }: { id: string }) => id);
}

test("a hit is a memory without its body, with its score, confidence and snippet: this shape is pinned", async () => {
  const { stdout } = await project.done(["search", "kiwi", "--strategy", "fts5_bm25", "--json"]);
  const [{ digest, score, ...hit }, ...others] = JSON.parse(stdout);
  assert.deepEqual(hit, {
    ...{ id: "project_window", scope: "project", path: ".claude/memory/memories/project_window.md" },
    ...{ name: "Deploy window", description: "About project_window", type: "project", category: "decision" },
    ...{ tags: ["deploy", "calendar"], cues: [], contradicts: [], tier: "verified", standing: "verified" },
    ...{
      reason: "approved by you on 2026-05-01",
      flagged: null,
      status: "active",
      origin: "user",
      taint: [],
    },
    ...{ createdAt: "2026-05-01T12:00:00Z", lastVerified: "2026-05-01", confidence: "high" },
    snippet: "We deploy on Tuesdays. The «kiwi» waits. Why: the team is there. How to apply: plan.",
  });
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.deepEqual([typeof score, score > 0, others], ["number", true, []]);
});

test("for people a hit is two lines, several words are one query, and nothing found is said", async () => {
  const line =
    "Deploy window: We deploy on Tuesdays. The «kiwi» waits. Why: the team is there. How to apply: plan.";
  const atTerminal = { answers: [], env: { TERM: "xterm" } };
  await playRows(project.call, [
    ["search kiwi", 0, `verified    project_window high\n            ${line}\n`],
    ["search bilby", 0, /^(?![\s\S]*[«»]).*user_editor.* \[user\]/, atTerminal],
    ["search quokka", 0, "no memory matches\n"],
    ["search quokka --json", 0, []],
    ...["search", 'search ""', 'search "  "'].map((words) => [words, 64, /^error: USAGE/] as const),
  ]);
  for (const words of [["numbat", "runner"], ["numbat runner"]])
    assert.deepEqual(await find(...words), ["project_runner"]);
});

test("each filter narrows", async () => {
  const all = "kiwi numbat bilby";
  for (const [args, ids] of [
    [["--type", "user"], ["user_editor"]],
    [["--category", "decision"], ["project_window"]],
    [["--tag", "Testing"], ["project_runner"]],
    [["--tier", "verified"], ["project_window"]],
    [["--since", "2026-06-01"], ["project_runner"]],
    [["--since", "2026-06-15T10:00:00Z"], ["project_runner"]],
    [["--since", "2026-06-16"], []],
    [["--scope", "user"], ["user_editor"]],
    [["--root", ".claude/memory", "--type", "project", "--tier", "inferred"], ["project_runner"]],
  ] as const) {
    for (const strategy of ["credence", "fts5_bm25"])
      assert.deepEqual(await find(all, ...args, "--strategy", strategy), ids, args.join(" "));
  }
  assert.equal((await find(all, "--limit", "1")).length, 1);
  assert.deepEqual((await find(all)).toSorted(), ["project_runner", "project_window", "user_editor"]);
});

test("wrong options are usage errors that name the right words", async () => {
  const rows = WRONG.map(
    ([wrong, told]) => [`search kiwi ${wrong}`, 64, new RegExp(`^error: USAGE: ${told}`)] as const,
  );
  await playRows(project.call, rows);
});

const WRONG = [
  ...["0", "101", "ten", "1.5"].map((odd) => [`--limit ${odd}`, "--limit takes a number from 1 to 100"]),
  ["--type note", "--type is one of user, feedback, project, reference"],
  ["--category x", "--category is one of"],
  ["--tier foreign", "--tier is one of verified, inferred, quarantined"],
  ["--status gone", "--status is one of active, archived, retired"],
  ...["yesterday", "2026-02-30"].map((odd) => [`--since ${odd}`, "--since takes YYYY-MM-DD"]),
  ["--strategy bm25", "--strategy is one of credence, fts5_bm25, title_tags"],
  ["--scope all", "--scope is project or user"],
];

test("archived and retired memories are found by their status only, what is in quarantine by a person only", async () => {
  project.restore();
  for (const [word, status] of [
    ["archive", "archived"],
    ["retire", "retired"],
  ] as const) {
    await project.done([word, "project_runner"]);
    assert.deepEqual(await find("numbat"), []);
    for (const strategy of ["credence", "fts5_bm25", "title_tags"])
      assert.deepEqual(await find("runner", "--status", status, "--strategy", strategy), ["project_runner"]);
    await project.done([`un${word}`, "project_runner", "--as-test-person"]);
  }
  await project.done(["demote", "project_runner", "--reason", "wrong"]);
  await playRows(project.call, [
    ["search numbat --tier quarantined --json", 0, []],
    ["search numbat --tier quarantined --json", 0, /"id": "project_runner"/, { answers: [] }],
  ]);
  project.restore();
});

test("what is redacted is not found by what it means either", async () => {
  project.restore();
  const hidden = "<redacted>The surgeon gives chemotherapy to each patient.</redacted>";
  const more = ["--as-test-person"];
  await project.save("project_hidden", {
    name: "Quiet plan",
    body: `The plan stays quiet here. ${hidden}`,
    more,
  });
  const query = ["doctors", "medicine", "hospital", "cancer"];
  assert.deepEqual(await find(...query), []);
  await project.save("project_shown", { name: "Loud plan", body: hidden.replaceAll(/<[^>]*>/g, ""), more });
  assert.deepEqual(await find(...query), ["project_shown"]);
  project.restore();
});

test("where no memory has a word of the query, the nearest in meaning come with a note", async () => {
  project.restore();
  const query = ["search", "weekday schedule for new software"];
  const { stdout, stderr } = await project.call(query);
  assert.match(stdout, /^verified {4}project_window low\n/);
  assert.equal(stderr, "note: no memory has a word of the query; these are the nearest in meaning\n");
  project.writeConfig({ retrieval: { meaning: false } });
  assert.deepEqual(await project.call(query), { exit: 0, stdout: "no memory matches\n", stderr: "" });
  project.restore();
});
