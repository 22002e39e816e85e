// The search index where it cannot be written, or is written by several at once: every answer is the same, and no command
// fails because of it.

import assert from "node:assert/strict";
import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { type Outcome, runProcess, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import { assertDone, boundProject, cli } from "./bound-project.ts";
import { type Ending, runFaulty, type Serve, serveFaulty } from "./faulty-process.ts";
import { saving } from "./sample-calls.ts";
import { fill, mountSmall } from "./small-disk.ts";
import { readSnapshot } from "./snapshot.ts";

const RECALL = ["recall", "--prompt", "when do deployments happen on fridays"];
const SEARCH = ["search", "deployments fridays", "--strategy", "fts5_bm25", "--json"];

function cacheOf(project: ScratchProject): string {
  return join(project.credenceHome, "cache");
}

function indexOf(project: ScratchProject): string {
  const [id = ""] = readdirSync(cacheOf(project));
  return join(cacheOf(project), id, "index.sqlite");
}

for (const what of ["an index in it", "none in it yet"]) {
  test(`a cache that may only be read, with ${what}, still answers and is not touched`, async (t) => {
    const { project, run } = await boundProject(t);
    const before = await run(...SEARCH);
    assertDone(before);
    const path = indexOf(project);
    if (what === "none in it yet") rmSync(path);
    else chmodSync(path, 0o400);
    for (const place of [cacheOf(project), dirname(path)]) chmodSync(place, 0o500);
    const cache = readSnapshot(cacheOf(project));
    assert.deepEqual(await run(...SEARCH), before);
    assert.match((await run(...RECALL)).stdout, /project_alpha\.md/);
    assertDone(await run("update", "project_alpha", "--tags", "changed"));
    assert.match((await run("search", "changed")).stdout, /project_alpha/);
    assert.match((await run("index", "--rebuild")).stdout, /the cache is not writable/);
    for (const command of ["--gc", "--health"]) assertDone(await run("index", command));
    const validated = await run("index", "--validate");
    assertDone(validated);
    assert.match(validated.stdout, /^\.claude\/memory\/ has no index: /);
    assert.deepEqual(readSnapshot(cacheOf(project)), cache);
    for (const place of [cacheOf(project), dirname(path)]) chmodSync(place, 0o700);
    assertDone(await run("index", "--rebuild"));
    assertDone(await run("index", "--validate"));
  });
}

test("a full disk under the cache changes no answer and stops no write to the root", async (t) => {
  const cleanUps: (() => void)[] = [];
  const project = scratchProject(
    { after: (cleanUp) => cleanUps.push(cleanUp) },
    { state: "none", inGit: false },
  );
  const cache = join(project.base, "small");
  mkdirSync(cache, { mode: 0o700 });
  const isMounted = mountSmall(cache, 256, (unmount) => t.after(unmount));
  t.after(() => cleanUps.forEach((cleanUp) => void cleanUp()));
  const run = async (...words: string[]): Promise<Outcome> => {
    const args = [...words, "--cache", cache];
    if (isMounted && !IS_DEEP) return inProcess(project)(args);
    const program = [process.execPath, cli, ...args];
    // Where nothing may be mounted the kernel lets no file grow instead.
    const limited = ["/bin/sh", "-c", 'ulimit -f 8; exec "$0" "$@"', ...program];
    return runProcess(isMounted ? program : limited, { cwd: project.top, env: project.env });
  };
  assert.equal((await run("init", "--test-state")).exit, 0);
  if (isMounted) fill(cache);
  assert.equal((await run(...saving("project_alpha", "Alpha"))).exit, 0);
  for (const _ of [1, 2]) {
    assert.match((await run(...RECALL)).stdout, /project_alpha\.md/);
    assert.equal(JSON.parse((await run(...SEARCH)).stdout).length, 1);
  }
  assert.match((await run("index", "--rebuild")).stdout, /^indexed 1 memory of /);
  assert.equal((await run("index", "--gc")).exit, 0);
});

/** All of them at once, each by a process of its own. */
type Together = (calls: readonly (readonly string[])[]) => Promise<Ending[]>;

/** In a deep run the processes are new ones each time. */
function togetherIn(t: TestContext, project: ScratchProject): Together {
  const serving: Serve[] = [];
  return (calls) =>
    Promise.all(
      calls.map((args, index) => {
        if (IS_DEEP) return runFaulty({ cli, project, args });
        const serve = serving[index] ?? serveFaulty(t, { cli });
        serving[index] = serve;
        return serve({ project, args });
      }),
    );
}

/** A prompt waits for nobody: while others rebuild, it may be answered in part, and then both the block and the remark say so. */
function assertRecalled(ending: Ending): void {
  if (!ending.stdout.includes('index="partial"')) {
    assertDone(ending);
    return;
  }
  assert.match(ending.stderr, /^warning: [1-8] of 8 files in \S+ (is|are) not indexed yet, [^\n]+\n$/);
  assert.equal(ending.exit, 0);
}

test("several that rebuild, search, recall and save at once all succeed, and the index is whole afterwards", async (t) => {
  const project = scratchProject(t, { state: "none", inGit: false });
  const names = [..."abcdefgh"];
  const together = togetherIn(t, project);
  await together([["init", "--test-state"]]);
  for (const name of names) await together([saving(`project_${name}`, name.repeat(3))]);
  const [before] = await together([SEARCH]);
  for (const round of [1, 2, 3]) {
    if (round === 2) rmSync(cacheOf(project), { recursive: true });
    if (round === 3) appendFileSync(indexOf(project), "x".repeat(9_000));
    const calls = [["index", "--rebuild"], ["index", "--rebuild"], RECALL, SEARCH, SEARCH, ["index", "--gc"]];
    const endings = await together(calls);
    for (const ending of endings) {
      if (ending === endings[calls.indexOf(RECALL)]) assertRecalled(ending);
      else assertDone(ending);
    }
    const [validated, after] = await together([["index", "--validate"], SEARCH]);
    assert.ok(validated !== undefined && after !== undefined);
    assertDone(validated);
    assert.deepEqual(after, before);
  }
});
