// A client that sends whatever it likes as arguments gets an answer that says what is wrong, and the root stays as it was.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chanceOf, sampleOf } from "../faults/sample.ts";
import { readRows } from "../fixture/rows.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { readTree } from "../fixture/tree.ts";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day, and hunts by night." });
const { call, client } = await project.connectInside({ after });

const DRAFT = {
  type: "project",
  name: "Takin",
  description: "Where takins live",
  body: "The takin lives in bamboo forests of the mountains.",
};

/** What is said of a save is said beside a draft that would do. */
type Wrong = { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };

const WRONG: readonly Wrong[] = [
  ...readRows<Wrong>(import.meta.dirname, "wrong-arguments.ndjson"),
  { tool: "memory_search", args: { query: "x", session: "s".repeat(5_000) } },
  { tool: "memory_get", args: { ids: ["x".repeat(10_000)] } },
  { tool: "memory_get", args: { ids: Array.from({ length: 50 }, () => "project_kiwi") } },
  { tool: "memory_save", args: { name: "n".repeat(500) } },
  { tool: "memory_save", args: { body: "b".repeat(70_000) } },
  { tool: "memory_update", args: { id: "project_kiwi", body: DRAFT.body, if_digest: "0".repeat(64) } },
];

for (const tool of new Set(WRONG.map((each) => each.tool))) {
  test(`${tool} refuses wrong arguments with a short reason, and nothing is left behind`, async () => {
    const before = readTree(project.root);
    const wrong = WRONG.filter((each) => each.tool === tool);
    for (const args of [
      {},
      ...wrong.map(({ args }) => (tool === "memory_save" ? { ...DRAFT, ...args } : args)),
    ]) {
      const told = JSON.stringify(args).slice(0, 200);
      const { isError, text } = await call(tool, args);
      assert.equal(isError, true, `${told}: ${text}`);
      assert.ok(text.length > 10 && text.length < 2_000, `${told}: ${text.length} characters`);
    }
    assert.deepEqual(readTree(project.root), before);
  });
}

test("ten megabytes in any text field are refused by name, and the server goes on", async (t) => {
  const huge = "x".repeat(10 * 1024 * 1024);
  const fields = [
    ["memory_search", { query: huge }],
    ["memory_get", { ids: [huge] }],
    ["memory_save", { ...DRAFT, body: huge }],
    ["memory_save", { ...DRAFT, name: huge }],
    ["memory_update", { id: huge, body: DRAFT.body }],
  ] as const;
  for (const [tool, args] of sampleOf(fields, 2, chanceOf(t))) {
    const { isError, text } = await call(tool, args);
    assert.equal(isError, true, tool);
    assert.ok(text.length < 2_000, `${text.length} characters`);
  }
  assert.equal((await call("memory_status")).isError, false);
});

test("an unknown tool is an error of the protocol", async () => {
  await assert.rejects(client.callTool({ name: "memory_promote", arguments: { id: "project_kiwi" } }));
  assert.equal((await call("memory_status")).isError, false);
});

test("a secret is refused and not repeated, wherever it stands", async () => {
  const before = readTree(project.root);
  for (const part of [
    { body: `The key is ${SAMPLE_SECRET}, keep it.` },
    { name: SAMPLE_SECRET.slice(0, 100) },
  ]) {
    const { isError, text } = await call("memory_save", { ...DRAFT, ...part });
    assert.equal(isError, true);
    assert.match(text, /^error: SECRET_DETECTED: .*\nhint: /);
    assert.equal(text.includes(SAMPLE_SECRET), false);
  }
  const wrapped = {
    ...DRAFT,
    body: `The key is <redacted>${SAMPLE_SECRET}</redacted>, and so it stays hidden.`,
  };
  assert.match((await call("memory_save", wrapped)).text, /SECRET_DETECTED/);
  assert.deepEqual(readTree(project.root), before);
});
