// A server where this machine has no state: a state holds an identity, and a tool makes none that nobody asked for.

import assert from "node:assert/strict";
import { existsSync, renameSync } from "node:fs";
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
  const { call } = await project.connect(t);
  assert.equal((await call("memory_status")).isError, true);
  renameSync(away, state);
  assert.equal((await call("memory_status")).isError, false);
});
