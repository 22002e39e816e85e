import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findText } from "../../fixture/tree.ts";
import { ASKED, askedProject, at, day, recall } from "./asked-project.ts";

test("operations are counted by command and actor, and approvals are listed", async (t) => {
  const project = await askedProject(t);
  await project.call(["retire", "project_idle", ...at(day("2026-05-02"))]);
  await project.call(["promote", "project_kiwi", "--as-test-person", ...at(day("2026-05-20"))]);
  await project.call(["reaffirm", "project_kiwi", "--as-test-person", ...at(day("2026-05-21"))]);
  const { operations, approvals } = await project.audit(at(day("2026-05-22")));
  assert.deepEqual(operations, [
    { command: "promote", actor: "person", count: 1 },
    { command: "reaffirm", actor: "person", count: 1 },
    { command: "retire", actor: "machine", count: 1 },
  ]);
  assert.deepEqual(
    approvals.map(({ id, scope, act, by, time }) => [id, scope, act, by, time]),
    ["2026-05-20", "2026-05-21"].map((on) => ["project_kiwi", "project", "approve", "you", day(on)]),
  );
});

test("--since limits what tells of the past, and nothing that tells of now", async (t) => {
  const project = await askedProject(t);
  await recall(project, ASKED, "2026-05-04");
  await recall(project, ASKED, "2026-05-18");
  await project.call(["demote", "project_idle", "--reason", "wrong", ...at(day("2026-05-05"))]);
  await project.call(["promote", "project_kiwi", "--as-test-person", ...at(day("2026-05-19"))]);
  const all = await project.audit(at(day("2026-05-20")));
  const late = await project.audit([...at(day("2026-05-20")), "--since", "2026-05-10"]);
  const past = ({ operations, approvals, recalls, quarantine }: typeof all) => [
    operations.length,
    approvals.length,
    recalls.prompts,
    quarantine.filter(({ isNew }) => isNew).length,
  ];
  assert.deepEqual(
    [past(all), past(late)],
    [
      [2, 1, 2, 0],
      [1, 1, 1, 0],
    ],
  );
  assert.equal(late.since, "2026-05-10T00:00:00Z");
  for (const key of [
    "summary",
    "findings",
    "stale",
    "waiting",
    "foreign",
    "unused",
    "drift",
    "references",
  ] as const)
    assert.deepEqual(late[key], all[key], key);
  const early = await project.audit([...at(day("2026-05-20")), "--since", "2026-05-01T00:00:00Z"]);
  assert.deepEqual(past(early), [2, 1, 2, 1]);
});

test("lines of journal, receipts and requests that are damaged or planted tell nothing", async (t) => {
  const project = await askedProject(t);
  await recall(project, ASKED, "2026-05-04");
  await project.call(["retire", "project_idle", ...at(day("2026-05-02"))]);
  const expected = await project.audit(at(day("2026-05-05")));
  const odd = [
    "x",
    "null",
    "[]",
    '{"op":"a","command":"# heading","id":"x"}',
    '{"op":1,"command":7,"id":null,"at":{},"actor":[]}',
    '{"op":"a","command":"save","id":"x","at":"yesterday","actor":"person"}',
    '{"v":1,"at":"2026-05-04T12:00:00Z","kind":"prompt","outcome":"shown","roots":[],"shown":[{"id":7}],"left":[]}',
    '{"v":1,"id":"project_kiwi"',
  ];
  const [journal = ""] = findText(project.state, '"command":"retire"').filter((path) =>
    path.endsWith("journal.ndjson"),
  );
  const receipts = join(project.state, "receipts.ndjson");
  const root = JSON.parse(readFileSync(join(project.root, "root.json"), "utf8")).root;
  const planted = {
    v: 1,
    at: day("2026-05-04"),
    kind: "session-start",
    outcome: "shown",
    roots: [root],
    shown: [{ id: "<script>", scope: "project" }],
    left: [],
  };
  appendFileSync(join(project.state, journal), `${odd.join("\n")}\n`);
  appendFileSync(receipts, `${odd.join("\n")}\n${JSON.stringify(planted)}\n`);
  writeFileSync(join(project.state, journal.replace("journal", "requests")), odd.join("\n"));
  assert.deepEqual(await project.audit(at(day("2026-05-05"))), expected);
});

test("a clock that went backwards calls nothing old, and breaks nothing", async (t) => {
  const project = await askedProject(t);
  await recall(project, ASKED, "2026-05-20");
  await project.call(["demote", "project_idle", "--reason", "wrong", ...at(day("2026-05-20"))]);
  const { summary, quarantine, unused, stale, history, exit } = await project.audit(at(day("2025-01-01")));
  assert.deepEqual(
    summary.ages.filter(({ count }) => count > 0),
    [{ age: "unknown", count: 2 }],
  );
  assert.deepEqual([quarantine[0]?.days, quarantine[0]?.window], [0, "passive"]);
  assert.deepEqual([unused.memories, stale, history, exit], [[], [], [], 0]);
});
