import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { backUpRoot, eraseFromBackups } from "../../src/store/backup.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { refusal } from "../fixture/refusal.ts";
import { readTree } from "../fixture/tree.ts";
import { freshDir, type Owner } from "../temp-dir.ts";

const ID = "0123456789abcdef0123456789abcdef";
const TIME = "2026-05-01T120000Z";

function makeRoot(owner: Owner): { readonly state: string; readonly root: { id: string; path: string } } {
  const base = freshDir(owner);
  const path = join(base, "root");
  for (const name of ["memories", "quarantine", "attest/project_x"])
    mkdirSync(join(path, name), { recursive: true });
  writeFileSync(join(path, "root.json"), "{}");
  writeFileSync(join(path, "memories/project_x.md"), "one");
  writeFileSync(join(path, "quarantine/project_y.md"), "two");
  writeFileSync(join(path, "attest/project_x/1.json"), "{}");
  writeFileSync(join(path, "index.md"), "derived");
  symlinkSync("/etc/hostname", join(path, "memories/project_link.md"));
  mkdirSync(join(base, "state"), { mode: 0o700 });
  return { state: join(base, "state"), root: { id: ID, path } };
}

test("a backup holds memories, quarantine, statements and the root's id, privately, and no link", (t) => {
  const { state, root } = makeRoot(t);
  const backup = backUpRoot(state, root, TIME);
  assert.equal(backup, join(state, "backups", TIME, ID));
  assert.deepEqual(Object.keys(readTree(backup)), [
    "attest/project_x/1.json",
    "memories/project_x.md",
    "quarantine/project_y.md",
    "root.json",
  ]);
  assert.equal(existsSync(join(backup, "memories/project_link.md")), false);
  assert.equal(statSync(backup).mode & 0o777, 0o700);
  assert.equal(statSync(join(backup, "memories/project_x.md")).mode & 0o777, 0o600);
});

test("every file and directory of a backup is on disk before the backup gets its name", (t) => {
  const { state, root } = makeRoot(t);
  armFaults({ under: state, at: 0, trouble: { kind: "none" } });
  backUpRoot(state, root, TIME);
  const calls = disarmFaults();
  const rename = calls.findIndex(({ name }) => name === "renameSync");
  const half = calls[rename]?.path ?? "";
  const synced = calls.slice(0, rename).filter(({ name }) => name === "fsyncSync");
  assert.deepEqual(
    synced.filter(({ path }) => path.startsWith(half)).map(({ path }) => path.slice(half.length)),
    [
      "/memories/project_x.md",
      "/memories",
      "/quarantine/project_y.md",
      "/quarantine",
      "/attest/project_x/1.json",
      "/attest/project_x",
      "/attest",
      "/root.json",
      "",
    ],
  );
});

test("a second backup of the same second is another one, and one that a killed process left half done goes", (t) => {
  const { state, root } = makeRoot(t);
  backUpRoot(state, root, TIME);
  const half = join(state, "backups", TIME, `${ID}.99999999-abc.tmp`);
  mkdirSync(join(half, "memories"), { recursive: true });
  assert.equal(backUpRoot(state, root, TIME), join(state, "backups", `${TIME}-2`, ID));
  assert.deepEqual(readdirSync(join(state, "backups")), [TIME, `${TIME}-2`]);
  assert.equal(existsSync(half), false);
});

test("a memory is erased from all backups of its root and from no other root's", (t) => {
  const { state, root } = makeRoot(t);
  const first = backUpRoot(state, root, TIME);
  const second = backUpRoot(state, root, TIME);
  const other = backUpRoot(state, { ...root, id: "f".repeat(32) }, TIME);
  eraseFromBackups(state, ID, "project_x");
  eraseFromBackups(state, ID, "project_absent");
  const has = (backup: string): boolean => existsSync(join(backup, "memories/project_x.md"));
  assert.deepEqual([has(first), has(second), has(other)], [false, false, true]);
});

test("the erasure of a memory from a backup is on disk when it returns", (t) => {
  const { state, root } = makeRoot(t);
  const backup = backUpRoot(state, root, TIME);
  armFaults({ under: state, at: 0, trouble: { kind: "none" } });
  eraseFromBackups(state, ID, "project_x");
  assert.deepEqual(disarmFaults(), [
    { name: "unlinkSync", path: join(backup, "memories/project_x.md") },
    { name: "fsyncSync", path: join(backup, "memories") },
    { name: "unlinkSync", path: join(backup, "attest/project_x/1.json") },
    { name: "fsyncSync", path: join(backup, "attest/project_x") },
    { name: "rmdirSync", path: join(backup, "attest/project_x") },
    { name: "fsyncSync", path: join(backup, "attest") },
  ]);
});

test("where there are no backups nothing is erased", (t) => {
  const { state } = makeRoot(t);
  eraseFromBackups(state, ID, "project_x");
  assert.deepEqual(readdirSync(state), []);
});

test("what a killed process had left of a memory is erased from a backup, and so are its statements", (t) => {
  const { state, root } = makeRoot(t);
  writeFileSync(join(root.path, "memories/.project_x.md.20260501120000-abcdef.tmp"), "three");
  const backup = backUpRoot(state, root, TIME);
  eraseFromBackups(state, ID, "project_x");
  assert.deepEqual(Object.keys(readTree(backup)), ["quarantine/project_y.md", "root.json"]);
  assert.equal(existsSync(join(backup, "attest/project_x")), false);
});

test("a copy that cannot be erased is told", (t) => {
  const { state, root } = makeRoot(t);
  const backup = backUpRoot(state, root, TIME);
  const trouble = { kind: "fail", code: "EACCES", lasting: false } as const;
  armFaults({ under: state, at: 1, trouble });
  try {
    assert.throws(() => eraseFromBackups(state, ID, "project_x"), refusal("READ_ONLY"));
  } finally {
    disarmFaults();
  }
  assert.ok(existsSync(join(backup, "memories/project_x.md")));
});

test("the ten newest backups of a root are kept, the one just made whatever its size, and other roots' are left", (t) => {
  const { state, root } = makeRoot(t);
  const other = { ...root, id: "f".repeat(32) };
  backUpRoot(state, other, "2026-04-01T120000Z");
  for (let day = 10; day < 22; day += 1) backUpRoot(state, root, `2026-05-${day}T120000Z`);
  backUpRoot(state, root, "2026-05-21T120000Z");
  const kept = readdirSync(join(state, "backups")).sort();
  assert.equal(kept.length, 11);
  assert.deepEqual([kept[0], kept[1]], ["2026-04-01T120000Z", "2026-05-13T120000Z"]);
  assert.deepEqual(kept.slice(-2), ["2026-05-21T120000Z", "2026-05-21T120000Z-2"]);
});

test("large backups are pruned by their size, the oldest first, and never the newest", (t) => {
  const { state, root } = makeRoot(t);
  for (const name of ["memories/project_z.md", "memories/project_v.md"]) {
    writeFileSync(join(root.path, name), "");
    // Holes cost no disk here.
    truncateSync(join(root.path, name), 200 * 1024 * 1024);
  }
  const [first, second] = ["2026-05-01T120000Z", "2026-05-02T120000Z"] as const;
  backUpRoot(state, root, first);
  assert.deepEqual(readdirSync(join(state, "backups")), [first]);
  backUpRoot(state, root, second);
  assert.deepEqual(readdirSync(join(state, "backups")), [second]);
});
