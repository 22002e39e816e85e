import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { locateState, type PlaceHints } from "../../../src/app/workspace/locate-state.ts";
import { saving } from "../../faults/sample-calls.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { scratchProject } from "../../fixture/scratch-project.ts";

const HINTS: PlaceHints = { cwd: "/src/repo", home: "/people/ana", env: {}, state: null, cache: null };

test("without a word state and cache are where XDG keeps them", () => {
  assert.deepEqual(locateState(HINTS), {
    state: "/people/ana/.local/state/credence",
    cache: "/people/ana/.cache/credence",
  });
});

test("XDG_STATE_HOME and XDG_CACHE_HOME move them, unless they are relative or empty", () => {
  const env = { XDG_STATE_HOME: "/data/state", XDG_CACHE_HOME: "/data/cache" };
  assert.deepEqual(locateState({ ...HINTS, env }), {
    state: "/data/state/credence",
    cache: "/data/cache/credence",
  });
  for (const value of ["", "state", "./state", "../state"]) {
    const odd = { XDG_STATE_HOME: value, XDG_CACHE_HOME: value };
    assert.deepEqual(locateState({ ...HINTS, env: odd }), locateState(HINTS), value);
  }
});

test("CREDENCE_HOME moves both, before XDG; relative to the working directory; empty is unset", () => {
  const env = { CREDENCE_HOME: "/throw/away", XDG_STATE_HOME: "/data/state" };
  assert.deepEqual(locateState({ ...HINTS, env }), {
    state: "/throw/away/state",
    cache: "/throw/away/cache",
  });
  assert.equal(locateState({ ...HINTS, env: { CREDENCE_HOME: "../own" } }).state, "/src/own/state");
  assert.deepEqual(locateState({ ...HINTS, env: { CREDENCE_HOME: "" } }), locateState(HINTS));
});

test("--state and --cache decide over everything, each for itself", () => {
  const env = { CREDENCE_HOME: "/throw/away" };
  assert.deepEqual(locateState({ ...HINTS, env, state: "/s", cache: null }), {
    state: "/s",
    cache: "/throw/away/cache",
  });
  assert.deepEqual(locateState({ ...HINTS, env, state: null, cache: "c" }), {
    state: "/throw/away/state",
    cache: "/src/repo/c",
  });
});

test("where there is no root nothing is made, and what is kept for every root still can be", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  const refused = [
    saving("project_alpha", "Alpha"),
    ["list"],
    ["show", "project_alpha"],
    ["search", "x"],
    ["recall", "--prompt", "x"],
  ];
  for (const args of refused) {
    const { exit, stderr } = await call(args);
    assert.deepEqual(
      [exit, stderr.startsWith("error: NO_ROOT: ")],
      [1, true],
      `${args.join(" ")}: ${stderr}`,
    );
  }
  for (const args of [["status"], ["doctor"], ["config", "list"], ["trust", "show"]]) {
    const { exit, stderr } = await call(args);
    assert.deepEqual([exit, stderr], [0, ""], args.join(" "));
  }
  assert.equal(existsSync(project.state), false);
  assert.equal((await call(["config", "set", "delete.grace_period_days", "40"])).exit, 0);
  assert.match((await call(["config", "list"])).stdout, /grace_period_days +40/);
});

test("a state whose path is too long is refused by every command, doctor too, with the length and the way out", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  const home = join(project.base, ...Array.from({ length: 4 }, () => "x".repeat(150)));
  mkdirSync(home, { recursive: true });
  for (const args of [["init"], ["doctor"], ["list"]]) {
    const { exit, stderr } = await call(args, { env: { CREDENCE_HOME: home } });
    assert.equal(exit, 1, args.join(" "));
    assert.match(
      stderr,
      /^error: STATE_REFUSED: .* has a path of \d{3} bytes, more than 480\nhint: keep machine state under a shorter path/,
    );
  }
  assert.equal(existsSync(join(home, "state")), false);
});
