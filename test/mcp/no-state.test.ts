// A server where this machine has no state: a state holds an identity, and a tool makes none that nobody asked for.

import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });

test("without a machine state every tool says so, and none makes one", async (t) => {
  const words = project.words.slice(0, -4);
  const state = join(project.home, ".local/state/credence");
  const { call, client } = await project.connect(t, { words });
  const draft = { type: "project", name: "Takin", description: "Where takins live", body: "In bamboo." };
  for (const [tool, args] of [
    ["memory_search", { query: "takin" }],
    ["memory_status", {}],
    ["memory_save", draft],
  ] as const) {
    const { isError, text } = await call(tool, args);
    assert.equal(isError, true, tool);
    assert.equal(
      text,
      `error: NO_ROOT: there is no machine state at ${state}, and the server does not create it\nhint: ask the user to run credence init in the project`,
    );
  }
  // A server that ends keeps what it compiled for the next one, in a state.
  await client.close();
  assert.equal(existsSync(join(project.home, ".local")), false);
});

test("a state that comes while the server runs is used from the next call on", async (t) => {
  const [away, state] = [`${project.state}-away`, project.state];
  renameSync(state, away);
  const { call } = await project.connectInside(t);
  assert.equal((await call("memory_status")).isError, true);
  renameSync(away, state);
  assert.equal((await call("memory_status")).isError, false);
});

test("what is wrong with machine state comes with the answer of every tool that reads", async (t) => {
  const key = join(project.state, "keys/machine.json");
  const whole = readFileSync(key);
  writeFileSync(key, "{}");
  t.after(() => writeFileSync(key, whole));
  const { call } = await project.connectInside(t);
  const notice =
    "keys/machine.json in machine state cannot be read, so every memory is withheld: the user can run credence doctor";
  for (const [tool, args] of [
    ["memory_search", { query: "takin" }],
    ["memory_get", { ids: ["project_takin"] }],
    ["memory_timeline", { around: "2026-05-01" }],
    ["memory_status", {}],
  ] as const) {
    const { isError, text, value } = await call(tool, args);
    assert.equal(isError, false, text);
    assert.deepEqual(value["notices"], [notice], tool);
    assert.equal(text.split(notice).length, 2, text);
  }
});

test("a root that is gone is told by the status", async (t) => {
  const file = join(project.root, "root.json");
  const { call } = await project.connectInside(t);
  const saved = await call("memory_save", {
    ...{ type: "project", name: "Takin", description: "Where takins live" },
    body: "Takins live in bamboo forests up to four thousand metres.",
  });
  assert.equal(saved.isError, false, saved.text);
  renameSync(file, `${file}-away`);
  t.after(() => renameSync(`${file}-away`, file));
  const { value } = await call("memory_status");
  assert.match(String(value["notices"]), /^the memory root that was in \.claude\/memory\/ is gone/);
});
