// The hook process as a client meets it: one JSON object or nothing on stdout, exit 0 whatever happens.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { type HookCallOptions, type HookOutcome, hookProject } from "../fixture/hook-project.ts";

const project = await hookProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
const PROMPT = "when does the kiwi sleep by day?";
const NOTHING = { exit: 0, stdout: "", stderr: "" };
let count = 0;

function prompt(text = PROMPT): { prompt: string; prompt_id: string } {
  count += 1;
  return { prompt: text, prompt_id: `p${count}` };
}

function contextIn(stdout: string): string {
  return JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

/** On a busy machine a hook may be late: it says so, and is fired again. */
async function fireInTime(
  event: string,
  inputOf: () => object,
  options: HookCallOptions = {},
): Promise<HookOutcome> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await project.hook(event, inputOf(), options);
    if (tries === 9 || !/came too late/.test(outcome.stdout)) return outcome;
  }
}

test("a prompt is answered with the block, in the client's own words", async () => {
  const { exit, stdout, stderr } = await fireInTime("UserPromptSubmit", prompt);
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.deepEqual(Object.keys(JSON.parse(stdout)), ["hookSpecificOutput"]);
  assert.equal(JSON.parse(stdout).hookSpecificOutput.hookEventName, "UserPromptSubmit");
  assert.match(contextIn(stdout), /^<memory-context [\s\S]*project_kiwi\.md[\s\S]*<\/memory-context>\n$/);
});

test("a prompt that no memory is about is answered with nothing", async () => {
  assert.deepEqual(await project.hook("UserPromptSubmit", prompt("please rebase the branch")), NOTHING);
});

test("the same prompt through two installed paths is answered once", async () => {
  const input = prompt();
  const [first, second] = await Promise.all([
    project.hook("UserPromptSubmit", input),
    project.hook("UserPromptSubmit", input),
  ]);
  assert.equal([first, second].filter(({ stdout }) => stdout !== "").length, 1);
});

test("a session begins with the block, once, and again when its context is gone", async () => {
  const start = { session_id: "s2", source: "startup" };
  const both = await Promise.all([project.hook("SessionStart", start), project.hook("SessionStart", start)]);
  assert.deepEqual(both.map(({ stdout }) => stdout !== "").sort(), [false, true]);
  for (const source of ["clear", "compact", "resume", "fork"]) {
    const { stdout } = await fireInTime("SessionStart", () => ({ session_id: "s2", source }));
    assert.match(contextIn(stdout), /project_kiwi/, source);
  }
});

test("state and cache come from the arguments: the environment of a clone changes nothing", async () => {
  const evil = join(project.base, "evil");
  mkdirSync(evil, { mode: 0o700 });
  const env = { CREDENCE_HOME: evil, XDG_STATE_HOME: evil, XDG_CACHE_HOME: evil, CLAUDE_CONFIG_DIR: evil };
  const { stdout } = await fireInTime("UserPromptSubmit", prompt, { env });
  assert.match(contextIn(stdout), /project_kiwi/);
});

test("whatever comes on stdin, a hook ends with 0 and says nothing", async () => {
  const before = project.troubles().length;
  const texts = [
    "",
    "{",
    "null",
    "[]",
    "42",
    '{"prompt":7}',
    "\0".repeat(100),
    `{"prompt":"${"x".repeat(100)}`,
  ];
  for (const stdin of texts) {
    assert.deepEqual(await project.hook("UserPromptSubmit", {}, { stdin }), NOTHING, stdin.slice(0, 20));
  }
  assert.deepEqual(
    project.troubles().slice(before),
    texts.map(() => "NOT_UNDERSTOOD"),
  );
});

test("an input of more than 16 MiB is not read to its end", async () => {
  const stdin = JSON.stringify({ prompt: "kiwi ".repeat(4 * 1024 * 1024) });
  assert.deepEqual(await project.hook("UserPromptSubmit", {}, { stdin }), NOTHING);
});

test("a client that never sends anything and keeps the pipe open is not waited for", async () => {
  assert.deepEqual(await project.hook("UserPromptSubmit", {}, { stdin: null }), NOTHING);
});

test("an object is answered before the pipe is closed, however it is cut", async () => {
  const { stdout } = await fireInTime("UserPromptSubmit", () => prompt(`${PROMPT} ${"} ".repeat(50)}`));
  assert.match(contextIn(stdout), /project_kiwi/);
});

test("a call that is not ours says nothing", async () => {
  const input = prompt();
  assert.deepEqual(await project.hook("UserPromptSubmit", input, { client: "nobody" }), NOTHING);
  assert.deepEqual(await project.hook("UserPromptSubmit", input, { state: "relative" }), NOTHING);
  assert.deepEqual(await project.hook("Notification", input), NOTHING);
});

test("a state that is a file lets the prompt through", async () => {
  const state = join(project.base, "file");
  writeFileSync(state, "");
  assert.deepEqual(await project.hook("UserPromptSubmit", prompt(), { state }), NOTHING);
});

// The guard: it judges what comes late, and what is long.

const INTO_STATE = { tool_name: "Bash", tool_input: { command: `touch ${project.state}/x` } };

test("the guard waits for the last byte as long as the client does", async () => {
  const stdin = JSON.stringify({ ...INTO_STATE, cwd: project.top });
  const rest = { characters: 1, afterMs: 1_500 };
  const { exit, stdout } = await project.hook("PreToolUse", {}, { stdin, rest });
  assert.equal(exit, 0);
  assert.match(stdout, /"permissionDecision":"deny"/);
});

test("the guard judges inputs up to 32 MB, whatever they are full of", async () => {
  const judged = async (input: object): Promise<string> => (await project.hook("PreToolUse", input)).stdout;
  // Each piece of the input ends as a whole one would.
  const content = "}".repeat(31_000_000);
  const write = (file_path: string) => ({ tool_name: "Write", tool_input: { content, file_path } });
  assert.match(await judged(write(`${project.state}/x`)), /"permissionDecision":"deny"/);
  assert.equal(await judged(write(`${project.top}/x`)), "");
  const command = `: ${"x".repeat(9_000_000)}; touch ${project.state}/x`;
  assert.match(await judged({ tool_name: "Bash", tool_input: { command } }), /"permissionDecision":"deny"/);
});

test("without machine state a hook is silent and makes none, and the guard still judges", async () => {
  const state = join(project.base, "none-yet");
  for (const [event, input] of [
    ["SessionStart", { source: "startup" }],
    ["UserPromptSubmit", { prompt: "what does the kiwi do by day and by night?" }],
    ["PostToolUse", { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: {} }],
    ["Stop", {}],
    ["SessionEnd", {}],
  ] as const) {
    assert.deepEqual(await project.hook(event, input, { state }), NOTHING, event);
    assert.equal(existsSync(state), false, event);
  }
  const tool_input = { command: `rm ${project.root}/memories/x.md` };
  assert.match(
    (await project.hook("PreToolUse", { tool_name: "Bash", tool_input }, { state })).stdout,
    /deny/,
  );
});
