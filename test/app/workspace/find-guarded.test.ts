import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findGuarded } from "../../../src/app/workspace/guarded-places.ts";
import { freshDir } from "../../temp-dir.ts";

function makeRoot(path: string): string {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "root.json"), "{}\n");
  return path;
}

test("a user root that the environment names is kept beside the usual one, and neither hides the other", (t) => {
  const home = freshDir(t);
  const usual = makeRoot(join(home, ".claude/claude-memory"));
  const moved = makeRoot(join(home, "work/claude-memory"));
  const rootsWith = (env: Record<string, string>, claude: string | null = null): string[] =>
    findGuarded({ cwd: home, homes: [home], claude, env, state: join(home, "state") }).roots.map(
      ({ path }) => path,
    );
  assert.deepEqual(rootsWith({}), [usual]);
  assert.deepEqual(rootsWith({ CLAUDE_CONFIG_DIR: join(home, "work") }), [usual, moved]);
  assert.deepEqual(rootsWith({ CLAUDE_CONFIG_DIR: "work" }), [usual, moved]);
  assert.deepEqual(rootsWith({ CLAUDE_CONFIG_DIR: join(home, ".claude") }), [usual]);
  assert.deepEqual(rootsWith({ CLAUDE_CONFIG_DIR: "/nowhere" }), [usual]);
  assert.deepEqual(rootsWith({}, join(home, "work")), [usual, moved]);
});
