// What a model can read by the tools: the same block as the prompt hook, and no byte of what is withheld.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { runProcess } from "../fixture/scratch-project.ts";
import { MARKER, NAME_MARKER, plantWithheld, VOUCHED_ID, WITHHELD_IDS } from "../redteam/withheld-samples.ts";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after }, { user: true });
await plantWithheld(project);
await project.save("project_kiwi", {
  name: "Kiwi <sleep>",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.\nIf a < b then <redacted>hunter2</redacted> & more.",
});
const { call } = await project.connectInside({ after });
const ASKED = "description body taint session archived person memory quarantined foreign tampered";

test("no tool tells a byte of what is withheld, by search, by id, by time or by a try to change it", async () => {
  const answers = [
    await call("memory_search", { query: ASKED, limit: 20 }),
    await call("memory_search", { query: ASKED, hook: true }),
    await call("memory_timeline", { around: "2026-05-01", before: 20, after: 20 }),
    await call("memory_status"),
  ];
  for (const id of WITHHELD_IDS) {
    answers.push(await call("memory_get", { ids: [id] }), await call("memory_timeline", { around: id }));
    answers.push(await call("memory_update", { id, description: "Plain" }));
  }
  const told = JSON.stringify(answers).toUpperCase();
  assert.equal(told.includes(MARKER) || told.includes(NAME_MARKER), false);
  assert.ok(told.includes(VOUCHED_ID.toUpperCase()));
});

test("of a withheld memory memory_get shows id, reason and dates", async () => {
  const { value } = await call("memory_get", { ids: ["project_foreign"] });
  const [memory] = value["memories"] as [Record<string, unknown>];
  assert.deepEqual(
    [memory["standing"], memory["why"], memory["name"], memory["body"], memory["digest"]],
    ["foreign", "never seen here", null, null, null],
  );
});

test("every text is escaped and what is redacted is hidden, in both forms", async () => {
  const got = await call("memory_get", { ids: ["project_kiwi", "project_kiwi.md", "project_absent"] });
  const both = `${got.text}${JSON.stringify(got.value)}`;
  assert.match(got.text, /^project_kiwi: inferred, .* \| Kiwi &lt;sleep&gt;\n\| The kiwi sleeps/);
  assert.match(got.text, /If a &lt; b then \[redacted\] &amp; more\./);
  assert.equal(both.includes("hunter2") || both.includes("<sleep>"), false);
  assert.deepEqual(got.value["missing"], ["project_absent"]);
  assert.equal((got.value["memories"] as unknown[]).length, 1);
});

test("the hook form answers what the command hook answers, and captures nothing", async () => {
  const prompt = "when does the kiwi sleep by day?";
  const input = { session_id: "s", cwd: project.top, prompt };
  const places = ["--state", project.state, "--cache", join(project.credenceHome, "cache")];
  const words = ["hook", "claude-code", "UserPromptSubmit", "--only", "recall", ...places];
  const command = runProcess(
    [process.execPath, join(project.dist, "credence.cjs"), ...words],
    { cwd: project.top, env: project.serverEnv },
    { stdin: JSON.stringify({ ...input, prompt_id: "p1" }) },
  );
  const tool = await call("memory_search", { query: prompt, hook: true, session: "s", prompt_id: "p2" });
  assert.match(command.stdout, /memory-context/);
  assert.equal(tool.text, command.stdout);
  const { stdout } = await project.call(["spool", "status", "--json"]);
  assert.equal(stdout.includes("kiwi"), false);
});

test("a prompt that the command hook has answered is answered with nothing, and the other way round", async () => {
  const args = { query: "when does the kiwi sleep by day?", hook: true, session: "s", prompt_id: "p3" };
  assert.match((await call("memory_search", args)).text, /memory-context/);
  assert.equal((await call("memory_search", args)).text, "{}");
});

test("a search without a root says what the user can do, and the hook form is silent", async (t) => {
  const elsewhere = await project.connectInside(t, { cwd: project.base });
  // The user root is everywhere.
  assert.equal((await elsewhere.call("memory_search", { query: "kiwi" })).isError, false);
  const none = await project.connectInside(t, { cwd: project.base, env: { HOME: project.base } });
  assert.match(
    (await none.call("memory_search", { query: "kiwi" })).text,
    /^error: NO_ROOT: .*\nhint: ask the user/,
  );
  assert.equal((await none.call("memory_search", { query: "kiwi sleeps", hook: true })).text, "{}");
});

test("CLAUDE_PROJECT_DIR says where the project is; CREDENCE_HOME moves nothing", async (t) => {
  const env = { CLAUDE_PROJECT_DIR: project.top, CREDENCE_HOME: join(project.base, "other") };
  const { call: there } = await project.connectInside(t, { cwd: project.base, env });
  assert.match((await there("memory_search", { query: "kiwi sleep" })).text, /project_kiwi/);
});

test("an index row costs about as much as the instructions say", async () => {
  const { value } = await call("memory_search", { query: "kiwi sleep by day" });
  const rows = (value["rows"] as unknown[]).length;
  assert.ok(Number(value["tokens"]) / rows < 90, `${value["tokens"]} tokens for ${rows} rows`);
  assert.match(readFileSync(join(import.meta.dirname, "../../src/mcp/tools.ts"), "utf8"), /about 90 tokens/);
});

test("rows that were found by meaning alone come with a notice, and never of the highest confidence", async () => {
  const { value, text } = await call("memory_search", { query: "nocturnal birds resting" });
  const rows = value["rows"] as { id: string; confidence: string }[];
  assert.equal(rows[0]?.id, "project_kiwi");
  assert.ok(rows.every(({ confidence }) => confidence === "low"));
  const notice = "no memory has a word of the query; these are the nearest in meaning";
  assert.deepEqual(value["notices"], [notice]);
  assert.match(text, new RegExp(`note: ${notice}`));
});
