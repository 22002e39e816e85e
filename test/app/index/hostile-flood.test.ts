// A repository with more files or statements than a prompt has time for. Work is counted, not time: whoever waits is asked
// whether it is late once for each thing that is read, and says so after as many as the test allows.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { floodFiles, floodJunk, floodStatements, idsOf } from "../../../bench/hostile-clone.ts";
import { sampleDraft, wroteStatement } from "../../../bench/store-samples.ts";
import { isLookAsideDue } from "../../../src/app/index/cited-fates.ts";
import { startSession } from "../../../src/app/session/start-session.ts";
import { digestMemory } from "../../../src/memory/file/digest.ts";
import { renderDraft } from "../../../src/memory/file/draft.ts";
import { signStatement } from "../../../src/trust/sign.ts";
import { IS_DEEP } from "../../deep.ts";
import { ledgerOf } from "../../fixture/ledger-file.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { pick } from "../../fixture/pick.ts";
import { later, passTime, recallProject } from "../../fixture/recall-project.ts";
import { askInTime } from "./ask-in-time.ts";

const project = await recallProject({ after }, { user: true });
const PROMPT = "may I force push to the main branch of this repository?";
await project.save("user_force_push", {
  name: "No force push",
  body: "The main branch is not to be force pushed: a force push to main breaks everybody's repository.",
});
await project.save("project_wombat", {
  name: "Wombat",
  body: "The wombat digests grass for two whole weeks in its burrow.",
});
project.keep();

const { open, ask } = askInTime(project);

const flood = (ids: readonly string[], perId: number) =>
  floodStatements({ root: project.root, rootId: project.rootId, ids, perId });

/** So many looks a prompt has beside thousands of statements: a quarter of what would be needed. */
const LOOKS = IS_DEEP ? 1_500 : 500;
/** A prompt in a root without any of it looks at the clock this often. */
const QUIET = 40;

for (const [what, put] of [
  ["statements of strangers", (ids: readonly string[]) => flood(ids, 100)],
  ["junk", (ids: readonly string[]) => floodJunk({ root: project.root, ids, perId: 100 })],
] as const) {
  test(`beside thousands of ${what} each prompt has the person's own memory, and the third is as quick as any`, async () => {
    project.restore();
    const ids = idsOf(LOOKS / 25);
    floodFiles(project.root, ids, memoryText());
    put(ids);
    for (const round of [1, 2]) {
      const { text, looks, lines } = await ask(PROMPT, LOOKS);
      assert.match(text, /No force push/, `prompt ${round}`);
      assert.match(text, /^<memory-context source="[^"]*" index="partial">/);
      assert.ok(looks > LOOKS, "it takes the time there is");
      assert.equal(lines.filter((line) => line.includes("not indexed yet")).length, round === 1 ? 1 : 0);
    }
    for (const round of [3, 4, 5]) {
      const { text, looks } = await ask(PROMPT, LOOKS);
      assert.match(text, /No force push/, `prompt ${round}`);
      assert.ok(looks < QUIET, `prompt ${round}: ${looks}`);
    }
  });
}

test("statements about thousands of ids that have no file are left alone from the third prompt on", async () => {
  project.restore();
  flood(idsOf(LOOKS / 25), 100);
  const looks: number[] = [];
  for (const _ of [1, 2, 3, 4]) looks.push((await ask(PROMPT, LOOKS)).looks);
  assert.ok(
    (looks[1] ?? 0) > LOOKS && (looks[2] ?? LOOKS) < QUIET && (looks[3] ?? LOOKS) < QUIET,
    `${looks}`,
  );
  // One statement each: looking at all of them again and again would take as long.
  project.restore();
  floodJunk({ root: project.root, ids: idsOf(1_000), perId: 1 });
  await ask(PROMPT, 10_000);
  assert.ok((await ask(PROMPT, 10_000)).looks < 400);
});

const TEAM = idsOf(30, "project_team");

/** What a pull brings: signed by somebody trusted here, and never seen here before. */
function pull(): void {
  const workspace = open();
  for (const id of TEAM) {
    const draft = { ...sampleDraft(0), name: id.replaceAll("_", " "), body: `The quokka smiles at ${id}.\n` };
    const text = renderDraft(draft, { tier: "inferred", now: workspace.now, machine: "m" });
    const statement = wroteStatement({ root: project.rootId, id, digest: digestMemory(draft), source: text });
    const { hash, text: signed } = signStatement(statement, workspace.keys.machine);
    mkdirSync(join(project.root, "attest", id));
    writeFileSync(join(project.root, "attest", id, `${hash}.json`), signed);
    writeFileSync(project.pathOf(id), text);
  }
  workspace.close();
}

test("what somebody trusted signed is shown in the first prompt after the pull, with or after a flood", async () => {
  for (const isTogether of [true, false]) {
    project.restore();
    const ids = idsOf(LOOKS / 25, "project_a_flood");
    floodFiles(project.root, ids, memoryText());
    flood(ids, 100);
    for (let round = 0; !isTogether && round < 3; round += 1) await ask(PROMPT, LOOKS);
    await passTime();
    pull();
    // Less than all statements of the flood.
    const { text } = await ask("at whom does the quokka smile?", LOOKS * 3);
    assert.match(text, /project_team_\d+\.md/, `together: ${isTogether}`);
  }
});

test("what prompts leave in line is read by the look that sessions and servers start aside", async () => {
  project.restore();
  const ids = idsOf(LOOKS / 25);
  const isDue = (): boolean => {
    const workspace = open();
    try {
      return isLookAsideDue(workspace);
    } finally {
      workspace.close();
    }
  };
  // What nobody has judged by the rules of today is due, too.
  assert.equal(isDue(), true);
  await project.done(["index", "--cited"], { now: later() });
  await ask(PROMPT, LOOKS);
  assert.equal(isDue(), false);
  floodFiles(project.root, ids, memoryText());
  flood(ids, 100);
  for (let round = 0; round < 4; round += 1) await ask(PROMPT, LOOKS);
  assert.equal(isDue(), true);
  await project.done(["index", "--cited"], { now: later() });
  assert.equal(isDue(), false);
  const { text, looks } = await ask(PROMPT, LOOKS);
  assert.doesNotMatch(text, /partial/);
  assert.ok(looks < QUIET);
});

test("what was read of strangers is kept in the cache, and nothing of it in the seen set", async () => {
  project.restore();
  const ids = idsOf(20);
  floodFiles(project.root, ids, memoryText());
  flood(ids, 50);
  flood(["project_wombat"], 500);
  for (let round = 0; round < 3; round += 1) await ask("where does the wombat digest its grass", 400);
  await project.done(["search", "wombat"]);
  const quiet = await ask("where does the wombat digest its grass", 10_000);
  assert.match(quiet.text, /Wombat/);
  assert.doesNotMatch(quiet.text, /partial/);
  assert.ok(quiet.looks < QUIET, `${quiet.looks}`);
  const seen = new DatabaseSync(ledgerOf(project), { readOnly: true });
  const rows = seen.prepare("SELECT DISTINCT id FROM statements ORDER BY id").all();
  seen.close();
  assert.deepEqual(pick(rows, "id"), ["project_wombat"]);
  const index = new DatabaseSync(project.indexPath, { readOnly: true });
  assert.equal(index.prepare("SELECT count(*) AS rows FROM strangers").get()?.["rows"], 20 * 50 + 500);
  index.close();
});

test("a statement of somebody trusted counts at once, however many of strangers are beside it", async () => {
  project.restore();
  flood(["project_wombat"], 500);
  await project.recall("where does the wombat digest its grass");
  await project.done(["demote", "project_wombat", "--reason", "doubt"]);
  assert.deepEqual((await project.recall("where does the wombat digest its grass")).ids, []);
  project.restore();
  flood(["project_wombat"], 500);
  assert.deepEqual((await project.recall("where does the wombat digest its grass")).ids, ["project_wombat"]);
});

test("files that nobody vouches for are counted without being read, beyond a few", async () => {
  project.restore();
  floodFiles(project.root, idsOf(1_600), memoryText());
  assert.match((await ask(PROMPT, 10_000)).text, /No force push/);
  const index = new DatabaseSync(project.indexPath, { readOnly: true });
  assert.equal(index.prepare("SELECT count(*) AS rows FROM memories").get()?.["rows"], 1_001);
  index.close();
  const workspace = open();
  const { lines } = await startSession(workspace, {
    session: "n",
    continues: false,
    tellsPerson: () => true,
  });
  workspace.close();
  assert.ok(
    lines.includes("1600 memories withheld, not vouched for by anyone you trust: credence review"),
    lines.join("\n"),
  );
  assert.equal((await project.call(["index", "--validate"], { now: later() })).exit, 0);
  assert.ok((await ask(PROMPT, 10_000)).looks < QUIET);
});

test("a partial index is filled by what the prompt is about, and says that it is partial", async () => {
  project.restore();
  const names = idsOf(60, "project_other").map((id) => ({ id, name: id.replaceAll("_", " ") }));
  for (const { id, name } of names)
    await project.save(id, { name, body: `What there is to know about ${name}, which nobody asks.` });
  await project.save("project_zebra", { name: "Zebra", body: "The zebra crosses the savanna in herds." });
  rmSync(join(project.credenceHome, "cache"), { recursive: true });
  const { text, lines } = await ask("where does the zebra cross the savanna", 30);
  assert.match(text, /Zebra/);
  assert.match(text, /index="partial"/);
  assert.match(lines.join("\n"), /\d+ of 62 files in \.claude\/memory\/ are not indexed yet/);
});

test("after an interrupted import one prompt compares every file, and the next finds nothing to do", async () => {
  project.restore();
  for (const id of idsOf(80, "project_import")) await project.save(id, { name: id.replaceAll("_", " ") });
  await ask(PROMPT, 10_000);
  // As a kill leaves it: a file that is in no index, and a lock that nobody holds.
  const text = readFileSync(project.pathOf("project_import_1"), "utf8");
  writeFileSync(project.pathOf("project_import_new"), text);
  writeFileSync(join(project.root, "memories", ".project_import_2.md.20260501120000-0.tmp"), text);
  const first = await ask(PROMPT, 10_000);
  assert.ok(first.looks > 80);
  const second = await ask(PROMPT, 10_000);
  assert.ok(second.looks < QUIET, `${second.looks}`);
  // Interrupted over and over, each goes on where the last one stopped.
  writeFileSync(project.pathOf("project_import_newer"), text);
  const looks: number[] = [];
  for (const _ of [1, 2, 3, 4, 5, 6]) looks.push((await ask(PROMPT, 50)).looks);
  assert.ok(
    looks.some((each) => each < QUIET),
    looks.join(" "),
  );
});

test("a command compares every row with its file after a change, however many there are", async () => {
  project.restore();
  floodFiles(project.root, idsOf(900), memoryText());
  await ask(PROMPT, 10_000);
  await passTime();
  floodFiles(project.root, ["project_newest"], memoryText());
  const { stdout, stderr } = await project.done(["recall", "--prompt", PROMPT], { now: later() });
  assert.match(stdout, /No force push/);
  assert.doesNotMatch(`${stdout}${stderr}`, /partial|not indexed yet/);
});
