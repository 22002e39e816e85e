import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { freshDir } from "../temp-dir.ts";
import { playCall } from "./call/played-call.ts";

test("every command has help that fits 80 columns and exits 0", async (t) => {
  const dir = freshDir(t);
  for (const { name } of COMMANDS) {
    const { out, exit } = await playCall(dir, [name, "--help"]);
    assert.equal(exit, 0);
    for (const line of out.split("\n")) assert.ok([...line].length <= 80, `${name}: ${line}`);
    assert.equal((await playCall(dir, ["help", name])).out, out);
  }
  for (const line of (await playCall(dir, ["--help"])).out.split("\n"))
    assert.ok([...line].length <= 80, line);
});

test("--version names the package, and as JSON the trust model it keeps", async (t) => {
  const dir = freshDir(t);
  assert.match((await playCall(dir, ["--version"])).out, /^credence \d+\.\d+\.\d+\n$/);
  const { name, trustModel, ruleSet } = JSON.parse((await playCall(dir, ["--version", "--json"])).out);
  assert.deepEqual({ name, trustModel, ruleSet }, { name: "credence", trustModel: "1.0.0", ruleSet: 3 });
});

test("colour appears on a terminal only, and never with NO_COLOR or a dumb terminal", async (t) => {
  const dir = freshDir(t);
  writeFileSync(join(dir, "a.md"), "x");
  const terminal = { in: true, out: true };
  const coloured = await playCall(dir, ["validate", "a.md"], { terminal, env: {} });
  assert.ok(coloured.out.includes("\u001B[31mFAIL-STRUCT\u001B[39m"));
  for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
    assert.equal(
      (await playCall(dir, ["validate", "a.md"], { terminal, env })).out.includes("\u001B"),
      false,
    );
  }
  assert.equal((await playCall(dir, ["validate", "a.md"], { env: {} })).out.includes("\u001B"), false);
});

test("findings wrap at the width of the terminal and stay on one line in a pipe", async (t) => {
  const dir = freshDir(t);
  writeFileSync(join(dir, "a.md"), "x");
  const wide = await playCall(dir, ["validate", "a.md"]);
  assert.ok(wide.out.split("\n").some((line) => line.length > 80));
  const env = { NO_COLOR: "1" };
  const narrow = await playCall(dir, ["validate", "a.md"], { terminal: { in: true, out: true }, env });
  for (const line of narrow.out.split("\n")) assert.ok(line.length <= 80, line);
});

test("a wrong call names the nearest right one", async (t) => {
  const dir = freshDir(t);
  assert.match((await playCall(dir, ["secretcheck"])).err, /hint: did you mean secret-check\?/);
  assert.match((await playCall(dir, ["validate", "--jsn", "x"])).err, /hint: did you mean --json\?/);
  assert.match((await playCall(dir, ["lsit"])).err, /hint: did you mean list\?/);
  assert.match((await playCall(dir, ["serach"])).err, /hint: did you mean search\?/);
  const { out, exit } = await playCall(dir, ["nonsense", "--json"]);
  assert.equal(JSON.parse(out).error.code, "USAGE");
  assert.equal(exit, 64);
});
