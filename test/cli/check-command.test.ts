import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freshDir } from "../temp-dir.ts";
import { playCall } from "./played-call.ts";

const GOOD = `---
name: Small commits
description: One idea a commit
type: reference
trust-level: inferred
created-at: 2026-05-01T09:00:00Z
source-machine: laptop
---
Keep each commit to one idea, so that a revert takes back one.
`;
const TOKEN = `ghp_${"a1B2".repeat(9)}`;

test("a verdict is the file name padded to 50 and the label, then indented findings", async (t) => {
  const dir = freshDir(t);
  writeFileSync(join(dir, "reference_a.md"), GOOD);
  writeFileSync(join(dir, "reference_b.md"), GOOD.replace("type: reference", "type: thing"));
  const { out, exit } = await playCall(dir, ["validate", "reference_a.md", "reference_b.md"]);
  const lines = out.split("\n");
  assert.equal(lines[0], `${"reference_a.md".padEnd(50)} PASS`);
  assert.equal(lines[1], `${"reference_b.md".padEnd(50)} FAIL-FORMAT`);
  assert.equal(lines[2], "    [E] 4:1 field-bad: `type` must be one of user, feedback, project, reference");
  assert.equal(exit, 2);
});

test("--all goes through a directory, skips what is no memory, sums up and exits with the worst code", async (t) => {
  const dir = freshDir(t);
  mkdirSync(join(dir, "memories/deeper"), { recursive: true });
  writeFileSync(join(dir, "memories/reference_a.md"), GOOD);
  writeFileSync(join(dir, "memories/deeper/reference_b.md"), GOOD.replace("Small", "\u{1F600}"));
  writeFileSync(join(dir, "memories/reference_c.md"), "no memory");
  writeFileSync(join(dir, "memories/odd.md"), GOOD);
  writeFileSync(join(dir, "memories/MEMORY.md"), "x");
  writeFileSync(join(dir, "memories/index.md"), "x");
  writeFileSync(join(dir, "memories/notes.txt"), "x");
  const { out, exit } = await playCall(dir, ["validate", "--all", "memories"]);
  assert.match(out, /^Summary: 2 pass, 1 warn, 1 fail$/m);
  assert.doesNotMatch(out, /MEMORY\.md|index\.md|notes\.txt/);
  assert.equal(exit, 1);
});

test("the worst exit code is 1, then 2, then 3, then 0", async (t) => {
  const dir = freshDir(t);
  writeFileSync(join(dir, "odd.md"), GOOD);
  writeFileSync(join(dir, "reference_bad.md"), GOOD.replace("name: Small commits", "name: x"));
  writeFileSync(join(dir, "reference_broken.md"), "---js\n");
  writeFileSync(join(dir, "reference_good.md"), GOOD);
  const exitOf = async (...files: string[]): Promise<number> =>
    (await playCall(dir, ["validate", ...files])).exit;
  assert.equal(await exitOf("reference_good.md"), 0);
  assert.equal(await exitOf("reference_good.md", "odd.md"), 3);
  assert.equal(await exitOf("odd.md", "reference_bad.md"), 2);
  assert.equal(await exitOf("reference_bad.md", "reference_broken.md", "odd.md"), 1);
});

test("one file answers with a verdict, --all with an array, in the pinned shape", async (t) => {
  const dir = freshDir(t);
  writeFileSync(join(dir, "reference_key.md"), `${GOOD}The token is ${TOKEN}.\n`);
  const one = JSON.parse((await playCall(dir, ["secret-check", "reference_key.md", "--json"])).out);
  assert.deepEqual(Object.keys(one), ["file", "tool", "label", "exit", "findings"]);
  assert.deepEqual(Object.keys(one.findings[0]), ["rule", "severity", "line", "column", "message"]);
  assert.equal(one.label, "SECRET-DETECTED");
  assert.equal(one.findings[0].line, 10);
  assert.equal(one.findings[0].column, 14);
  const all = JSON.parse((await playCall(dir, ["secret-check", "--all", ".", "--json"])).out);
  assert.deepEqual(all, [one]);
});

test("standard input is one text with the name it is meant to have", async (t) => {
  const dir = freshDir(t);
  const readStdin = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(GOOD));
  const { out, exit } = await playCall(dir, ["validate", "-", "--name", "reference_x.md"], { readStdin });
  assert.equal(out, `${"reference_x.md".padEnd(50)} PASS\n`);
  assert.equal(exit, 0);
  const mixed = await playCall(dir, ["validate", "-", "other.md"], { readStdin });
  assert.equal(mixed.exit, 64);
});

test("hostile files get a verdict or a refusal at once, and never a stack trace", async (t) => {
  const dir = freshDir(t);
  writeFileSync(join(dir, "reference_huge.md"), GOOD);
  truncateSync(join(dir, "reference_huge.md"), 1024 ** 3);
  const huge = await playCall(dir, ["validate", "reference_huge.md"]);
  assert.equal(huge.exit, 1);
  assert.match(huge.out, /FAIL-STRUCT\n {4}\[E\] 1:1 file-too-large: larger than 64 KiB/);
  for (const tool of ["secret-check", "injection-check"]) {
    const scanned = await playCall(dir, [tool, "reference_huge.md"]);
    assert.match(scanned.out, /unscanned: larger than 16 MiB, so not scanned/);
    assert.equal(scanned.exit, tool === "secret-check" ? 1 : 3);
  }
  execFileSync("mkfifo", [join(dir, "reference_pipe.md")]);
  const pipe = await playCall(dir, ["validate", "reference_pipe.md"]);
  assert.equal(pipe.exit, 1);
  assert.match(pipe.err, /^error: NOT_READABLE: reference_pipe\.md is not a regular file\nhint: use - /);
  const missing = await playCall(dir, ["validate", "nowhere.md", "--json"]);
  assert.equal(missing.exit, 1);
  assert.equal(JSON.parse(missing.out).error.code, "NOT_READABLE");
  assert.doesNotMatch(`${pipe.err}${missing.err}${huge.err}`, /\n\s+at /);
});

test("--all names what is not a regular file, follows no link out, and does not call it clean", async (t) => {
  const dir = freshDir(t);
  mkdirSync(join(dir, "in"));
  writeFileSync(join(dir, "outside.md"), `The token is ${TOKEN}.\n`);
  symlinkSync("../outside.md", join(dir, "in/reference_link.md"));
  symlinkSync("..", join(dir, "in/loop"));
  const { out, exit } = await playCall(dir, ["secret-check", "--all", "in"]);
  assert.match(
    out,
    /reference_link\.md +SECRET-DETECTED\n {4}\[E\] 1:1 unreadable: not a regular file, so not read/,
  );
  assert.match(out, /^Summary: 0 clean, 1 with findings$/m);
  assert.equal(exit, 1);
});

test("a secret beside a broken byte is still found", async (t) => {
  const dir = freshDir(t);
  writeFileSync(join(dir, "x.md"), Buffer.concat([Buffer.from([0xff, 0xfe, 0x20]), Buffer.from(TOKEN)]));
  const { out, exit } = await playCall(dir, ["secret-check", "x.md"]);
  assert.match(out, /SECRET-DETECTED/);
  assert.equal(out.includes(TOKEN), false);
  assert.equal(exit, 1);
});

test("a file name cannot act on the terminal", async (t) => {
  const dir = freshDir(t);
  const name = "reference_\u001B[31m\u202Ered.md";
  writeFileSync(join(dir, name), GOOD);
  const { out } = await playCall(dir, ["validate", name]);
  assert.equal(/[\u001B\u202E]/.test(out), false);
  const json = await playCall(dir, ["validate", name, "--json"]);
  assert.equal(/[\u001B\u202E]/.test(json.out), false);
  assert.equal(JSON.parse(json.out).file, name);
});

test("a hard link is an ordinary file to a validator that is asked about it", async (t) => {
  const dir = freshDir(t);
  writeFileSync(join(dir, "reference_a.md"), GOOD);
  linkSync(join(dir, "reference_a.md"), join(dir, "reference_b.md"));
  assert.equal((await playCall(dir, ["validate", "reference_b.md"])).exit, 0);
});

test("a fault of our own is never called clean: it exits 70", async (t) => {
  const dir = freshDir(t);
  const readStdin = (): Promise<Uint8Array> => Promise.reject(new Error("the reader broke"));
  const { out, err, exit } = await playCall(dir, ["secret-check", "-"], { readStdin });
  assert.equal(exit, 70);
  assert.equal(out, "");
  assert.match(err, /^error: INTERNAL: /);
});
