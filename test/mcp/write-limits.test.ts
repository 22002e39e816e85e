// Many writers at once, and one that writes too much.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Connected, mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
const mine = await project.connect({ after }, { name: "mine" });
const theirs = await project.connect({ after }, { name: "theirs" });

function draft(name: string, body: string): Record<string, unknown> {
  return { type: "project", name, description: `About ${name}`, body };
}

async function save(by: Connected, args: Record<string, unknown>): Promise<unknown> {
  const { isError, value, text } = await by.call("memory_save", args);
  assert.equal(isError, false, text);
  return value["outcome"];
}

test("two servers that save the same at once leave one memory", async () => {
  const args = draft("Saola", "The saola was first seen by science in 1992, in Vietnam.");
  const outcomes = await Promise.all([mine, theirs, mine, theirs].map((each) => save(each, args)));
  assert.deepEqual(outcomes.sort(), ["created", "unchanged", "unchanged", "unchanged"]);
  assert.deepEqual(readdirSync(join(project.root, "memories")), ["project_saola.md"]);
});

test("thirty writes a minute are enough for one server, and reading goes on", async (t) => {
  const { call } = await project.connect(t, { name: "busy" });
  const args = draft("Takin", "The takin lives in bamboo forests of the mountains.");
  const tries = [];
  for (let number = 0; number < 31; number += 1) tries.push(await call("memory_save", args));
  assert.deepEqual(
    tries.map(({ isError }) => isError),
    [...Array.from({ length: 30 }, () => false), true],
  );
  assert.match(
    tries.at(-1)?.text ?? "",
    /^error: RATE_LIMIT: 30 writes were tried within a minute\nhint: wait/,
  );
  assert.equal((await call("memory_search", { query: "takin" })).isError, false);
});
