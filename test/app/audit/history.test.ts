import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { traceStandings } from "../../../src/app/audit/history-sections.ts";
import { noteAccess } from "../../../src/app/capture/accesses.ts";
import { noteSpending } from "../../../src/observer/model/budget.ts";
import { type AuditProject, auditProject, idsOf, plantedProject } from "../../fixture/audit-project.ts";
import { pick } from "../../fixture/pick.ts";
import { findText } from "../../fixture/tree.ts";
import { ASKED, askedProject, at, day, GOOD, recall } from "./asked-project.ts";

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
    pick(approvals, "id", "scope", "act", "by", "time"),
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
  const now = [
    "summary",
    "findings",
    "stale",
    "waiting",
    "foreign",
    "unused",
    "drift",
    "references",
  ] as const;
  for (const key of now) assert.deepEqual(late[key], all[key], key);
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

test("recalls are counted a week, with the silent ones and the memories shown most", async (t) => {
  const project = await askedProject(t);
  for (const on of ["2026-05-04", "2026-05-10", "2026-05-11"]) await recall(project, ASKED, on);
  await recall(project, "how do I bake a chocolate cake?", "2026-05-12");
  await recall(project, "short", "2026-05-12");
  const { recalls } = await project.audit(at(day("2026-05-12")));
  assert.deepEqual(recalls, {
    prompts: 4,
    shown: 3,
    silent: 1,
    weeks: [
      { week: "2026-05-04", shown: 2, silent: 0 },
      { week: "2026-05-11", shown: 1, silent: 1 },
    ],
    top: [{ id: "project_kiwi", scope: "project", count: 3 }],
  });
});

test("unused is what is older than four weeks and was in no receipt of the last four", async (t) => {
  const project = await askedProject(t);
  await recall(project, ASKED, "2026-05-20");
  const young = await project.audit(at("2026-05-29T08:59:59Z"));
  assert.deepEqual([idsOf(young.unused.memories), young.unused.receiptsFrom], [[], "2026-05-20T12:00:00Z"]);
  assert.deepEqual(idsOf((await project.audit(at("2026-05-29T09:00:00Z"))).unused.memories), [
    "project_idle",
  ]);
  assert.deepEqual(idsOf((await project.audit(at(day("2026-06-17")))).unused.memories), ["project_idle"]);
  assert.deepEqual(idsOf((await project.audit(at("2026-06-17T12:00:01Z"))).unused.memories), [
    "project_idle",
    "project_kiwi",
  ]);
});

test("a memory that an agent read as a file is used", async (t) => {
  const project = await askedProject(t);
  const id: string = JSON.parse(readFileSync(join(project.root, "root.json"), "utf8")).root;
  const place = { records: join(project.state, "roots", id), root: project.root };
  const path = join(project.root, "memories/project_idle.md");
  const now = Date.parse(day("2026-06-10"));
  assert.equal(noteAccess(place, { path, cwd: project.top, now }), true);
  assert.deepEqual(idsOf((await project.audit(at(day("2026-06-11")))).unused.memories), ["project_kiwi"]);
});

test("a memory of the user that another project used is used", async (t) => {
  const project = await plantedProject(t, "user_kiwi", { name: "Zebrakiwi", body: GOOD });
  const elsewhere = { cwd: project.home };
  await project.call(["recall", "--prompt", ASKED, ...at(day("2026-06-10"))], elsewhere);
  assert.deepEqual((await project.audit(at(day("2026-06-11")))).unused.memories, []);
  assert.deepEqual(idsOf((await project.audit(at(day("2026-07-11")))).unused.memories), ["user_kiwi"]);
});

const ID = "project_traced";
const may = (number: number): string => day(`2026-05-${String(number).padStart(2, "0")}`);

test("each act counts from its day on, as its signer dated it", async (t) => {
  const project = await plantedProject(t, ID, { time: may(1), extra: ["origin: dictated"] });
  await project.plant("project_beside", { time: may(4) });
  for (const [on, verb = "", ...more] of [
    [3, "promote"],
    [6, "demote", "--reason", "doubt"],
    [8, "restore"],
    [9, "retire"],
    [11, "unretire"],
  ] as const)
    await project.call([verb, ID, ...more, "--as-test-person", "--now", may(on)]);
  const { history } = await project.audit(["--now", may(13)]);
  const told = history.map(({ verified, inferred, quarantined, retired }) =>
    [verified, inferred, quarantined, retired].join(" "),
  );
  const changes = history.flatMap(({ day: on }, at) =>
    told[at] === told[at - 1] ? [] : [[on.slice(8), told[at]]],
  );
  assert.equal(history.length, 13);
  assert.deepEqual(Object.fromEntries(changes), {
    ...{ "01": "0 1 0 0", "03": "1 0 0 0", "04": "1 1 0 0", "06": "0 1 1 0", "08": "1 1 0 0" },
    ...{ "09": "0 1 0 1", "11": "1 1 0 0" },
  });
});

test("--since moves its beginning, a date far ahead counts for nothing, and nothing makes nothing", async (t) => {
  const project = await plantedProject(t, ID, { time: may(1) });
  await project.plant("project_ahead", { time: "2036-01-01T12:00:00Z" });
  const { history } = await project.audit(["--now", "2026-06-13T12:00:00Z", "--since", "2026-05-20"]);
  assert.deepEqual(
    [history[0]?.day, history.at(-1)?.day, history.at(-1)?.inferred],
    ["2026-05-20", "2026-06-13", 1],
  );
  assert.deepEqual((await project.audit(["--now", may(2), "--since", "2027-01-01"])).history, []);
  assert.deepEqual(traceStandings([], { now: 0, since: null }), []);
});

function spend(project: AuditProject, call: string, at: string): void {
  noteSpending(
    project.state,
    { call, root: "r", session: "s", input: 1_000, output: 500, cacheCreation: 7 },
    Date.parse(at),
  );
}

test("an audit tells the calls and tokens of the Observer's ledger, those since a day alone, also after the provider was given up", async (t) => {
  const project = auditProject(t);
  const told = async (sentence: RegExp, ...since: string[]): Promise<unknown> => {
    const { stdout } = await project.call(["audit", ...since]);
    assert.match(stdout, sentence);
    return (await project.audit(since)).observer;
  };
  await told(/No provider is chosen, so no model was asked and nothing was spent\./);
  spend(project, "c1", "2026-04-30T23:59:59Z");
  await told(/No provider is chosen now; 1 call used 1500 tokens\./);
  writeFileSync(join(project.state, "config.json"), '{"observer":{"provider":"anthropic"}}');
  spend(project, "c2", "2026-05-01T09:00:00Z");
  const late = await told(
    /is anthropic; 1 call used 1500 tokens since 2026-05-01\./,
    "--since",
    "2026-05-01",
  );
  assert.deepEqual(late, { provider: "anthropic", calls: 1, tokens: 1_500 });
  // One call that reports twice, on two days.
  spend(project, "c1", "2026-05-01T00:00:01Z");
  const all = await told(/is anthropic; 2 calls used 4500 tokens\.(?![\s\S]*no call is on record)/);
  assert.deepEqual(all, { provider: "anthropic", calls: 2, tokens: 4_500 });
  const none = /The provider is anthropic; no call is on record since 2026-05-02\./;
  assert.deepEqual(await told(none, "--since", "2026-05-02"), {
    ...{ provider: "anthropic", calls: 0, tokens: null },
  });
});
