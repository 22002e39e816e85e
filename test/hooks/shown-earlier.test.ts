// A memory that a context has in full comes again as one line, and in full whenever that is not certain. Codex and OpenCode tell
// what they take back from a conversation; Claude Code, Gemini CLI and Cursor do not.

import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { onWholePrompt } from "../../src/hooks/handlers.ts";
import { runHook } from "../../src/hooks/run-hook.ts";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { hookProject } from "../fixture/hook-project.ts";
import { freshDir } from "../temp-dir.ts";

const project = await hookProject({ after });
const hook = hookInProcess(project);
const KIWI = "The kiwi sleeps by day, and the kiwi hunts by night.";
await project.save("project_kiwi", { name: "Kiwi", body: KIWI });
const PROMPT = "when does the kiwi sleep by day?";
const contexts = join(project.state, "contexts");
const directory = freshDir({ after });
const HEAD = '{"type":"session_meta","payload":{"cli_version":"0.166.0","source":"cli"}}\n';

let [session, transcript, turn] = ["", "", 0];
beforeEach(async () => {
  turn += 1_000;
  session = `session-${turn}`;
  transcript = join(directory, `${session}.jsonl`);
  writeFileSync(transcript, HEAD);
  await start("startup");
});

async function send(event: string, input: object = {}): Promise<string> {
  const common = { session_id: session, transcript_path: transcript };
  const { stdout } = await hook(event, { ...common, ...input }, { client: "codex" });
  return stdout === "" ? "" : (JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "");
}

function start(source: string, input: object = {}): Promise<string> {
  // Else it would be another path of the same event.
  rmSync(join(project.state, "claims"), { recursive: true, force: true });
  return send("SessionStart", { source, ...input });
}

function ask(prompt = PROMPT, input: object = {}): Promise<string> {
  turn += 1;
  return send("UserPromptSubmit", { prompt, turn_id: `t${turn}`, ...input });
}

type Form = "full" | "line" | "nothing";

function formOf(block: string): Form {
  if (block === "") return "nothing";
  assert.match(block, /\(inferred\) .* -> project_kiwi\.md\n {2}/);
  const isLine = /\(inferred\) .* -> project_kiwi\.md\n {2}shown earlier\n<\/memory-context>/.test(block);
  assert.notEqual(block.includes(KIWI), isLine);
  return isLine ? "line" : "full";
}

const askForm = async (input: object = {}): Promise<Form> => formOf(await ask(PROMPT, input));

test("a memory comes in full once, and then as one line", async () => {
  assert.deepEqual([await askForm(), await askForm(), await askForm()], ["full", "line", "line"]);
});

for (const source of ["resume", "compact", "clear", "startup", "fork"])
  test(`it comes in full again after a session start by ${source}`, async () => {
    await askForm();
    await start(source);
    assert.deepEqual([await askForm(), await askForm()], ["full", "line"]);
  });

test("it comes in full again once a compaction is due", async () => {
  await askForm();
  await send("PreCompact");
  assert.equal(await askForm(), "full");
});

test("another session and a subagent of this one are told in full", async () => {
  await askForm();
  assert.equal(await askForm({ agent_id: "a1" }), "full");
  await start("startup", { session_id: "another" });
  assert.equal(await askForm({ session_id: "another" }), "full");
  assert.equal(await askForm(), "line");
});

test("it comes in full again after 20 prompts, whatever they were about", async () => {
  await askForm();
  for (let number = 1; number < 19; number += 1) assert.equal(await ask("ok"), "");
  assert.deepEqual([await askForm(), await askForm(), await askForm()], ["line", "full", "line"]);
});

test("it comes in full again after 30,000 tokens, and where the transcript has become shorter or is another", async () => {
  await askForm();
  appendFileSync(transcript, "x".repeat(119_000));
  assert.equal(await askForm(), "line");
  appendFileSync(transcript, "x".repeat(1_000));
  assert.equal(await askForm(), "full");
  writeFileSync(transcript, HEAD);
  assert.equal(await askForm(), "full");
  const other = `${transcript}.other`;
  writeFileSync(other, HEAD);
  assert.equal(await askForm({ transcript_path: other }), "full");
});

test("a changed text and a changed standing come in full", async () => {
  const seen = async (prompt: string): Promise<string> =>
    /^- \[\w+\] (.*(?:\n {2}.*)*)/m.exec(await ask(prompt))?.[1] ?? "";
  const emu = "does the emu outrun horses on every field?";
  await project.save("project_emu", { name: "Emu", body: "The emu outruns horses on every field." });
  assert.match(await seen(emu), /every field\./);
  assert.match(await seen(emu), /^\(inferred\) .*\n {2}shown earlier$/);
  await project.done(["update", "project_emu", "--body", "The emu outruns horses on every field and road."]);
  assert.match(await seen(emu), /^\(inferred\) .*\n.*field and road\./);
  assert.match(await seen(emu), /^\(inferred\) .*\n {2}shown earlier$/);
  const numbat = "which termites does the numbat eat at dawn?";
  await project.save("project_numbat", { name: "Numbat", body: "The numbat eats termites at dawn." });
  assert.match(await seen(numbat), /^\(inferred\) .*\n.*termites at dawn\./);
  await project.done(["promote", "project_numbat", "--as-test-person", "--now", "2026-05-20T12:00:00Z"]);
  assert.match(await seen(numbat), /^\(fact, check\) .*\n {2}stale, 2026-05-20\n.*termites at dawn\./);
  assert.match(await seen(numbat), /^\(fact, check\) .*\n {2}shown earlier, stale, 2026-05-20$/);
  for (const id of ["project_emu", "project_numbat"]) await project.done(["retire", id, "--reason", "over"]);
});

test("a long text comes as its gist, and whatever else of it is asked for, once", async () => {
  const parts = ["wombat digs a burrow", "numbat eats a termite", "quokka smiles at a visitor"];
  const body = parts.map((part) => `The ${part}. ${"And so on it goes. ".repeat(35)}`).join("\n");
  await project.save("project_long", { name: "Marsupials", body });
  const wombat = "where does the wombat dig a burrow?";
  assert.match(await ask(wombat), /\| The wombat digs a burrow\. .* …\n/);
  assert.match(await ask("does the quokka smile at a visitor?"), /shown earlier/);
  await project.done(["retire", "project_long", "--reason", "over"]);
});

test("where nothing was begun, and where the record is damaged, too large or cannot be written, it comes in full", async () => {
  await askForm();
  const record = join(contexts, session);
  const good = readFileSync(record, "utf8");
  for (const text of [
    "",
    "{",
    "[]",
    '{"v":2}',
    good.replace('"v":1', '"v":9'),
    `${good}${" ".repeat(300_000)}`,
  ]) {
    writeFileSync(record, text);
    assert.deepEqual([await askForm(), await askForm()], ["full", "full"], text.slice(0, 20));
  }
  writeFileSync(record, good);
  assert.equal(await askForm(), "line");
  rmSync(record);
  mkdirSync(record);
  assert.deepEqual([await askForm(), await askForm()], ["full", "full"]);
  rmSync(record, { recursive: true });
  assert.deepEqual([await askForm(), await askForm()], ["full", "full"]);
  await start("resume");
  await askForm();
  rmSync(contexts, { recursive: true });
  writeFileSync(contexts, "in the way");
  assert.equal(await askForm(), "full");
  rmSync(contexts);
});

test("an answer that a beginning overtakes leaves nothing that counts", async () => {
  await askForm();
  const record = join(contexts, session);
  const [, ...stale] = readFileSync(record, "utf8").split("\n");
  await start("compact");
  appendFileSync(record, stale.join("\n"));
  assert.deepEqual([await askForm(), await askForm()], ["full", "line"]);
});

test("a record of very many prompts begins anew", async () => {
  for (let number = 0; number < 110; number += 1) await askForm();
  const lines = (): number => readFileSync(join(contexts, session), "utf8").trimEnd().split("\n").length;
  assert.ok(lines() > 110);
  for (let number = 0; number < 100; number += 1) await ask("ok");
  assert.ok(lines() < 50, `${lines()}`);
  assert.deepEqual([await askForm(), await askForm()], ["full", "line"]);
});

test("an older Codex, one that names no version, and a transcript that is not there are told in full", async () => {
  for (const head of [
    HEAD.replace("166", "165"),
    HEAD.replace('"cli"', '{"subagent":"review"}'),
    "{}",
    `{"cwd":"\\"cli_version\\":\\"0.200.0"}`,
  ]) {
    writeFileSync(transcript, head);
    assert.deepEqual([await askForm(), await askForm()], ["full", "full"], head);
  }
  rmSync(transcript);
  assert.deepEqual([await askForm(), await askForm()], ["full", "full"]);
});

test("an answer that the client did not get is not counted", async () => {
  turn += 1;
  const input = { session_id: session, transcript_path: transcript, prompt: PROMPT, turn_id: `t${turn}` };
  const io = {
    args: [
      "hook",
      "codex",
      "UserPromptSubmit",
      "--state",
      project.state,
      "--cache",
      join(directory, "cache"),
    ],
    ...{ home: project.home, env: {}, cwd: () => project.top, now: Date.now, elapsed: () => 0 },
    ...{ node: process.execPath, script: project.command, ignoresCase: false },
    readInput: async () => JSON.stringify({ ...input, cwd: project.top }),
    write: (text: string) => {
      assert.match(text, /The kiwi sleeps by day/);
      throw Object.assign(new Error("nobody reads"), { code: "EPIPE" });
    },
  };
  await runHook(io, { handlers: { prompt: onWholePrompt }, inputMs: null });
  assert.deepEqual([await askForm(), await askForm()], ["full", "line"]);
});

test("Claude Code and Gemini CLI, which can take words back unseen, are told in full each time", async () => {
  const askOf = async (client: string, event: string): Promise<Form> => {
    turn += 1;
    const input = { session_id: session, transcript_path: transcript, prompt: PROMPT, prompt_id: `p${turn}` };
    const { stdout } = await hook(event, input, { client });
    return formOf(
      JSON.parse(stdout).hookSpecificOutput.additionalContext.split("</memory-context>\n").at(-2) +
        "</memory-context>",
    );
  };
  for (const [client, event] of [
    ["claude-code", "UserPromptSubmit"],
    ["gemini", "BeforeAgent"],
  ] as const) {
    await hook("SessionStart", { session_id: `${session}-${client}`, source: "startup" }, { client });
    assert.deepEqual([await askOf(client, event), await askOf(client, event)], ["full", "full"]);
  }
  assert.doesNotMatch(readFileSync(join(contexts, session), "utf8"), /keys/);
});

test("OpenCode counts its tokens itself, and without a count is told in full", async () => {
  let number = 0;
  const askOf = async (more: object): Promise<Form> => {
    number += 1;
    const input = {
      sessionID: session,
      messageID: `m${number}`,
      directory: project.top,
      prompt: PROMPT,
      ...more,
    };
    const { stdout } = await hook("chat.message", input, { client: "opencode" });
    return formOf(JSON.parse(stdout).context);
  };
  assert.deepEqual(
    [await askOf({ tokens: 10 }), await askOf({ tokens: 500 }), await askOf({})],
    ["full", "line", "full"],
  );
  assert.deepEqual([await askOf({ tokens: 30_010 }), await askOf({ tokens: -1 })], ["full", "full"]);
});

test("a resumed session is not told an identical start block again, and is told one that changed", async () => {
  session = `${session}-again`;
  const first = await start("startup");
  assert.match(first, /project_kiwi/);
  assert.deepEqual([await start("resume"), await start("resume")], ["", ""]);
  await project.save("project_emu_2", { name: "Emu", body: "The emu outruns horses on every road." });
  assert.match(await start("resume"), /project_emu_2/);
  assert.equal(await start("resume"), "");
  assert.notEqual(await start("compact"), "");
  await send("PreCompact");
  assert.notEqual(await start("resume"), "");
  assert.notEqual(await start("resume", { transcript_path: `${transcript}.other` }), "");
  await project.done(["retire", "project_emu_2", "--reason", "over"]);
  assert.match(await start("resume"), /no longer apply: project_emu_2/);
});

test("receipts and why say in which form a memory was shown", async () => {
  await askForm();
  const full = project.run(["receipts", "--limit", "1"]).stdout;
  assert.match(full, /project_kiwi \(inferred, high\)\n/);
  await askForm();
  assert.match(
    project.run(["receipts", "--limit", "1"]).stdout,
    /project_kiwi \(inferred, high, one line: shown earlier\)/,
  );
  assert.match(
    project.run(["why", "project_kiwi"]).stdout,
    /recalled for a prompt, as one line: the session had its text already/,
  );
  await start("startup");
  await start("resume");
  assert.match(
    project.run(["receipts", "--limit", "1"]).stdout,
    /project_kiwi \(inferred, not repeated: shown earlier\)/,
  );
});
