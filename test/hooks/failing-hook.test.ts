// A hook that fails by a fault of our own lets its agent go on, and the next start of a session says so: once, with what to do,
// whichever client the hook was of, and also when a start in between failed or came too late.

import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { onSessionStart } from "../../src/hooks/on-session-start.ts";
import { runHook } from "../../src/hooks/run-hook.ts";
import { copyPackage } from "../built.ts";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { type HookCallOptions, hookProject } from "../fixture/hook-project.ts";
import { type Outcome, runProcess } from "../fixture/scratch-project.ts";

const project = await hookProject({ after });
const hook = hookInProcess(project);
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day, and hunts by night." });
project.keep();
beforeEach(() => project.restore());

const PROMPT = { prompt: "when does the kiwi sleep by day?", prompt_id: "p1" };
const START = { source: "startup" };
const NOTHING = { exit: 0, stdout: "", stderr: "" };
const AT_ONCE = "credence: this session begins without memories";
const places = ["--state", project.state, "--cache", join(project.credenceHome, "cache")];

/** What the person reads of it. */
async function troubleAt(session_id: string, options: HookCallOptions = {}): Promise<string[]> {
  const { stdout } = await hook("SessionStart", { ...START, session_id }, options);
  const said: string = JSON.parse(stdout).systemMessage ?? "";
  return said.split("\n").filter((line) => /trouble|without memories/.test(line));
}

test("a prompt hook of another client that fails is told at the next start, once", async () => {
  chmodSync(project.state, 0o755);
  assert.deepEqual(await hook("UserPromptSubmit", PROMPT, { client: "codex" }), NOTHING);
  chmodSync(project.state, 0o700);
  assert.deepEqual(await troubleAt("s1"), [
    "credence: a memory hook had trouble once (UserPromptSubmit STATE_REFUSED): credence doctor",
  ]);
  assert.deepEqual(await troubleAt("s2"), []);
  assert.deepEqual(await troubleAt("s3", { client: "codex" }), []);
});

test("a start that fails says so at once, and the following one says what both met", async () => {
  chmodSync(project.state, 0o755);
  await hook("UserPromptSubmit", PROMPT, { client: "codex" });
  assert.deepEqual(await troubleAt("s1"), [`${AT_ONCE} (STATE_REFUSED): credence doctor`]);
  chmodSync(project.state, 0o700);
  assert.deepEqual(await troubleAt("s2"), [
    "credence: a memory hook had trouble 2 times (UserPromptSubmit STATE_REFUSED, SessionStart STATE_REFUSED): credence doctor",
  ]);
  assert.deepEqual(await troubleAt("s3"), []);
});

/** A start whose answer comes after its time, or that nobody can take. */
async function startInVain(session_id: string, end: "late" | "closed"): Promise<void> {
  let isOver = false;
  const io = {
    args: ["hook", "claude-code", "SessionStart", ...places],
    ...{ home: project.home, node: process.execPath, script: project.command, env: {} },
    ...{ cwd: () => project.top, now: Date.now, ignoresCase: false },
    elapsed: () => (isOver && end === "late" ? 60_000 : 0),
    readInput: async () => JSON.stringify({ ...START, session_id, cwd: project.top }),
    write: () => {
      throw Object.assign(new Error("closed"), { code: "EPIPE", syscall: "write" });
    },
  };
  const handlers: Parameters<typeof runHook>[1]["handlers"] = {
    "session-start": async (event, place) => {
      const answer = await onSessionStart(event, place);
      assert.match(answer.notice ?? "", /UserPromptSubmit NOT_UNDERSTOOD/);
      isOver = true;
      return answer;
    },
  };
  await runHook(io, { handlers, inputMs: null });
}

for (const end of ["late", "closed"] as const) {
  test(`what a start was to tell is told by the following one where its answer was ${end}`, async () => {
    await hook("UserPromptSubmit", {}, { stdin: "{" });
    await startInVain("s1", end);
    const [said = ""] = await troubleAt("s2");
    assert.match(
      said,
      /^credence: a memory hook had trouble 2 times \(UserPromptSubmit NOT_UNDERSTOOD, SessionStart \w+\): credence doctor$/,
    );
    assert.deepEqual(await troubleAt("s3"), []);
  });
}

/** One event, by a build of which one process is broken. */
async function fireBroken(file: string, words: readonly string[], input: object): Promise<Outcome> {
  const dist = await copyPackage({ after });
  writeFileSync(join(dist, file), '(function () { throw new Error("broken"); })');
  const stdin = JSON.stringify({ session_id: "b", cwd: project.top, ...input });
  const argv = [process.execPath, join(dist, "credence.cjs"), "hook", ...words, ...places];
  const env = { HOME: project.home, PATH: "/usr/bin:/bin" };
  return runProcess(argv, { cwd: project.top, env }, { stdin });
}

test("a process that dies before it can note anything is told at the next start, and a start that does says so at once", async () => {
  const prompt = await fireBroken(
    "hook-prompt.cjs",
    ["qwen", "UserPromptSubmit", "--only", "recall"],
    PROMPT,
  );
  assert.deepEqual(prompt, NOTHING);
  const start = await fireBroken("hook-recall.cjs", ["claude-code", "SessionStart"], START);
  assert.deepEqual(start, {
    ...NOTHING,
    stdout: `{"systemMessage":"${AT_ONCE} (INTERNAL): credence doctor"}\n`,
  });
  assert.deepEqual(await troubleAt("s1"), [
    "credence: a memory hook had trouble 2 times (UserPromptSubmit INTERNAL, SessionStart INTERNAL): credence doctor",
  ]);
  assert.deepEqual(await troubleAt("s2"), []);
});
