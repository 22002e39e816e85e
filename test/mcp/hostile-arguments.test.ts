// A client that sends whatever it likes as arguments gets an answer that says what is wrong, and the root stays as it was.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chanceOf, sampleOf } from "../faults/sample.ts";
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

const WRONG: Readonly<Record<string, readonly object[]>> = {
  memory_search: [
    {},
    { query: 3 },
    { query: "" },
    { query: ["x"] },
    { query: "x", limit: 0 },
    { query: "x", limit: 1e9 },
    { query: "x", limit: "many" },
    { query: "x", type: "../user" },
    { query: "x", category: null },
    { query: "x", hook: "yes" },
    { query: "x", session: "s".repeat(5_000) },
  ],
  memory_timeline: [
    {},
    { around: "../../etc/passwd" },
    { around: "2026-02-30" },
    { around: "project_none" },
    { around: "project_kiwi", before: -1 },
    { around: "project_kiwi", after: 1.5 },
    { around: "\u0000" },
  ],
  memory_get: [
    {},
    { ids: [] },
    { ids: "project_kiwi" },
    { ids: ["../quarantine/project_kiwi"] },
    { ids: ["/etc/passwd"] },
    { ids: ["project_kiwi/../../root.json"] },
    { ids: ["project_kiwi\u0000.md"] },
    { ids: ["x".repeat(10_000)] },
    { ids: Array.from({ length: 50 }, () => "project_kiwi") },
    { ids: [{ toString: "project_kiwi" }] },
  ],
  memory_save: [
    {},
    { ...DRAFT, type: "secret" },
    { ...DRAFT, name: "x" },
    { ...DRAFT, name: "n".repeat(500) },
    { ...DRAFT, body: "short" },
    { ...DRAFT, body: "b".repeat(70_000) },
    { ...DRAFT, tags: "a,b" },
    { ...DRAFT, tags: Array.from({ length: 13 }, (_, place) => `t${place}`) },
    { ...DRAFT, related_files: [3] },
    { ...DRAFT, scope: "everyone" },
    { ...DRAFT, scope: "user" },
    { ...DRAFT, dictated: "true" },
  ],
  memory_update: [
    {},
    { id: "project_kiwi" },
    { id: "../../root", body: DRAFT.body },
    { id: "project_none", body: DRAFT.body },
    { id: "project_kiwi", body: 4 },
    { id: "project_kiwi", body: DRAFT.body, if_digest: "x" },
    { id: "project_kiwi", body: DRAFT.body, if_digest: "0".repeat(64) },
  ],
};

for (const [tool, calls] of Object.entries(WRONG)) {
  test(`${tool} refuses wrong arguments with a short reason, and nothing is left behind`, async () => {
    const before = readTree(project.root);
    for (const args of calls) {
      const told = JSON.stringify(args).slice(0, 200);
      const { isError, text } = await call(tool, { ...args });
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
