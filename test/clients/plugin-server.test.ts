// The plugin's MCP server in the real Claude Code, with nothing installed but the plugin: the client starts it, a model is
// told of its tools and uses them, and it ends with the session.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { calling } from "./claude-project.ts";
import { pluginProject } from "./plugin-project.ts";

const project = await pluginProject({ after });
project.installPlugin();

const PREFIX = "mcp__plugin_credence_credence__memory_";
const TOOLS = ["get", "save", "search", "status", "timeline", "update"].map((name) => `${PREFIX}${name}`);
const SEARCH = `${PREFIX}search`;
const MEMORIES = join(project.top, ".claude/memory/memories");

/** Allows a tool and lets the model call it; what it answered, as the model would see it. */
async function use(tool: string, input: object): Promise<string> {
  const seen = await project.ask(calling(tool, input), "--allowedTools", tool);
  return seen.slice(seen.indexOf('"tool_result"'));
}

function processesOfServer(): string[] {
  const listed = execFileSync("ps", ["-Ao", "args"], { encoding: "utf8" }).split("\n");
  return listed.filter((line) => line.includes(project.market) && line.includes("--server"));
}

test("the client starts the plugin's server, and finds nothing wrong with it", () => {
  const listed = project.claude("mcp", "list");
  assert.match(listed, /^plugin:credence:credence: .*launch\.sh --server - . Connected$/m);
});

test("before there is a memory root the tools say what the user can do, and make none", async () => {
  assert.match(await use(SEARCH, { query: "takin" }), /error: NO_ROOT: .*ask the user to run credence init/);
  assert.equal(existsSync(join(project.top, ".claude")), false);
  assert.equal(existsSync(join(project.home, ".local/state/credence")), false);
});

test("a model is told of the six tools and of what the server says about them", async () => {
  project.credence("init");
  const [request = ""] = (await project.ask("hello")).split("\n");
  const named = new Set(request.match(/mcp__\w+/g));
  assert.deepEqual([...named].sort(), TOOLS);
  assert.match(request, /## plugin:credence:credence\\nCredence is this user's long-term memory/);
});

test("a model that looks for the tools gets them with their schemas", async () => {
  const seen = await project.ask(calling("ToolSearch", { query: `select:${TOOLS.join(",")}` }));
  const { tools }: { tools: { name: string; input_schema: object }[] } = JSON.parse(
    seen.split("\n").at(-1) ?? "",
  );
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
  assert.match(await use(`${PREFIX}save`, draft), /created.*project_takin.*inferred/);
  assert.deepEqual(readdirSync(MEMORIES), ["project_takin.md"]);
  const reads = [
    calling(SEARCH, { query: "takin bamboo" }),
    calling(`${PREFIX}get`, { ids: ["project_takin"] }),
    calling(`${PREFIX}timeline`, { around: "project_takin" }),
    calling(`${PREFIX}status`, {}),
  ];
  const seen = await project.ask(reads.join(" "), "--allowedTools", TOOLS.join(" "));
  const results = seen.split('"tool_result"').slice(1);
  assert.equal(results.length, reads.length);
  for (const expected of [
    /project_takin.*inferred.*written here.*confidence/,
    /The takin lives in bamboo forests of the mountains\..*truncated/,
    /project_takin.*centre/,
    /inferred\\":1,.*saves_left_today/,
  ])
    assert.ok(
      results.some((result) => expected.test(result)),
      `${expected}: ${results.join("\n")}`,
    );
});

test("where nobody can be asked, a change of a memory is not made, though the tool is allowed", async () => {
  const path = join(MEMORIES, "project_takin.md");
  const before = readFileSync(path, "utf8");
  const input = { id: "project_takin", description: "Changed by a model" };
  assert.match(await use(`${PREFIX}update`, input), /"is_error":true/);
  assert.equal(readFileSync(path, "utf8"), before);
});

test("no server outlives its session", async () => {
  for (let tries = 0; tries < 50 && processesOfServer().length > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(processesOfServer(), []);
});

test("without the package the session goes on, and no model hears of the tools", async () => {
  renameSync(join(project.market, "dist"), join(project.base, "dist"));
  const seen = await project.ask("where does the takin live, in bamboo forests?");
  assert.doesNotMatch(seen, /mcp__plugin_credence/);
});
