// A hook that has no time says so in one line. The start of a session that was late, or killed, comes with the next prompt, once.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { hookProject } from "../fixture/hook-project.ts";
import { LATE, lateAfter, type Said, type TimedHook, timedHook } from "../fixture/timed-hook.ts";
import { findText } from "../fixture/tree.ts";

const project = await hookProject({ after });
const KIWI = "The kiwi sleeps by day, and the kiwi hunts by night.";
await project.save("project_kiwi", { name: "Kiwi", body: KIWI });
await project.save("project_emu", { name: "Emu", body: "The emu runs at dawn, and rests at noon." });
// Nobody said yes to capture.
project.writeConfig({});
project.keep();
beforeEach(() => project.restore());
const starting = join(project.state, "starting");

function IN_TIME(): TimedHook {
  return { elapsed: () => 0 };
}

function start(session_id: string, clock: TimedHook, source = "startup"): Promise<Said> {
  // Else it would be another path of the same event.
  for (const name of existsSync(join(project.state, "claims"))
    ? readdirSync(join(project.state, "claims"))
    : [])
    if (Buffer.from(name, "hex").toString().includes("session-start"))
      rmSync(join(project.state, "claims", name));
  return timedHook(project, "SessionStart", { ...clock, input: { session_id, source } });
}

let turn = 0;
function ask(session_id: string, prompt: string, clock: TimedHook): Promise<Said> {
  turn += 1;
  const input = { session_id, prompt, prompt_id: `p${turn}` };
  return timedHook(project, "UserPromptSubmit", { ...clock, input });
}

const ASKED = "when does the kiwi sleep by day?";
const OTHER = "please run the tests again and fix what fails";
const LINE = /^credence: 2 memories, 0 approved/m;

const LATE_START = "credence: memories came too late for this start: the next prompt brings them";
const LATE_PROMPT = "credence: memories came too late for this prompt";
const SILENT = { context: "", notice: "" };

test("a late start says one line, and the next prompt brings its block and its lines, once", async () => {
  assert.deepEqual(await start("s1", { elapsed: LATE }), { context: "", notice: LATE_START });
  const next = await ask("s1", OTHER, IN_TIME());
  for (const id of ["kiwi", "emu"]) assert.match(next.context, new RegExp(`project_${id}\\.md`));
  assert.match(next.notice, LINE);
  assert.deepEqual(await ask("s1", OTHER, IN_TIME()), SILENT);
  assert.equal(existsSync(starting), false);
});

test("a start that is late again at a prompt says one line there, and stays due", async () => {
  await start("s1", { elapsed: LATE });
  assert.deepEqual(await ask("s1", ASKED, { elapsed: LATE }), { context: "", notice: LATE_PROMPT });
  const { context, notice } = await ask("s1", ASKED, IN_TIME());
  // Of the start, and of the prompt.
  assert.equal(context.match(/project_kiwi\.md/g)?.length, 2);
  assert.match(notice, LINE);
});

test("where nothing could come, a late start says nothing", async () => {
  writeFileSync(join(project.root, "memory-config.json"), '{"retrieval":{"enabled":false}}');
  assert.deepEqual(await start("s1", { elapsed: LATE }), SILENT);
  project.restore();
  await project.done(["pause", "--as-test-person"]);
  assert.deepEqual(await start("s2", { elapsed: LATE }), SILENT);
  await project.done(["resume", "--as-test-person"]);
  assert.deepEqual(await ask("s2", OTHER, IN_TIME()), SILENT);
});

test("the record of a session has no word of a memory or a prompt, and one that is damaged is none", async () => {
  await start("s1", { elapsed: LATE });
  await ask("s1", ASKED, { elapsed: LATE });
  for (const word of ["sleeps", "does the kiwi", "project_kiwi"])
    assert.deepEqual(findText(starting, word), [], word);
  const path = join(starting, "s1");
  const good = readFileSync(path, "utf8");
  for (const text of ["", "{", '{"v":2}', good.replace('"v":1', '"v":9'), `${good}{`, '{"v":1,"due":3}']) {
    writeFileSync(path, text);
    assert.deepEqual(await ask("s1", OTHER, IN_TIME()), SILENT, text);
  }
  writeFileSync(path, good);
  assert.match((await ask("s1", OTHER, IN_TIME())).context, /project_kiwi\.md/);
});

test("a start that is killed before it answers has told nobody anything, and the next prompt brings all of it", async () => {
  writeFileSync(join(project.state, "observer-news.ndjson"), '{"v":1,"kind":"stopped","stop":"auth"}\n');
  await start("s1", { ...IN_TIME(), dies: true });
  const next = await ask("s1", OTHER, IN_TIME());
  assert.match(next.context, /project_kiwi\.md/);
  assert.match(next.notice, LINE);
  assert.match(next.notice, /^credence: the Observer stopped: its provider refuses the key/m);
  assert.deepEqual(await ask("s1", OTHER, IN_TIME()), { context: "", notice: "" });
  assert.doesNotMatch((await start("s2", IN_TIME())).notice, /Observer/);
});

test("a resume and a compaction leave due what was due, and name what no longer applies", async () => {
  await start("s1", IN_TIME());
  await project.done(["retire", "project_kiwi", "--reason", "over"]);
  await start("s1", { elapsed: LATE }, "compact");
  await start("s1", { elapsed: LATE }, "resume");
  const { context, notice } = await ask("s1", OTHER, IN_TIME());
  assert.match(context, /^Memories shown earlier in this session that no longer apply: project_kiwi\.$/m);
  assert.match(context, /project_emu\.md/);
  // Those were told at the first start.
  assert.equal(notice, "");
});

test("of a session that ends nothing is due any more", async () => {
  await start("s1", { elapsed: LATE });
  assert.deepEqual(readdirSync(starting), ["s1"]);
  await project.hook("SessionEnd", { session_id: "s1", reason: "other" });
  assert.equal(existsSync(starting), false);
});

test("whenever the time of a start is up, its block and its lines have come once by the next prompt", async () => {
  let looks = 0;
  for (let isLate = true; isLate; looks += 1) {
    project.restore();
    const clock = lateAfter(looks);
    const session = `s${looks}`;
    const both = [await start(session, clock), await ask(session, OTHER, IN_TIME())];
    const count = (pattern: RegExp, what: keyof Said): number =>
      both.filter((said) => pattern.test(said[what])).length;
    assert.equal(count(/project_kiwi\.md/, "context"), 1, `${looks}`);
    assert.equal(count(LINE, "notice"), 1, `${looks}: ${both.map(({ notice }) => notice).join(" | ")}`);
    isLate = clock.isLate();
  }
  assert.ok(looks > 5, `${looks}`);
});

/** The receipts of one session, without what was left out. */
async function outcomesIn(session: string): Promise<unknown[]> {
  const { stdout } = await project.done(["receipts", "--json"]);
  const receipts: { session: string; outcome: string; prompt: string; shown: { id: string }[] }[] =
    JSON.parse(stdout);
  return receipts
    .filter((each) => each.session === session)
    .map(({ outcome, prompt, shown }) => [outcome, prompt, shown.map(({ id }) => id)]);
}

test("a late prompt says one line, and nothing of it is kept but the receipt", async () => {
  assert.deepEqual(await ask("s1", ASKED, { elapsed: LATE }), { context: "", notice: LATE_PROMPT });
  assert.deepEqual(findText(project.state, "does the kiwi"), []);
  assert.deepEqual(await ask("s1", OTHER, IN_TIME()), SILENT);
  assert.deepEqual((await outcomesIn("s1")).slice(0, 2), [
    ["late", `p${turn - 1}`, []],
    ["nothing", `p${turn}`, []],
  ]);
});

test("a late prompt that could bring nothing says nothing", async () => {
  assert.deepEqual(await ask("s1", "/compact", { elapsed: LATE }), SILENT);
  writeFileSync(join(project.root, "memory-config.json"), '{"retrieval":{"enabled":false}}');
  assert.deepEqual(await ask("s1", ASKED, { elapsed: LATE }), SILENT);
});

test("whenever the time of a prompt is up, it brings its block or says that it is late", async () => {
  let looks = 0;
  for (let isLate = true; isLate; looks += 1) {
    const clock = lateAfter(looks);
    const { context, notice } = await ask(`s${looks}`, ASKED, clock);
    assert.ok(context.includes(KIWI) !== /came too late for this prompt/.test(notice), `${looks}: ${notice}`);
    isLate = clock.isLate();
  }
  assert.ok(looks > 3, `${looks}`);
});

// The same with real processes.

/** A start that has begun its record, and has not answered. */
async function startProcess(session_id: string, signal: NodeJS.Signals): Promise<ChildProcess> {
  const places = ["--state", project.state, "--cache", join(project.credenceHome, "cache")];
  const args = [project.command, "hook", "claude-code", "SessionStart", ...places];
  const env = { PATH: project.env["PATH"] ?? "", HOME: project.home };
  const child = spawn(process.execPath, args, { cwd: project.top, env, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(JSON.stringify({ session_id, cwd: project.top, source: "startup" }));
  while (!existsSync(join(starting, session_id))) await new Promise((resolve) => setImmediate(resolve));
  child.kill(signal);
  return child;
}

async function endOf(child: ChildProcess): Promise<Said> {
  const said: string[] = [];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => said.push(text));
  await new Promise((resolve) => child.on("close", resolve));
  return read(said.join(""));
}

function read(stdout: string): Said {
  const { systemMessage = "", hookSpecificOutput } = stdout === "" ? {} : JSON.parse(stdout);
  return { notice: systemMessage, context: hookSpecificOutput?.additionalContext ?? "" };
}

const part = { only: "recall" } as const;

/** Two prompt hooks at once, and again until nothing is due: on a busy machine they may be late, too. */
async function askPairs(session_id: string, namesOf: (round: number) => readonly string[]): Promise<Said[]> {
  const said: Said[] = [];
  for (let round = 0; round === 0 || (existsSync(starting) && round < 50); round += 1) {
    const asked = namesOf(round).map((prompt_id) =>
      project.hook("UserPromptSubmit", { session_id, prompt_id, prompt: OTHER }, part),
    );
    said.push(...(await Promise.all(asked)).map(({ stdout }) => read(stdout)));
  }
  return said;
}

function expectOnce(said: readonly Said[]): void {
  assert.equal(said.filter(({ context }) => /project_kiwi\.md/.test(context)).length, 1);
  assert.equal(said.filter(({ notice }) => LINE.test(notice)).length, 1);
  assert.equal(existsSync(starting), false);
}

test("of a start hook that is killed on the way one of two prompts at once brings the block, and one the lines", async () => {
  await start("before", IN_TIME());
  assert.deepEqual(await endOf(await startProcess("s1", "SIGKILL")), SILENT);
  expectOnce(await askPairs("s1", (round) => [`a${round}`, `b${round}`]));
  assert.deepEqual(readdirSync(join(project.state, "contexts")).toSorted(), ["before", "s1"]);
});

test("a start hook that is stopped for longer than its time says one line, and a prompt through two paths brings all of it once", async () => {
  await start("before", IN_TIME());
  const child = await startProcess("s2", "SIGSTOP");
  const said = endOf(child);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  child.kill("SIGCONT");
  const late = await said;
  // Where even the client waits no longer, the answer is dropped, and that is noted.
  const notice = project.troubles().includes("TOO_LATE") ? "" : LATE_START;
  assert.deepEqual(late, { context: "", notice });
  expectOnce(await askPairs("s2", (round) => [`p${round}`, `p${round}`]));
});
