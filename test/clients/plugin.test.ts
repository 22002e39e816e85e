// The plugin in the real Claude Code, with nothing else installed: accepted by the client's own check, installed from a
// marketplace on disk, and at work. The client starts its server, a model is told of its tools and uses them, and it ends with
// the session. Two sessions: before there is a root, and without the package; in the deep run also beside the entries of install.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { calling } from "./claude-project.ts";
import { newsOf, resultsOf } from "./conversation.ts";
import { pluginProject } from "./plugin-project.ts";

const project = await pluginProject({ after });
const { base, home, top, market, bin, claude, credence } = project;
project.installPlugin();

const PREFIX = "mcp__plugin_credence_credence__memory_";
const TOOLS = ["get", "save", "search", "status", "timeline", "update"].map((name) => `${PREFIX}${name}`);
const SEARCH = `${PREFIX}search`;
const PERSONAL = join(home, ".claude/claude-memory/projects");
const PROMPT = "where does the takin live, in bamboo forests?";
const RECALLED = "UserPromptSubmit hook additional context: <memory-context source=";

const session = project.converse("--allowedTools", TOOLS.join(" "));

/** In the one personal root that there is. */
function memories(): string {
  const [name = ""] = readdirSync(PERSONAL).filter((each) => each.startsWith("project-"));
  return join(PERSONAL, name, "memories");
}

function processesOfServer(): string[] {
  const listed = execFileSync("ps", ["-Ao", "args"], { encoding: "utf8" }).split("\n");
  return listed.filter((line) => line.includes(market) && line.includes("--server"));
}

test("the plugin passes the client's own strict check, and so does the marketplace", () => {
  for (const directory of IS_DEEP ? ["plugin", "."] : ["plugin"])
    assert.match(claude("plugin", "validate", "--strict", join(market, directory)), /Validation passed/);
});

function expectListed(): void {
  assert.match(claude("plugin", "list"), /credence@credence/);
  const listed = claude("mcp", "list");
  assert.match(listed, /^plugin:credence:credence: .*launch\.sh --server - . Connected$/m);
}

// A session that uses the tools shows as much.
if (IS_DEEP)
  test("the client lists the plugin, starts its server and finds nothing wrong with it", expectListed);

test("before there is a memory root the tools say what the user can do, and make none", async () => {
  const [told = ""] = resultsOf(await session.ask(calling(SEARCH, { query: "takin" })));
  assert.match(told, /error: NO_ROOT: .*ask the user to run credence init/);
  assert.equal(existsSync(join(top, ".claude")), false);
  assert.equal(existsSync(join(home, ".local/state/credence")), false);
});

test("a model is told of the six tools and of what the server says about them", async () => {
  credence("init");
  const [request = ""] = (await session.ask("hello")).requests;
  const named = new Set(request.match(/mcp__\w+/g));
  assert.deepEqual([...named].sort(), TOOLS);
  assert.match(request, /## plugin:credence:credence\\nCredence is this user's long-term memory/);
});

test("the commands of the plugin reach the model with what the person typed, in a session that runs", async () => {
  const asked = async (prompt: string): Promise<string> => (await session.ask(prompt)).requests.at(-1) ?? "";
  assert.match(await asked("/credence:remember takins are large"), /remember this: takins are large\\n/);
  if (!IS_DEEP) return;
  assert.match(await asked("/credence:review"), /Tell the user which memories wait for their decision/);
  assert.match(
    await asked("/credence:why project_takin"),
    /why a memory was used or was not: project_takin\\n/,
  );
});

test("a model that looks for the tools gets them with their schemas", async () => {
  const { requests } = await session.ask(calling("ToolSearch", { query: `select:${TOOLS.join(",")}` }));
  const { tools }: { tools: { name: string; input_schema: object }[] } = JSON.parse(requests.at(-1) ?? "");
  const ours = tools.filter(({ name }) => name.startsWith(PREFIX));
  assert.deepEqual(ours.map(({ name }) => name).sort(), TOOLS);
  const search = ours.find(({ name }) => name === SEARCH);
  assert.match(JSON.stringify(search?.input_schema), /"required":\["query"\]/);
});

test("a model saves, finds and reads by them, in the project of its session", async () => {
  const draft = {
    type: "project",
    name: "Takin",
    description: "Where takins live",
    body: "The takin lives in bamboo forests of the mountains.",
  };
  const [saved = ""] = resultsOf(await session.ask(calling(`${PREFIX}save`, draft)));
  assert.match(saved, /created.*project_takin.*inferred/);
  assert.deepEqual(readdirSync(memories()), ["project_takin.md"]);
  const reads = [
    calling(SEARCH, { query: "takin bamboo" }),
    calling(`${PREFIX}get`, { ids: ["project_takin"] }),
    calling(`${PREFIX}timeline`, { around: "project_takin" }),
    calling(`${PREFIX}status`, {}),
  ];
  const results = resultsOf(await session.ask(reads.join(" ")));
  assert.equal(results.length, reads.length);
  for (const [index, expected] of [
    /project_takin.*inferred.*written here.*confidence/,
    /The takin lives in bamboo forests of the mountains\..*truncated/,
    /project_takin.*centre/,
    /inferred\\":1,.*saves_left_today/,
  ].entries())
    assert.match(results[index] ?? "", expected);
});

test("a prompt has its memories, and no server outlives its session", async () => {
  assert.ok(newsOf(await session.ask(PROMPT)).includes(RECALLED));
  assert.equal(await session.end(), 0);
  for (let tries = 0; tries < 50 && processesOfServer().length > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(processesOfServer(), []);
});

test("without the package the session goes on and no model hears of it; with a command on the path there is all again", async () => {
  renameSync(join(market, "dist"), join(base, "dist"));
  const bare = project.converse();
  const { text, requests } = await bare.ask(PROMPT);
  assert.equal(text, "ok");
  assert.doesNotMatch(requests.join("\n"), /memory-context|mcp__plugin_credence/);
  symlinkSync(join(base, "dist/credence.cjs"), join(bin, "credence"));
  assert.ok(newsOf(await bare.ask(PROMPT)).includes(RECALLED));
  const touch = { command: `touch ${join(home, ".local/state/credence/x")}` };
  const [told = ""] = resultsOf(await bare.ask(calling("Bash", touch)));
  assert.match(told, /only Credence itself may change/);
  assert.equal(await bare.end(), 0);
});

async function expectOneAnswer(): Promise<void> {
  credence("install", "claude-code");
  const both = project.converse();
  const news = newsOf(await both.ask(PROMPT));
  assert.equal(news.split("UserPromptSubmit hook additional context: <memory-context").length - 1, 1);
  assert.equal(await both.end(), 0);
}

// test/hooks/hook-process.test.ts sees the same without a client.
if (IS_DEEP) test("beside the entries of install, the same prompt is answered once", expectOneAnswer);
