// The MCP server in the real Claude Code: a model uses its tools, and the prompt hook asks it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import { claudeProgram } from "./claude-program.ts";
import { calling, claudeProject } from "./claude-project.ts";

const project = await claudeProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi sleep",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});

/** With the client on its path, so that its version is known. */
function credence(...args: string[]): void {
  const env = { ...project.env, PATH: `${dirname(claudeProgram())}:/usr/bin:/bin` };
  const words = [process.execPath, join(project.dist, "credence.cjs"), ...args];
  expectDone(runProcess(words, { cwd: project.top, env }));
}

credence("install", "claude-code");

const RECALLED = "UserPromptSubmit hook additional context: <memory-context source=";
const PROMPT = "when does the kiwi sleep by day?";

/** What the tool answered, as the model would see it. */
function resultIn(requests: readonly string[]): string {
  const text = requests.join("\n");
  return text.slice(text.indexOf('"tool_result"'));
}

test("install puts one server among those of the person", () => {
  const servers = JSON.parse(readFileSync(join(project.home, ".claude.json"), "utf8")).mcpServers;
  assert.deepEqual(Object.keys(servers), ["credence"]);
});

test("a model searches, reads and saves by the tools", async () => {
  const search = "mcp__credence__memory_search";
  const found = await project.ask(calling(search, { query: "kiwi sleep" }), "--allowedTools", search);
  assert.match(resultIn(found.requests), /project_kiwi.*Kiwi sleep.*inferred.*written here/);
  const get = "mcp__credence__memory_get";
  const got = await project.ask(calling(get, { ids: ["project_kiwi"] }), "--allowedTools", get);
  assert.match(resultIn(got.requests), /The kiwi sleeps by day, and the kiwi hunts by night\./);
  const save = "mcp__credence__memory_save";
  const draft = {
    type: "project",
    name: "Takin",
    description: "Where takins live",
    body: "The takin lives in bamboo forests of the mountains.",
  };
  const saved = await project.ask(calling(save, draft), "--allowedTools", save);
  assert.match(resultIn(saved.requests), /created.*project_takin.*inferred/);
  assert.match(readFileSync(project.pathOf("project_takin"), "utf8"), /^session: "?mcp\/claude-code\//m);
});

test("where nobody can be asked, a change of a memory is not made, though the tool is allowed", async () => {
  const update = "mcp__credence__memory_update";
  const before = readFileSync(project.pathOf("project_takin"), "utf8");
  const input = { id: "project_takin", description: "Changed by a model" };
  const { requests } = await project.ask(calling(update, input), "--allowedTools", update);
  assert.match(resultIn(requests), /"is_error":true/);
  assert.equal(readFileSync(project.pathOf("project_takin"), "utf8"), before);
});

test("once doctor has proved the server, the block comes from it, once and the same", async () => {
  const command = await project.ask(PROMPT);
  const block = blockIn(command.requests);
  credence("doctor");
  credence("install", "claude-code");
  assert.match(readFileSync(project.settings, "utf8"), /"mcp_tool"/);
  const { exit, requests } = await project.ask(PROMPT);
  assert.equal(exit, 0);
  assert.equal(blockIn(requests), block);
  assert.equal((requests[0] ?? "").split(RECALLED).length - 1, 1);
});

test("a prompt that needs no memory gets nothing from the server, not even a word about it", async () => {
  const { requests } = await project.ask("please run the tests again and fix what fails");
  assert.doesNotMatch(requests.join("\n"), /UserPromptSubmit hook/);
});

function blockIn(requests: readonly string[]): string {
  const text = requests.join("\n");
  const at = text.indexOf(RECALLED);
  assert.notEqual(at, -1, "there is no block");
  return text.slice(at, text.indexOf("/memory-context>", at));
}
