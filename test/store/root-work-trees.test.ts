// The work trees of a repository, and a copy, share the id of their root and so what this machine keeps about it. Each
// finishes its own operations only.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { JournalEntry } from "../../src/store/journal.ts";
import { listDirectory } from "../../src/store/memory-files.ts";
import { keepDirectories, makeRoot } from "../../src/store/root-files.ts";
import { hasPending, recover, type TransactionPlace } from "../../src/store/transaction.ts";
import { git, makeRepository } from "../fixture/git-repository.ts";
import { freshDir } from "../temp-dir.ts";

const ENTRY: JournalEntry = {
  v: 1,
  op: "20260501120000-a",
  at: "2026-05-01T12:00:00Z",
  command: "demote",
  id: "project_x",
  actor: "machine",
  digest: null,
  reason: null,
};

type Places = { readonly base: string; readonly one: TransactionPlace; readonly two: TransactionPlace };

/** Two checkouts of one root. In the first a process was killed before it could move a file. */
function placesWithOneUnfinished(t: TestContext): Places {
  const base = freshDir(t);
  const records = join(base, "records");
  const [one, two] = ["one", "two"].map((name): TransactionPlace => {
    const root = join(base, name, ".claude/memory");
    const shown = ".claude/memory/";
    makeRoot({ kind: "shared", path: root, shown });
    writeFileSync(join(root, "memories/project_x.md"), "text");
    return { root, records, modes: { file: 0o644, directory: 0o755 } };
  });
  assert.ok(one !== undefined && two !== undefined);
  mkdirSync(join(records, "intents"), { recursive: true });
  const move = { kind: "rename", from: "memories/project_x.md", to: "quarantine/project_x.md", sha256: null };
  const intent = { v: 1, root: one.root, entry: ENTRY, steps: [move] };
  writeFileSync(join(records, "intents", `${ENTRY.op}.json`), JSON.stringify(intent));
  return { base, one, two };
}

test("another checkout of the root neither finishes nor drops an operation that is not its own", (t) => {
  const { one, two } = placesWithOneUnfinished(t);
  assert.equal(hasPending(two), false);
  assert.deepEqual(recover(two), []);
  assert.equal(existsSync(join(two.root, "memories/project_x.md")), true);
  assert.equal(hasPending(one), true);
  assert.deepEqual(recover(one), [ENTRY]);
  assert.equal(readFileSync(join(one.root, "quarantine/project_x.md"), "utf8"), "text");
  assert.equal(hasPending(one), false);
});

test("a moved root finishes at its new place what it began at the old one", (t) => {
  const { base, one } = placesWithOneUnfinished(t);
  renameSync(join(base, "one"), join(base, "moved"));
  const moved = { ...one, root: join(base, "moved/.claude/memory") };
  assert.equal(hasPending(moved), true);
  assert.deepEqual(recover(moved), [ENTRY]);
  assert.equal(existsSync(join(moved.root, "quarantine/project_x.md")), true);
  assert.equal(hasPending(moved), false);
});

test("a half-written intent is left to its process while that lives, and swept away after", (t) => {
  const { one, two } = placesWithOneUnfinished(t);
  const [living, dead] = [process.pid, spawnSync("true").pid].map((pid) =>
    join(one.records, "intents", `b.json.${pid}-x.tmp`),
  );
  assert.ok(living !== undefined && dead !== undefined);
  for (const path of [living, dead]) writeFileSync(path, "{");
  assert.deepEqual(recover(two), []);
  assert.deepEqual([existsSync(living), existsSync(dead)], [true, false]);
});

test("where the last memory in use is quarantined, or the last quarantined one restored, git leaves a new one in its place", (t) => {
  for (const [from, to] of [
    ["memories", "quarantine"],
    ["quarantine", "memories"],
  ] as const) {
    const [here, there] = ["here", "there"].map((name) => join(freshDir(t), name));
    assert.ok(here !== undefined && there !== undefined);
    const root = (top: string, name = ""): string => join(top, ".claude/memory", name);
    makeRepository(here);
    const place = { kind: "shared", path: root(here), shown: ".claude/memory/" } as const;
    makeRoot(place);
    keepDirectories(place);
    const text = Array.from({ length: 9 }, (_, line) => `line ${line} about the kiwi`).join("\n");
    writeFileSync(root(here, `${from}/project_kiwi.md`), text);
    commit(here);
    git(here, "clone", "-q", here, there);
    for (const name of [from, to]) mkdirSync(root(there, name), { recursive: true });
    renameSync(root(there, `${from}/project_kiwi.md`), root(there, `${to}/project_kiwi.md`));
    commit(there);
    writeFileSync(root(here, `${from}/project_emu.md`), "The emu outruns horses.");
    commit(here);
    git(here, "fetch", "-q", there, "HEAD");
    git(here, "merge", "-q", "--no-edit", "FETCH_HEAD");
    assert.deepEqual(readdirSync(root(here, from)).sort(), [".gitkeep", "project_emu.md"]);
    assert.deepEqual(readdirSync(root(here, to)).sort(), [".gitkeep", "project_kiwi.md"]);
    // No reader takes it for a memory, or for a stranger to be told about.
    const { entries, strangers } = listDirectory(root(here), from);
    assert.deepEqual([entries.map(({ id }) => id), strangers], [["project_emu"], []]);
  }
});

function commit(top: string): void {
  git(top, "add", "-A");
  git(top, "commit", "-q", "-m", "x");
}
