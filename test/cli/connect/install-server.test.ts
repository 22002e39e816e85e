// The MCP server in the client's settings: written by install, proved by doctor, and only then asked at every prompt.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { Owner } from "../../temp-dir.ts";
import { builtScript, type ConnectProject, connectProject } from "./connect-project.ts";

const SCRIPT = await builtScript();
const SERVERS = '{\n  "numStartups": 7\n}\n';

function connected(owner: Owner, version = "2.1.325"): ConnectProject {
  const project = connectProject(owner, SCRIPT);
  project.write(".claude/settings.json", "{}\n");
  project.write(".claude.json", SERVERS);
  project.addProgram("claude", `${version} (Claude Code)`);
  return project;
}

function promptTypes(project: ConnectProject): string[] {
  const { hooks } = JSON.parse(project.read(".claude/settings.json") ?? "");
  return hooks.UserPromptSubmit.map((group: { hooks: [{ type: string }] }) => group.hooks[0].type).sort();
}

test("prompts ask the server only after doctor has seen it answer, and no more when it fails or is not configured", async (t) => {
  const project = connected(t);
  const install = async (): Promise<string> => (await project.call(["install", "claude-code"])).stdout;
  await install();
  assert.deepEqual(promptTypes(project), ["command", "command"]);
  const proved = /^\[i\] mcp: the MCP server answers: credence install claude-code lets prompts/m;
  assert.match((await project.call(["doctor"])).stdout, proved);
  await install();
  // Capture stays a command of its own.
  assert.deepEqual(promptTypes(project), ["command", "mcp_tool"]);
  const { hooks } = JSON.parse(project.read(".claude/settings.json") ?? "");
  const tool = hooks.UserPromptSubmit.find(
    (group: { hooks: [{ type: string }] }) => group.hooks[0].type === "mcp_tool",
  );
  const input = { hook: true, query: `$\{prompt}`, session: `$\{session_id}`, prompt_id: `$\{prompt_id}` };
  const entry = { type: "mcp_tool", server: "credence", tool: "memory_search", input, timeout: 4 };
  assert.deepEqual(tool.hooks[0], entry);
  assert.doesNotMatch((await project.call(["doctor"])).stdout, /mcp/);
  assert.match(await install(), /: was already connected$/m);
  await expectMended(project);
  const launcher = readFileSync(`${project.state}/launch`, "utf8");
  writeFileSync(`${project.state}/launch`, "#!/bin/sh\nexit 3\n");
  const { exit, stdout } = await project.call(["doctor"]);
  assert.equal(exit, 2);
  const ends = /^\[E\] mcp: the MCP server ends before it answers; and prompts use it: credence install/m;
  assert.match(stdout, ends);
  await install();
  assert.deepEqual(promptTypes(project), ["command", "command"]);
  // Proved again, and then nobody knows any more that it was.
  writeFileSync(`${project.state}/launch`, launcher);
  assert.equal((await project.call(["doctor"])).exit, 0);
  await install();
  assert.deepEqual(promptTypes(project), ["command", "mcp_tool"]);
  rmSync(`${project.state}/server-proof.json`);
  await install();
  assert.deepEqual(promptTypes(project), ["command", "command"]);
});

/** A servers file without ours is an error of doctor while prompts ask the server, and install mends it. */
async function expectMended(project: ConnectProject): Promise<void> {
  const servers = project.read(".claude.json");
  const lacks = `[E] mcp: ${project.home}/.claude.json does not contain our MCP server, and prompts use it: credence install claude-code adds it\n`;
  for (const spoilt of [
    '{ "mcpServers": { "credence": { "command": "/opt/other", "args": [] } } }',
    "no JSON",
  ]) {
    project.write(".claude.json", spoilt);
    const { exit, stdout } = await project.call(["doctor"]);
    assert.deepEqual([exit, stdout.includes(lacks)], [2, true], stdout);
  }
  project.write(".claude.json", SERVERS);
  await project.call(["install", "claude-code"]);
  assert.equal(project.read(".claude.json"), servers);
}

test("a connected client without the server that install writes is a warning, and none where it never was", async (t) => {
  const project = connected(t);
  assert.doesNotMatch((await project.call(["doctor"])).stdout, /mcp/);
  await project.call(["install", "claude-code"]);
  project.write(".claude.json", SERVERS);
  const { exit, stdout } = await project.call(["doctor"]);
  assert.equal(exit, 1);
  assert.ok(
    stdout.includes(
      `[W] mcp: ${project.home}/.claude.json does not contain our MCP server: credence install claude-code adds it\n`,
    ),
  );
  await project.call(["uninstall", "claude-code"]);
  await project.call(["install", "claude-code", "--scope", "project"]);
  assert.equal((await project.call(["doctor"])).exit, 0);
});

test("a client that is too old for it keeps the command", async (t) => {
  const project = connected(t, "2.1.200");
  await project.call(["install", "claude-code"]);
  assert.doesNotMatch((await project.call(["doctor"])).stdout, /mcp/);
  await project.call(["install", "claude-code"]);
  assert.deepEqual(promptTypes(project), ["command", "command"]);
});

test("uninstall takes the server out again, byte for byte, and a dry run shows its lines alone", async (t) => {
  const project = connected(t);
  const { stdout } = await project.call(["install", "claude-code", "--dry-run", "--verbose"]);
  assert.match(stdout, /^ {2}server {2}.*\.claude\.json\n {2}[+-] /m);
  assert.doesNotMatch(stdout, /^ {2} {3}.*numStartups/m);
  assert.equal(project.read(".claude.json"), SERVERS);
  await project.call(["install", "claude-code"]);
  assert.match(project.read(".claude.json") ?? "", /"credence"/);
  await project.call(["uninstall", "claude-code"]);
  assert.equal(project.read(".claude.json"), SERVERS);
});
