import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ProviderError } from "../../../src/observer/model/provider.ts";
import { findKey } from "../../../src/observer/providers/http.ts";
import { freshDir } from "../../temp-dir.ts";

const [ONE, TWO] = ["1".repeat(30), "2".repeat(30)];
const NAMES = ["ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"];

function find(state: string, env: Record<string, string>): string | null {
  return findKey({ state, env, model: null, baseUrl: null }, NAMES);
}

function refuses(state: string, env: Record<string, string>, what: RegExp): void {
  assert.throws(
    () => find(state, env),
    (error) => {
      assert.ok(error instanceof ProviderError);
      assert.equal(error.fault, "auth");
      assert.match(error.message, what);
      assert.doesNotMatch(error.message, /1111/);
      return true;
    },
  );
}

test("a key comes from the first variable that has one", (t) => {
  const state = freshDir(t);
  assert.equal(find(state, {}), null);
  assert.equal(find(state, { ANTHROPIC_API_KEY: "", CLAUDE_CODE_OAUTH_TOKEN: ` ${TWO}\n` }), TWO);
  assert.equal(find(state, { ANTHROPIC_API_KEY: ONE, CLAUDE_CODE_OAUTH_TOKEN: TWO }), ONE);
  assert.equal(find(state, { OTHER: ONE }), null);
});

test("a private file in machine state decides over the environment", (t) => {
  const state = freshDir(t);
  writeFileSync(join(state, "observer.key"), `${ONE}\n`, { mode: 0o600 });
  assert.equal(find(state, { ANTHROPIC_API_KEY: TWO }), ONE);
});

test("a file that is open to others, empty, huge, a link or a directory is refused, and the variable is not used instead", (t) => {
  const plant: [RegExp, (path: string) => void][] = [
    [
      /open to other users: chmod 600 it/,
      (path) => {
        writeFileSync(path, ONE);
        chmodSync(path, 0o640);
      },
    ],
    [/is empty/, (path) => writeFileSync(path, " \n", { mode: 0o600 })],
    [/is too large/, (path) => writeFileSync(path, ONE.repeat(200), { mode: 0o600 })],
    [/cannot be opened/, (path) => symlinkSync("/dev/null", path)],
    [/is not a regular file/, (path) => mkdirSync(path, { mode: 0o700 })],
  ];
  for (const [what, make] of plant) {
    const state = freshDir(t);
    make(join(state, "observer.key"));
    refuses(state, { ANTHROPIC_API_KEY: TWO }, what);
  }
});

test("a key that could break out of its header is refused", (t) => {
  const state = freshDir(t);
  for (const key of [`${ONE}\r\nx-evil: 1`, `${ONE} ${ONE}`, `${ONE}é`, `${ONE}\u0000`, ONE.repeat(40)])
    refuses(state, { ANTHROPIC_API_KEY: key }, /must be one word of printable ASCII characters/);
});
