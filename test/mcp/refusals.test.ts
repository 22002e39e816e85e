// What a tool says when it refuses: nothing that is hidden, advice that helps, and in the hook's form nothing at all.

import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeRepository } from "../fixture/git-repository.ts";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
const { call } = await project.connectInside({ after });
const PASSWORD = ["Zq", "7Z", "x".repeat(4), "9Q!", "m".repeat(3), "4T8"].join("");

test("a change that would copy what a person redacted is refused without a character of it", async () => {
  const hidden = `The database password is <redacted>${PASSWORD}</redacted>, and the port is 5433.`;
  await project.save("project_database", { name: "Database", body: hidden, more: ["--as-test-person"] });
  const before = readFileSync(project.pathOf("project_database"), "utf8");
  const refused = await call("memory_update", { id: "project_database", tags: ["x"] });
  assert.equal(refused.isError, true);
  assert.equal(
    refused.text,
    "error: NEEDS_PERSON: project_database contains text that a person redacted, so only a person can edit it\nhint: only the user can do this, at a terminal",
  );
  const body = "The database listens on port 5433, and its password is in the vault.";
  const proposed = await call("memory_update", { id: "project_database", body });
  assert.equal(proposed.value["outcome"], "proposed", proposed.text);
  assert.equal(readFileSync(project.pathOf("project_database"), "utf8"), before);
});

test("a project without a root gets one with the first memory, where the person allowed it", async (t) => {
  const shop = makeRepository(join(project.home, "shop"));
  const elsewhere = await project.connectInside(t, { cwd: shop });
  const draft = {
    type: "project",
    name: "Tea",
    description: "Drinks",
    body: "Tea is for the morning, and for nothing else.",
  };
  const refused = await elsewhere.call("memory_save", draft);
  assert.equal(
    refused.text,
    "error: NO_ROOT: there is no project memory root\nhint: ask the user to run credence init in the project",
  );
  const config = join(project.state, "config.json");
  t.after(() => rmSync(config));
  writeFileSync(config, '{"roots":{"auto":true}}');
  assert.equal((await elsewhere.call("memory_save", draft)).value["outcome"], "created");
  assert.match((await elsewhere.call("memory_search", { query: "tea" })).text, /project_tea/);
  assert.equal(existsSync(join(shop, ".claude")), false);
  assert.match((await project.done(["list"], { cwd: shop })).stdout, /^inferred +project_tea\n/);
});

test("without a user root the advice is to make that one", async () => {
  const draft = { name: "Tabs", description: "Likes tabs", body: "The user likes tabs. Why: they said so." };
  const { text } = await call("memory_save", { ...draft, type: "user" });
  assert.equal(
    text,
    "error: NO_ROOT: there is no user memory root\nhint: ask the user to run credence init --scope user",
  );
});

test("advice that comes with a refusal goes before the general one", async () => {
  const { text } = await call("memory_update", { id: "project_database" });
  assert.equal(text, "error: USAGE: there is nothing to change\nhint: give a body, a name or tags");
});

test("a root that cannot be opened is named to the person in the hook's form, once a session", async (t) => {
  const path = join(project.root, "root.json");
  const whole = readFileSync(path, "utf8");
  t.after(() => writeFileSync(path, whole));
  writeFileSync(path, "{");
  const plain = await call("memory_search", { query: "database port" });
  assert.match(plain.text, /^error: PATH_ERROR: /);
  const told = await call("memory_search", { query: "database port", hook: true });
  assert.deepEqual([told.isError, told.value], [false, { rows: [], block: "", tokens: 0 }]);
  assert.match(
    JSON.parse(told.text).systemMessage,
    /^credence: the memories in .* are left out \(PATH_ERROR\)/,
  );
  const again = await call("memory_search", { query: "database port", hook: true });
  assert.equal(again.text, "{}");
});

test("trouble is silence in the hook's form, and is written down for the person", async (t) => {
  const log = join(project.state, "hook-trouble.ndjson");
  t.after(() => {
    chmodSync(project.state, 0o700);
    rmSync(log, { force: true });
  });
  chmodSync(project.state, 0o755);
  const silent = await call("memory_search", { query: "database port", hook: true });
  assert.deepEqual(
    [silent.isError, silent.text, silent.value],
    [false, "{}", { rows: [], block: "", tokens: 0 }],
  );
  const { client, event, code } = JSON.parse(readFileSync(log, "utf8"));
  assert.deepEqual([client, event, code], ["mcp", "memory_search", "STATE_REFUSED"]);
});
