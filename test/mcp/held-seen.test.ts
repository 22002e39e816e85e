// A server holds open what this machine has seen; whatever becomes of the file in between, the next answer goes by what is there.

import assert from "node:assert/strict";
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { ledgerOf } from "../fixture/ledger-file.ts";
import { mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day and hunts by night." });
const { call, pid } = await project.connectInside({ after });
const seen = ledgerOf(project);

async function answer(): Promise<string> {
  const { text } = await call("memory_search", { hook: true, query: "when does the kiwi sleep by day?" });
  return text;
}

/** Elsewhere the system does not say. */
function countOpen(): number {
  const files = `/proc/${pid}/fd`;
  const names = existsSync(files) ? readdirSync(files) : [];
  return names.filter((name) => {
    const path = join(files, name);
    return existsSync(path) && readlinkSync(path).startsWith(seen);
  }).length;
}

beforeEach(async () => assert.match(await answer(), /sleeps by day/));

test("one file is open, however many calls there were", async () => {
  for (let round = 0; round < 5; round += 1) await answer();
  assert.ok(countOpen() <= 1, `${countOpen()}`);
});

/** Each is undone by the test itself. */
const LOSSES: Readonly<Record<string, () => void>> = {
  "is removed": () => rmSync(seen),
  "is overwritten with noise": () => writeFileSync(seen, Buffer.alloc(65_536, 0xa5)),
  "is replaced by noise": () => {
    rmSync(seen);
    writeFileSync(seen, "noise", { mode: 0o600 });
  },
  "is emptied": () => writeFileSync(seen, ""),
};

for (const [loss, happen] of Object.entries(LOSSES)) {
  test(`nothing is shown from the next call on when the file ${loss}, and all of it when it is back`, async () => {
    const kept = `${seen}.kept`;
    copyFileSync(seen, kept);
    happen();
    assert.doesNotMatch(await answer(), /sleeps by day/);
    assert.doesNotMatch(await answer(), /sleeps by day/);
    renameSync(kept, seen);
    assert.match(await answer(), /sleeps by day/);
  });
}

test("nothing is shown from the next call on when the mark of the root names another set", async () => {
  const [mark = ""] = readdirSync(project.state, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("ledger.json"),
  );
  const path = join(project.state, mark);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, `${JSON.stringify({ format: "credence/1", set: 7 })}\n`);
  assert.doesNotMatch(await answer(), /sleeps by day/);
  writeFileSync(path, text);
  assert.match(await answer(), /sleeps by day/);
});

test("what only this machine has seen of another process's act counts at the next call", async () => {
  const before = `${project.root}.before`;
  cpSync(project.root, before, { recursive: true });
  await project.done(["demote", "project_kiwi", "--reason", "it does not"]);
  rmSync(project.root, { recursive: true });
  renameSync(before, project.root);
  assert.doesNotMatch(await answer(), /sleeps by day/);
});
