// What a person is told when a session begins, and what a session that goes on is told of what it was shown.

import assert from "node:assert/strict";
import fs, { appendFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { hintsIn, makeStore, sampleDraft } from "../../../bench/store-samples.ts";
import { recallAtStart } from "../../../src/app/recall/recall-at-start.ts";
import { recallMemories } from "../../../src/app/recall/recall-memories.ts";
import { type SessionOpening, startSession } from "../../../src/app/session/start-session.ts";
import { openWorkspace, type Workspace } from "../../../src/app/workspace/workspace.ts";
import type { Draft } from "../../../src/memory/file/draft.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { openProject } from "../../fixture/open-project.ts";
import { recallProject } from "../../fixture/recall-project.ts";
import { freshDir } from "../../temp-dir.ts";
import { openSessionWorkspace } from "./session-workspace.ts";

const project = await recallProject({ after });
const DAY_1 = "2026-05-01T12:00:00Z";
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
  now: DAY_1,
});
project.keep();

type Asked = { readonly session?: string; readonly continues?: boolean; readonly tells?: boolean };

async function start(
  now: string,
  { session = "s", continues = false, tells = true }: Asked = {},
): Promise<SessionOpening> {
  const workspace = openSessionWorkspace(project, now);
  try {
    return await startSession(workspace, { session, continues, tellsPerson: () => tells });
  } finally {
    workspace.close();
  }
}

const OBSERVED = "1 memory, 0 approved · 1 observed until 8 May: credence review --observed";
const APPROVED = "1 memory, 1 approved";
const NONE = "no memories yet";

test("a session says how many memories there are, and until when they are observed", async () => {
  project.restore();
  assert.deepEqual((await start("2026-05-02T12:00:00Z")).lines, [OBSERVED]);
});

test("while there is no person key every session says so, and a new one is told of once", async (t) => {
  const real = openProject(t, "real");
  const lines = async (): Promise<readonly string[]> => {
    const workspace = await real.open();
    return (await startSession(workspace, { session: "s", continues: false, tellsPerson: () => true })).lines;
  };
  const none =
    "no person key yet: whoever first approves something at a terminal makes it; `credence key passphrase` makes yours";
  const first = "memory is on here; say to your agent: remember that we deploy on Tuesdays";
  assert.deepEqual(
    [await lines(), await lines()],
    [
      [first, none],
      [NONE, none],
    ],
  );
  await real.open({ person: true });
  const [, made, ...more] = await lines();
  assert.match(
    made ?? "",
    /^a person key was made on 20\d\d-\d\d-\d\d at \d\d:\d\d UTC .*; if that was not you: /,
  );
  assert.deepEqual([more, await lines()], [[], [NONE]]);
});

test("what was dictated waits at once, and nothing is said of a week", async () => {
  project.restore();
  await project.save("project_emu", { more: ["--dictated"], now: "2026-05-02T11:59:58Z" });
  await project.save("project_rhea", { more: ["--dictated"], now: "2026-05-02T11:59:58Z" });
  assert.deepEqual((await start("2026-05-02T12:00:00Z")).lines, [
    "3 memories, 0 approved · 2 wait: credence review · 1 observed until 8 May: credence review --observed",
  ]);
});

test("how long memories are observed is the person's to choose, for those that are indexed too", async () => {
  project.restore();
  await start("2026-05-02T12:00:00Z");
  await project.save("project_emu", { more: ["--dictated"], now: "2026-05-02T11:59:58Z" });
  const choose = (days: number) =>
    project.done(["config", "set", "trust.observation_days", String(days), "--as-test-person"]);
  await choose(30);
  assert.deepEqual((await start("2026-05-09T12:00:00Z")).lines, [
    "2 memories, 0 approved · 1 waits: credence review · 1 observed until 31 May: credence review --observed",
  ]);
  await choose(0);
  assert.deepEqual((await start("2026-05-03T12:00:00Z")).lines, [
    "2 memories, 0 approved · 2 wait: credence review",
  ]);
});

test("an agent's wish to change what was approved is counted once a memory until it is gone", async () => {
  project.restore();
  await project.done(["promote", "project_kiwi", "--as-test-person"], { now: "2026-05-09T12:00:00Z" });
  await start("2026-05-09T12:00:00Z");
  for (const command of ["retire", "archive"])
    await project.done([command, "project_kiwi", "--reason", "over"], { now: "2026-05-09T13:00:00Z" });
  assert.deepEqual((await start("2026-05-10T09:00:00Z")).lines, [
    "1 memory, 1 approved · 1 waits: credence review",
  ]);
  await project.done(["forget", "project_kiwi", "--reason", "over", "--as-test-person"], {
    now: "2026-05-10T10:00:00Z",
  });
  assert.deepEqual((await start("2026-05-10T11:00:00Z")).lines, [NONE]);
});

test("an approved memory is named at the next session, and counted when it is stale", async () => {
  project.restore();
  await start("2026-05-09T09:00:00Z");
  await project.done(["promote", "project_kiwi", "--as-test-person"], { now: "2026-05-09T12:00:00Z" });
  assert.deepEqual((await start("2026-05-10T09:00:00Z")).lines, [
    APPROVED,
    "approved since the last session: project_kiwi by you: credence journal lists what happened; credence demote takes one back",
  ]);
  assert.deepEqual((await start("2026-05-10T10:00:00Z")).lines, [APPROVED]);
  assert.deepEqual((await start("2026-08-08T11:59:59Z")).lines, [APPROVED]);
  assert.deepEqual((await start("2026-08-08T12:00:00Z")).lines, [`${APPROVED} · 1 waits: credence review`]);
});

test("what nobody vouches for is counted, and what was quarantined since the last session", async () => {
  project.restore();
  writeFileSync(
    project.pathOf("project_foreign"),
    memoryText({ body: "Cassowaries kick hard in the woods, very hard." }),
  );
  assert.deepEqual((await start("2026-05-02T12:00:00Z")).lines, [
    OBSERVED.replace(" · ", " · 1 waits: credence review · "),
    "1 memory withheld, not vouched for by anyone you trust: credence review",
  ]);
  await project.done(["demote", "project_kiwi", "--reason", "not so"], { now: "2026-05-02T13:00:00Z" });
  assert.deepEqual((await start("2026-05-02T14:00:00Z")).lines, [
    "0 memories, 0 approved · 1 waits: credence review",
    "1 memory withheld, not vouched for by anyone you trust: credence review",
    "1 memory quarantined since the last session: credence list --standing quarantined",
  ]);
  assert.deepEqual((await start("2026-05-02T15:00:00Z")).lines, [
    "0 memories, 0 approved · 1 waits: credence review",
    "1 memory withheld, not vouched for by anyone you trust: credence review",
  ]);
});

test("the setting ends the line, and what waits is said all the same", async () => {
  project.restore();
  // A person may, and nothing that waits is silenced by it.
  await project.done(["config", "set", "session.line", "false", "--as-test-person"]);
  assert.deepEqual((await start("2026-05-02T12:00:00Z")).lines, []);
  assert.deepEqual((await start("2026-05-08T12:00:00Z")).lines, ["1 waits: credence review"]);
});

test("who is not to be told is not told, and nothing is lost by it", async () => {
  project.restore();
  await start("2026-05-09T09:00:00Z");
  await project.done(["promote", "project_kiwi", "--as-test-person"], { now: "2026-05-09T12:00:00Z" });
  assert.deepEqual((await start("2026-05-10T09:00:00Z", { tells: false })).lines, []);
  assert.equal((await start("2026-05-10T09:00:00Z")).lines.length, 2);
});

test("a session that goes on is told which of the memories it was shown no longer apply", async () => {
  project.restore();
  const now = "2026-05-02T12:00:00Z";
  assert.match((await start(now, { session: "one" })).context, /project_kiwi/);
  await project.done(["retire", "project_kiwi", "--reason", "over"], { now });
  const withdrawn = "Memories shown earlier in this session that no longer apply: project_kiwi.\n";
  assert.equal((await start(now, { session: "one", continues: true })).context, withdrawn);
  assert.equal((await start(now, { session: "one" })).context, "");
  assert.equal((await start(now, { session: "two", continues: true })).context, "");
});

/** So many memories, looked at later. */
function storeOf(t: TestContext, memories: number, draftOf: (number: number) => Draft): Workspace {
  const base = freshDir(t);
  makeStore(base, memories, { draftOf });
  const workspace = openWorkspace({ ...hintsIn(base), now: Date.UTC(2030, 0, 1) });
  t.after(() => workspace.close());
  return workspace;
}

test("a short memory far behind takes the room that is too little for the long ones before it", async (t) => {
  const long = "about what was found out when all of this had to be looked at once more";
  const draftOf = (number: number) => ({
    ...sampleDraft(number),
    ...(number === 69
      ? { name: "Zebra", description: "It has stripes" }
      : { name: `Case ${number} ${long}`, description: long }),
    tags: [],
  });
  const workspace = storeOf(t, 70, draftOf);
  const shownIn = async (budgetChars: number): Promise<string[]> => {
    const { text } = await recallAtStart(workspace, { budgetChars });
    assert.ok(text.length <= budgetChars + 1, `${text.length} of ${budgetChars}`);
    return [...text.matchAll(/^- \[\w+\] \([a-z]+\) (\w+)/gm)].map(([, name = ""]) => name);
  };
  assert.deepEqual(await shownIn(1_530), ["Case", "Case", "Case", "Case", "Zebra"]);
});

test("where not all gists fit the first have one, and every rule is named", async (t) => {
  const draftOf = (number: number) => ({
    ...sampleDraft(number),
    ...{ name: `Case ${number}`, description: "What was found out when it was looked at again", tags: [] },
    category: number < 10 ? ("constraint" as const) : ("runbook" as const),
  });
  const workspace = storeOf(t, 40, draftOf);
  const { text, receipt } = await recallAtStart(workspace, { budgetChars: 3_000 });
  assert.equal(text.match(/^- \[CONSTRAINT\]/gm)?.length, 10);
  const runbooks = text.match(/^- \[RUNBOOK\]/gm)?.length ?? 0;
  const described = text.match(/^ {2}\| /gm)?.length ?? 0;
  assert.ok(described > 3 && described < 10 + runbooks && runbooks > 0, `${described} of ${10 + runbooks}`);
  const forms = receipt.shown.map(({ form }) => form);
  assert.deepEqual(forms, [
    ...Array.from({ length: described }, () => "gist"),
    ...Array.from({ length: 10 + runbooks - described }, () => "title"),
  ]);
});

test("what recent prompts were answered with comes before the newer rest", async (t) => {
  const draftOf = (number: number) => ({
    ...sampleDraft(number),
    ...{ name: number === 3 ? "Zebra stripes" : `Case ${number}`, tags: [], category: "runbook" as const },
  });
  const workspace = storeOf(t, 60, draftOf);
  const namesAtStart = async (): Promise<string[]> => {
    const { text } = await recallAtStart(workspace, { budgetChars: 2_000 });
    return [...text.matchAll(/^- \[\w+\] \([a-z]+\) (\w+)/gm)].map(([, name = ""]) => name);
  };
  assert.ok(!(await namesAtStart()).includes("Zebra"));
  assert.match((await recallMemories(workspace, { prompt: "zebra stripes" })).text, /Zebra stripes/);
  assert.equal((await namesAtStart())[0], "Zebra");
});

/** Which files are opened meanwhile. */
async function openedDuring(t: TestContext, work: () => Promise<void>): Promise<string[]> {
  const { openSync } = fs;
  const paths: string[] = [];
  const restore = (): void => {
    Reflect.set(fs, "openSync", openSync);
    syncBuiltinESMExports();
  };
  t.after(restore);
  Reflect.set(fs, "openSync", (...args: Parameters<typeof openSync>) => {
    paths.push(String(args[0]));
    return openSync(...args);
  });
  syncBuiltinESMExports();
  await work();
  restore();
  return paths;
}

test("a file whose line does not fit into what is left is not read, though its path would", async (t) => {
  const long = `${"of what nobody remembers any more, ".repeat(3)}or so`;
  const workspace = storeOf(t, 150, (number) => ({ ...sampleDraft(number), name: `Case ${number} ${long}` }));
  await recallAtStart(workspace, { budgetChars: 3_000 });
  const opened = await openedDuring(t, async () => {
    const { text } = await recallAtStart(workspace, { budgetChars: 3_000 });
    assert.equal(text.match(/^- \[/gm)?.length, 7);
  });
  const memories = opened.filter((path) => path.endsWith(".md"));
  // And one more for each topic of the rest.
  assert.equal(memories.length, 16 + 10);
});

// What a session that goes on is told of memories it was shown and that are gone: within the client's limit, newest first.

const DAY_2 = "2026-05-02T12:00:00Z";
const HEAD = "Memories shown earlier in this session that no longer apply: ";

/** What a recall of the session leaves behind. */
function showed(session: string, ...ids: readonly string[]): void {
  const shown = ids.map((id) => ({ id, scope: "project", score: 1, confidence: null, standing: "inferred" }));
  const receipt = {
    ...{ v: 1, at: DAY_2, roots: [project.rootId], kind: "prompt", session, prompt: null },
    ...{ strategy: "hybrid", outcome: "shown", shown, left: [] },
  };
  appendFileSync(join(project.state, "receipts.ndjson"), `${JSON.stringify(receipt)}\n`);
}

async function resume(session: string, budgetChars?: number): Promise<string> {
  const workspace = openSessionWorkspace(project, DAY_2);
  try {
    const limit = budgetChars === undefined ? {} : { budgetChars };
    return (await startSession(workspace, { session, continues: true, tellsPerson: () => false, ...limit }))
      .context;
  } finally {
    workspace.close();
  }
}

const IDS = Array.from(
  { length: 112 },
  (_, place) => `project_service_${"long_name_".repeat(7)}${String(place).padStart(3, "0")}`,
);

test("the names of many long ids stay within what the client shows, beside the block", async () => {
  project.restore();
  for (const id of IDS) showed("long", id);
  for (const [budget, named] of [
    [10_000, 104],
    [3_333, 31],
  ] as const) {
    const context = await resume("long", budget);
    assert.ok(context.length <= budget, `${context.length} of ${budget}`);
    assert.match(context, /project_kiwi/);
    const names = IDS.toReversed().slice(0, named).join(", ");
    assert.equal(context.split("\n")[0], `${HEAD}${names} and ${112 - named} more.`);
  }
});

test("who was cut is counted again the next time, and named where there is room", async () => {
  assert.equal(await resume("long", 3_333), await resume("long", 3_333));
  assert.equal((await resume("long")).split("\n")[0], `${HEAD}${IDS.toReversed().join(", ")}.`);
});

test("a memory that is shown over and over does not push out one that is gone", async () => {
  showed("often", "project_gone");
  for (let count = 0; count < 250; count += 1) showed("often", "project_kiwi");
  showed("often", "project_late", "project_gone_too");
  assert.equal(
    (await resume("often")).split("\n")[0],
    `${HEAD}project_late, project_gone_too, project_gone.`,
  );
});
