import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { noteAccess, readAccesses } from "../../../src/app/capture/accesses.ts";
import { freshDir } from "../../temp-dir.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");

function sample(t: { after(cleanUp: () => void): void }) {
  const base = freshDir(t);
  const [root, records] = [join(base, "root"), join(base, "records")];
  for (const path of [join(root, "memories"), join(root, "quarantine"), records])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(root, "memories", "project_x.md"), "text");
  const note = (path: string, cwd = base): boolean => noteAccess({ root, records }, { path, cwd, now: NOW });
  return { base, root, records, note };
}

test("reading a memory's file is noted by its id alone, however the path is spelled", (t) => {
  const { base, root, records, note } = sample(t);
  symlinkSync(root, join(base, "link"));
  for (const path of [
    join(root, "memories/project_x.md"),
    "root/memories/../memories/project_x.md",
    "link/memories/project_x.md",
  ]) {
    assert.ok(note(path), path);
  }
  assert.ok(note("memories/project_x.md", root));
  const access = { v: 1, at: "2026-05-01T12:00:00Z", id: "project_x" };
  assert.deepEqual(readAccesses(records), [access, access, access, access]);
  assert.equal(statSync(join(records, "accesses.ndjson")).mode & 0o777, 0o600);
});

test("other files are not noted", (t) => {
  const { root, records, note } = sample(t);
  writeFileSync(join(root, "index.md"), "");
  for (const path of [
    "root/index.md",
    "root/memories/Odd.md",
    "memories/project_x.md",
    "/etc/hosts",
    "root/memories",
    "a\0b.md",
    "",
  ]) {
    assert.ok(!note(path), path);
  }
  assert.deepEqual(readAccesses(records), []);
});

test("lines that are damaged are left out, and a log that has grown is put aside once", (t) => {
  const { root, records, note } = sample(t);
  const path = join(root, "memories/project_x.md");
  const log = join(records, "accesses.ndjson");
  note(path);
  appendFileSync(log, 'x\n{"v":1}\n{"v":1,"at":"x","id":"../x"}\nnull\n');
  appendFileSync(log, `${"x".repeat(600_000)}\n`);
  note(path);
  assert.equal(readAccesses(records).length, 2);
  assert.ok(statSync(log).size < 1_000);
});

test("a note that cannot be written spoils nothing", (t) => {
  const { root, records, note } = sample(t);
  mkdirSync(join(records, "accesses.ndjson"));
  assert.equal(note(join(root, "memories/project_x.md")), false);
});
