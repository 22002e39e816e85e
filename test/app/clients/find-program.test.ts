import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { findProgram } from "../../../src/app/clients/find-program.ts";
import { git, makeRepository } from "../../fixture/git-repository.ts";
import { freshDir } from "../../temp-dir.ts";

function put(directory: string): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "claude"), "#!/bin/sh\n", { mode: 0o755 });
  return directory;
}

function machine(t: TestContext) {
  const base = freshDir(t);
  const home = join(base, "home");
  const own = put(join(home, ".local/bin"));
  const find = (...path: string[]) => findProgram("claude", { home, env: { PATH: path.join(":") } });
  return { base, home, own: join(own, "claude"), find };
}

test("a program out of a work tree or of installed packages is passed over, and the person's own is found", (t) => {
  const { base, own, find } = machine(t);
  const tree = makeRepository(join(base, "shop"));
  const planted = [
    put(join(tree, "node_modules/.bin")),
    put(join(tree, "tools")),
    put(join(tree, ".venv/bin")),
    put(join(base, "elsewhere/node_modules/.bin")),
  ];
  const link = join(base, "link");
  symlinkSync(join(tree, "tools"), link);
  for (const directory of [...planted, link]) assert.equal(find(directory, "/usr/bin"), own, directory);
  // Neither a relative directory, nor an empty one.
  assert.equal(find("tools", "", "."), own);
});

test("version managers keep programs in a work tree of their own, and a home may be one: what git tracks there is passed over", (t) => {
  const { home, own, find } = machine(t);
  const nvm = makeRepository(join(home, ".nvm"));
  const bin = put(join(nvm, "versions/node/v24.1.0/bin"));
  assert.equal(find(bin), join(bin, "claude"));
  git(nvm, "add", "-A");
  assert.equal(find(bin), own);
  makeRepository(home);
  assert.equal(find(), own);
  git(home, "add", "-f", ".local/bin/claude");
  assert.equal(find(), null);
});
