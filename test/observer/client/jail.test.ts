import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { enterJail } from "../../../src/observer/client/jail.ts";
import { ProviderError } from "../../../src/observer/model/provider.ts";
import { freshDir } from "../../temp-dir.ts";

function refuses(state: string, what: RegExp): void {
  assert.throws(
    () => enterJail(state),
    (error) => {
      assert.ok(error instanceof ProviderError);
      assert.equal(error.fault, "unsafe");
      assert.match(error.message, what);
      return true;
    },
  );
}

test("a jail is private and empty, its home too, and the home is gone afterwards", (t) => {
  const state = freshDir(t);
  const jail = enterJail(state);
  assert.equal(jail.path, join(state, "observer-jail"));
  for (const directory of [jail.path, jail.home, join(state, "observer-homes")])
    assert.equal(statSync(directory).mode & 0o777, 0o700);
  assert.deepEqual([readdirSync(jail.path), readdirSync(jail.home)], [[], []]);
  mkdirSync(join(jail.home, ".claude"));
  writeFileSync(join(jail.home, ".claude/settings.json"), "{}");
  jail.leave();
  assert.deepEqual(readdirSync(join(state, "observer-homes")), []);
});

test("two calls at once have a home each", (t) => {
  const state = freshDir(t);
  const [one, two] = [enterJail(state), enterJail(state)];
  assert.notEqual(one.home, two.home);
  one.leave();
  assert.deepEqual(readdirSync(two.home), []);
});

test("a jail with anything in it is refused, and what is in it stays", (t) => {
  for (const name of ["CLAUDE.md", ".mcp.json", ".claude"]) {
    const state = freshDir(t);
    mkdirSync(join(state, "observer-jail"), { mode: 0o700 });
    writeFileSync(join(state, "observer-jail", name), "x");
    refuses(state, /observer-jail is not empty/);
    assert.deepEqual(readdirSync(join(state, "observer-jail")), [name]);
    assert.deepEqual(readdirSync(join(state, "observer-homes")), []);
  }
});

test("a jail that others can enter, or that is a link or a file, is refused", (t) => {
  const open = freshDir(t);
  mkdirSync(join(open, "observer-jail"));
  chmodSync(join(open, "observer-jail"), 0o755);
  refuses(open, /is open to other users/);
  const linked = freshDir(t);
  symlinkSync(freshDir(t), join(linked, "observer-jail"));
  refuses(linked, /is not a directory/);
  const homes = freshDir(t);
  symlinkSync(freshDir(t), join(homes, "observer-homes"));
  refuses(homes, /is not a directory/);
});

test("homes that killed processes left hours ago are swept, younger ones are not", (t) => {
  const state = freshDir(t);
  const [old, young] = [enterJail(state).home, enterJail(state).home];
  writeFileSync(join(old, "rest"), "x");
  const hoursAgo = Date.now() / 1_000 - 3 * 3_600;
  utimesSync(old, hoursAgo, hoursAgo);
  const { home } = enterJail(state);
  const left = readdirSync(join(state, "observer-homes")).map((name) => join(state, "observer-homes", name));
  assert.deepEqual(left.sort(), [young, home].sort());
});
