// A server holds its index open between calls; whatever becomes of the file in between, the next answer is right.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day and hunts by night." });
const { call } = await project.connectInside({ after });

async function answer(): Promise<string> {
  const args = { hook: true, query: "when does the kiwi sleep by day?" };
  const { text } = await call("memory_search", args);
  return text;
}

const expected = await answer();
assert.match(expected, /sleeps by day/);

function version(number: number): void {
  const database = new DatabaseSync(project.indexPath);
  database.exec(`PRAGMA user_version = ${number}`);
  database.close();
}

const FATES: Readonly<Record<string, () => unknown>> = {
  "is rebuilt": () => project.done(["index", "--rebuild"]),
  "is compacted": () => project.done(["index", "--gc"]),
  "is removed": () => rmSync(project.indexPath),
  "is removed with its directory": () => rmSync(dirname(project.indexPath), { recursive: true }),
  "is overwritten with noise": () => writeFileSync(project.indexPath, Buffer.alloc(65_536, 0xa5)),
  "is replaced by noise": () => {
    rmSync(project.indexPath);
    writeFileSync(project.indexPath, "noise", { mode: 0o600 });
  },
  "is made one of another version": () => version(9_999),
};

for (const [fate, happen] of Object.entries(FATES)) {
  test(`the answer is the same when the index ${fate} between two calls, and the file is whole again`, async () => {
    await happen();
    assert.equal(await answer(), expected);
    assert.equal(await answer(), expected);
    assert.ok(existsSync(project.indexPath));
  });
}

test("a memory that another process saves or takes away is seen by the next call", async () => {
  await project.save("project_emu", { name: "Emu", body: "The emu runs by day, far from the kiwi." });
  const { text } = await call("memory_search", { query: "emu runs" });
  assert.match(text, /project_emu/);
  await project.done(["demote", "project_emu", "--reason", "it does not"]);
  const later = await call("memory_search", { query: "emu runs" });
  assert.doesNotMatch(later.text, /The emu runs/);
  assert.equal(await answer(), expected);
});

test("one file of the index is open, however many calls there were", async () => {
  for (let round = 0; round < 5; round += 1) await answer();
  // Elsewhere the system does not say.
  const names = existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd") : [];
  const open = names.filter((name) => {
    const path = `/proc/self/fd/${name}`;
    return existsSync(path) && readlinkSync(path).startsWith(project.indexPath);
  });
  assert.ok(open.length <= 1, `${open.length}`);
});
