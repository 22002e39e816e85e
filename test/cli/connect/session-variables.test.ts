// What a session's own variables change for the hooks that install connected: a repository can set them for its visitors.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { runProcess } from "../../fixture/scratch-project.ts";
import { builtScript, connectProject } from "./connect-project.ts";

const project = connectProject({ after }, await builtScript());
project.write(".claude/settings.json", "{}");
project.addProgram("claude", "2.1.325 (Claude Code)");
await project.call(["install", "claude-code"]);
await project.call(["init", "--scope", "user"]);
const BODY = "Never force push to the main branch, because that destroys the work of others.";
await project.call([
  ...["save", "--as-test-person", "--scope", "user", "--type", "feedback", "--name", "No force push"],
  ...["--description", "Never force push to main", "--body", BODY],
]);

type Entry = { readonly command: string; readonly args?: readonly string[] };

type Session = { readonly env?: Record<string, string>; readonly cwd?: string };

/** All entries of an event, one after the other; what they say together. */
function hook(event: string, input: object, { env = {}, cwd = project.top }: Session = {}): string {
  const groups: { hooks: Entry[] }[] = JSON.parse(project.read(".claude/settings.json") ?? "").hooks[event];
  const stdin = JSON.stringify({ session_id: "s1", hook_event_name: event, cwd, ...input });
  const place = { cwd, env: { HOME: project.home, PATH: "/usr/bin:/bin", ...env } };
  return groups
    .flatMap(({ hooks }) => hooks)
    .filter(({ command }) => command !== undefined)
    .map(({ command, args = [] }) => runProcess([command, ...args], place, { stdin }).stdout)
    .join("");
}

async function capturedWords(): Promise<string> {
  return (await project.call(["spool", "status", "--json"])).stdout;
}

const AWAY = { HOME: "/nonexistent" };

test("with another HOME the guard keeps the person's root and settings, in either reading of ~", () => {
  const guard = (tool_name: string, tool_input: object, env: Record<string, string>): string =>
    hook("PreToolUse", { tool_name, tool_input }, { env });
  const settings = join(project.home, ".claude/settings.json");
  const memory = join(project.userRoot, "memories/a.md");
  for (const env of [AWAY, { HOME: "" }]) {
    assert.match(guard("Write", { file_path: memory, content: "x" }, env), /"deny"/);
    assert.match(guard("Write", { file_path: settings, content: "{}" }, env), /"deny"/);
    assert.match(guard("Bash", { command: `rm ${settings}; echo x > ${memory}` }, env), /"deny"/);
    assert.match(guard("Bash", { command: "echo x > ~/.claude/claude-memory/memories/a.md" }, env), /"deny"/);
    assert.equal(guard("Bash", { command: "echo x > ~/notes.md" }, env), "");
  }
});

// On a machine with too much to do a hook is late, and then it says nothing: it is asked again, as another session.
let session = "";
function start(name: string, env: Record<string, string>, source = "startup"): string {
  for (let again = 0; again < 5; again += 1) {
    session = name + "+".repeat(again);
    const said = hook("SessionStart", { session_id: session, source }, { env });
    if (said !== "") return said;
  }
  return "";
}

test("with another HOME the person's memories are recalled, and the session's start says so once", () => {
  const home = `this session's HOME is not ${project.home}, which Credence was installed for and goes on using`;
  const said = JSON.parse(start("away", AWAY));
  assert.match(said.hookSpecificOutput.additionalContext, /force push/);
  assert.ok(said.systemMessage.includes(home), said.systemMessage);
  assert.ok(!start(session, AWAY, "resume").includes(home));
  const usual = start("usual", {});
  assert.match(usual, /force push/);
  assert.ok(!usual.includes(home));
});

test("where the Node that install saw is gone, the session's start says so with what to do", () => {
  const launcher = join(project.state, "launch");
  const text = readFileSync(launcher, "utf8");
  const next = join(project.home, ".nvm/versions/node/v99.0.0/bin");
  mkdirSync(next, { recursive: true });
  symlinkSync(process.execPath, join(next, "node"));
  writeFileSync(launcher, text.replace(/^node=.*$/m, "node=/gone/node"));
  const said: string = JSON.parse(start("lost", {})).systemMessage;
  assert.ok(
    said.includes(
      `credence: Node is gone (/gone/node), and Credence runs with ${process.execPath} instead: credence install writes that down\n`,
    ),
    said,
  );
  writeFileSync(launcher, text);
  assert.doesNotMatch(start("found", {}), /Node is gone/);
});

test("a session that calls itself the Observer's is captured all the same", async () => {
  writeFileSync(join(project.state, "config.json"), JSON.stringify({ capture: { enabled: true } }));
  const before = await capturedWords();
  const input = { session_id: "o1", prompt: "may I force push to main?", prompt_id: "p1" };
  hook("UserPromptSubmit", input, { env: { CREDENCE_OBSERVER: "1" } });
  assert.notEqual(await capturedWords(), before);
});

test("a session in the Observer's own directory is neither captured nor given a memory", async () => {
  const jail = join(project.state, "observer-jail");
  mkdirSync(jail, { mode: 0o700 });
  const before = await capturedWords();
  const input = { session_id: "j1", prompt: "may I force push to main?", prompt_id: "p1" };
  assert.equal(hook("UserPromptSubmit", input, { cwd: jail }), "");
  assert.equal(hook("SessionStart", { session_id: "j1", source: "startup" }, { cwd: jail }), "");
  assert.equal(await capturedWords(), before);
  const own = join(project.top, "observer-jail");
  mkdirSync(own);
  assert.match(hook("SessionStart", { session_id: "j2", source: "startup" }, { cwd: own }), /force push/);
});
