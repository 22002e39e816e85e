// As many files in memories/ as a hostile clone may bring: list answers, in a time that is a small multiple of what reading them takes at all.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { initProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { later } from "../fixture/recall-project.ts";

const FILES = IS_DEEP ? 100_000 : 4_000;
/** Beside one read: parsing, hashing and a look for attestations. Measured at 7, and twice that on a busy machine. */
const RATIO_MAX = 40;

test(`${FILES} files are listed in a small multiple of the time it takes to read them`, async (t) => {
  const project = await initProject(t, { inGit: false });
  const directory = join(project.root, "memories");
  const text = memoryText();
  for (let index = 0; index < FILES; index += 1) {
    writeFileSync(join(directory, `project_${index}.md`), text);
  }
  const plainMs = timed(() => {
    for (const name of readdirSync(directory)) readFileSync(join(directory, name));
  });
  const begun = performance.now();
  const { stdout } = await project.done(["list", "--limit", String(FILES)]);
  const listMs = performance.now() - begun;
  assert.equal(stdout.split("foreign").length - 1, FILES);
  assert.ok(listMs < plainMs * RATIO_MAX, `${listMs} ms against ${plainMs} ms`);
});

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

test("a root beyond 200 000 files is left out and named, and its names are not listed again", async (t) => {
  const project = await initProject(t, { inGit: false, user: true });
  const body =
    "The main branch is not to be force pushed: a force push to main breaks everybody's repository.";
  await project.save("user_force_push", { name: "No force push", body });
  const names = "seq -f project_%.0f.md 1 200001 | xargs touch";
  execFileSync("sh", ["-c", names], { cwd: join(project.root, "memories") });
  const prompt = ["recall", "--prompt", "may I force push to the main branch of this repository?"];
  for (const args of [prompt, prompt, ["list"], ["search", "force push"]]) {
    const { stdout, stderr, exit } = await project.call(args, { now: later() });
    assert.equal(exit, 0, stderr);
    assert.match(stdout, /force_push/);
    assert.match(stderr, /^warning: the memories in \.claude\/memory\/ are left out \(ROOT_TOO_LARGE\)/);
  }
  assert.match((await project.call(["doctor"])).stdout, /\[E\] root: .* left out \(ROOT_TOO_LARGE\)/);
  const rootId: string = JSON.parse(readFileSync(join(project.root, "root.json"), "utf8")).root;
  const index = new DatabaseSync(join(project.credenceHome, "cache", rootId, "index.sqlite"));
  const beyond = index.prepare("SELECT value FROM facts WHERE key = 'beyond'").get()?.["value"];
  index.close();
  assert.equal(typeof beyond, "string");
});
