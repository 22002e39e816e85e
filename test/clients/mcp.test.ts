// The MCP server in the real Claude Code: a model uses its tools, and the prompt hook asks it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { expectDone, type Outcome, runProcess } from "../fixture/scratch-project.ts";
import { calling, claudeProject } from "./claude-project.ts";
import { claudeProgram, linkProgram } from "./client-program.ts";
import { newsOf, resultsOf } from "./conversation.ts";

const project = await claudeProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi sleep",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});

const bin = linkProgram(project.base, "claude", claudeProgram());

/** With the client on its path, so that its version is known. */
function call(...args: string[]): Outcome {
  const env = { ...project.env, PATH: `${bin}:/usr/bin:/bin` };
  const words = [process.execPath, join(project.dist, "credence.cjs"), ...args];
  return runProcess(words, { cwd: project.top, env });
}

const credence = (...args: string[]): Outcome => expectDone(call(...args));
/** It ends with 1 where it found something. */
const doctor = (): string => call("doctor").stdout;

// Once doctor has proved the server, prompts ask it.
credence("install", "claude-code");
credence("doctor");
credence("install", "claude-code");

const RECALLED = "UserPromptSubmit hook additional context: <memory-context source=";
const PROMPT = "when does the kiwi sleep by day?";

const TOOLS = ["search", "get", "save", "update"].map((name) => `mcp__credence__memory_${name}`);
const [SEARCH = "", GET = "", SAVE = "", UPDATE = ""] = TOOLS;
const session = project.converse("--allowedTools", TOOLS.join(" "));

test("the block comes from the server, once and as credence recall has it, and for a prompt that needs no memory nothing", async () => {
  assert.match(readFileSync(project.settings, "utf8"), /"mcp_tool"/);
  const { text } = await project.recall(PROMPT);
  const { requests } = await session.ask(PROMPT);
  assert.equal(blockIn(requests), JSON.stringify(text.trimEnd()).slice(1, -1));
  assert.equal((requests[0] ?? "").split(RECALLED).length - 1, 1);
  // Not even a word about the server.
  const news = newsOf(await session.ask("please run the tests again and fix what fails"));
  assert.doesNotMatch(news, /UserPromptSubmit hook/);
  assert.match(news, /please run the tests again/);
});

test("a model searches, reads and saves by the tools", async () => {
  const reads = [calling(SEARCH, { query: "kiwi sleep" }), calling(GET, { ids: ["project_kiwi"] })];
  const [found = "", got = ""] = resultsOf(await session.ask(reads.join("\n")));
  assert.match(found, /project_kiwi.*Kiwi sleep.*inferred.*written here/);
  assert.match(got, /The kiwi sleeps by day, and the kiwi hunts by night\./);
  const draft = {
    type: "project",
    name: "Takin",
    description: "Where takins live",
    body: "The takin lives in bamboo forests of the mountains.",
  };
  const [saved = ""] = resultsOf(await session.ask(calling(SAVE, draft)));
  assert.match(saved, /created.*project_takin.*inferred/);
  assert.match(readFileSync(project.pathOf("project_takin"), "utf8"), /^session: "?mcp\/claude-code\//m);
});

test("where nobody can be asked, a change of a memory is not made, though the tool is allowed", async () => {
  const before = readFileSync(project.pathOf("project_takin"), "utf8");
  const input = { id: "project_takin", description: "Changed by a model" };
  assert.match(newsOf(await session.ask(calling(UPDATE, input))), /"isError":true/);
  assert.equal(readFileSync(project.pathOf("project_takin"), "utf8"), before);
  assert.equal(await session.end(), 0);
});

test("a session that is started without the server (--strict-mcp-config) is noticed by its end, and doctor says what to do", async () => {
  assert.doesNotMatch(doctor(), /NOT_ASKED/);
  const strict = project.converse("--strict-mcp-config", "--allowedTools", "Bash");
  // As long as a turn is with a model that thinks.
  const { requests } = await strict.ask(
    `${PROMPT} ${calling("Bash", { command: "sleep 2", description: "x" })}`,
  );
  assert.equal(requests.join("\n").includes(RECALLED), false);
  assert.equal(await strict.end(), 0);
  assert.match(doctor(), /NOT_ASKED in claude-code Stop at .*: prompts of a session were not answered/);
});

function blockIn(requests: readonly string[]): string {
  const text = requests.join("\n");
  const at = text.indexOf(RECALLED);
  assert.notEqual(at, -1, "there is no block");
  const end = "/memory-context>";
  return text.slice(at + RECALLED.indexOf("<"), text.indexOf(end, at) + end.length);
}
