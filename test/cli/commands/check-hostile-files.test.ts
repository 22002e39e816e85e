import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freshDir } from "../../temp-dir.ts";
import { playCall } from "../call/played-call.ts";
import { GOOD, TOKEN } from "./sample-memory.ts";

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
