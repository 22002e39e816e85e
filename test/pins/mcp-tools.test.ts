// The tools as clients see them, frozen: names, order, words, schemas, annotations. A change of mcp-tools.json means that
// something others build on has changed; write what the server lists now with `node test/pins/mcp-tools.test.ts --record`,
// read the difference, and say it in CHANGELOG.md.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { mcpProject, REVISIONS } from "../mcp/mcp-project.ts";

const PIN = join(import.meta.dirname, "mcp-tools.json");
const project = await mcpProject({ after });

/** Without what the revision itself adds to a list. */
async function listTools(revision: (typeof REVISIONS)[number]): Promise<unknown> {
  const { client } = await project.connect({ after }, { revision });
  const { tools } = await client.listTools();
  return JSON.parse(JSON.stringify({ instructions: client.getInstructions(), tools }));
}

if (process.argv.includes("--record"))
  writeFileSync(PIN, `${JSON.stringify(await listTools("2026-07-28"), null, 2)}\n`);

for (const revision of REVISIONS) {
  test(`the tools on ${revision} are the pinned ones`, async () => {
    assert.deepEqual(await listTools(revision), JSON.parse(readFileSync(PIN, "utf8")));
  });
}

test("each tool says whether it reads, destroys or repeats, and none reaches beyond this machine", async () => {
  const { tools } = JSON.parse(readFileSync(PIN, "utf8"));
  const told = tools.map(({ name, annotations }: { name: string; annotations: Record<string, boolean> }) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
    return [name, readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
  });
  assert.deepEqual(told, [
    ["memory_search", true, false, true, false],
    ["memory_timeline", true, false, true, false],
    ["memory_get", true, false, true, false],
    ["memory_save", false, false, true, false],
    ["memory_update", false, true, true, false],
    ["memory_status", true, false, true, false],
  ]);
});
