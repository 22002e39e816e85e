// Many writers at once, and one that writes too much.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Connected, mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
const mine = await project.connect({ after }, { name: "mine" });
const theirs = await project.connect({ after }, { name: "theirs" });

function draft(name: string, body: string): Record<string, unknown> {
  return { type: "project", name, description: `About ${name}`, body };
}

function fileOf(id: string): string {
  return readFileSync(project.pathOf(id), "utf8");
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

test("of two texts that two servers save under one title at once none is lost without a word", async () => {
  const texts = ["Gorals live on cliffs, and climb well.", "Gorals live in woods, and hide there well."];
  const saves = texts.map((body, place) =>
    (place === 0 ? mine : theirs).call("memory_save", draft("Goral", body)),
  );
  for (const [place, { isError, text, value }] of (await Promise.all(saves)).entries()) {
    if (isError) assert.match(text, /^error: EXISTS: project_goral .*\nhint: memory_get returns it/);
    else assert.ok(fileOf(String(value["id"])).includes(texts[place] ?? ""), text);
  }
  assert.match(
    fileOf("project_goral"),
    /Gorals live (?:on cliffs, and climb|in woods, and hide there) well\./,
  );
});

test("thirty writes a minute, new or changed, are enough for one server, and reading goes on", async (t) => {
  const { call } = await project.connectInside(t, { name: "busy" });
  const args = draft("Takin", "The takin lives in bamboo forests of the mountains.");
  const tries = [];
  for (let pair = 0; pair < 16; pair += 1) {
    tries.push(await call("memory_save", args));
    tries.push(await call("memory_update", { id: "project_takin", description: "About Takin" }));
  }
  assert.deepEqual(
    tries.map(({ isError }) => isError),
    [...Array.from({ length: 30 }, () => false), true, true],
  );
  for (const { text } of tries.slice(-2))
    assert.match(text, /^error: RATE_LIMIT: 30 writes were attempted within a minute\nhint: wait/);
  assert.equal((await call("memory_search", { query: "takin" })).isError, false);
});
