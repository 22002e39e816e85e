import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findGuarded } from "../../../src/app/workspace/guarded-places.ts";
import { locateState, type PlaceHints } from "../../../src/app/workspace/locate-state.ts";
import { addPause, endPauses, isPaused, readPauses } from "../../../src/app/workspace/pause.ts";
import { saving } from "../../faults/sample-calls.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { assertFails } from "../../fixture/refusal.ts";
import { scratchProject } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";

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
    assertFails(
      await call(args, { env: { CREDENCE_HOME: home } }),
      /^error: STATE_REFUSED: .* has a path of \d{3} bytes, more than 480\nhint: keep machine state under a shorter path/,
    );
  }
  assert.equal(existsSync(join(home, "state")), false);
});

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

const NOON = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
const at = (session: string | null, now = NOON) => ({ session, now });

test("the pauses of sessions are silent there alone, each until its own end", (t) => {
  const state = freshDir(t);
  assert.equal(isPaused(state, at("D")), false);
  addPause(state, { until: null, session: "D" }, NOON);
  addPause(state, { until: NOON + HOUR, session: "E" }, NOON);
  const silent = (now: number) => ["D", "E", "F", null].map((session) => isPaused(state, at(session, now)));
  assert.deepEqual(silent(NOON), [true, true, false, false]);
  assert.deepEqual(silent(NOON + HOUR), [true, false, false, false]);
});

test("a pause of everybody holds while one of a session comes and goes", (t) => {
  const state = freshDir(t);
  addPause(state, { until: null, session: null }, NOON);
  addPause(state, { until: NOON + HOUR, session: "B" }, NOON);
  for (const now of [NOON, NOON + HOUR]) assert.equal(isPaused(state, at("A", now)), true);
  endPauses(state);
  assert.equal(isPaused(state, at("A")), false);
  assert.equal(existsSync(join(state, "pause.json")), false);
});

test("what has ended is not written again", (t) => {
  const state = freshDir(t);
  addPause(state, { until: NOON + HOUR, session: "E" }, NOON);
  addPause(state, { until: null, session: "D" }, NOON + HOUR);
  assert.equal(
    readFileSync(join(state, "pause.json"), "utf8"),
    '{"v":2,"pauses":[{"until":null,"session":"D"}]}\n',
  );
});

test("a file of the first form is read, and kept by the next pause", (t) => {
  const state = freshDir(t);
  writeFileSync(join(state, "pause.json"), '{"v":1,"until":"2026-05-01T13:00:00Z","session":"D"}\n');
  assert.deepEqual(readPauses(state, NOON), [{ until: NOON + HOUR, session: "D" }]);
  assert.deepEqual(readPauses(state, NOON + HOUR), []);
  addPause(state, { until: null, session: "E" }, NOON);
  assert.deepEqual(
    ["D", "E", "F"].map((session) => isPaused(state, at(session))),
    [true, true, false],
  );
});

test("a damaged file is still somebody's wish for silence", (t) => {
  const state = freshDir(t);
  for (const text of ["", "{", "null", "[]", "{}", '{"v":2,"pauses":"x"}', '{"v":2,"pauses":[7]}']) {
    writeFileSync(join(state, "pause.json"), text);
    assert.deepEqual(readPauses(state, NOON), [{ until: null, session: null }], text);
    addPause(state, { until: null, session: "D" }, NOON);
    assert.equal(isPaused(state, at("another")), true, text);
  }
});

/** One process that pauses twenty sessions, one after the other. */
const PAUSES_TWENTY = `
const [module, state, name] = process.argv.slice(1);
const { addPause } = await import(module);
for (let each = 0; each < 20; each += 1) addPause(state, { until: null, session: name + each }, ${NOON});
`;

test("processes that pause at once lose none of their pauses", async (t) => {
  const state = freshDir(t);
  const module = join(import.meta.dirname, "../../../src/app/workspace/pause.ts");
  const ends = ["a", "b", "c"].map((name) => {
    const words = ["--input-type=module", "--eval", PAUSES_TWENTY, module, state, name];
    return once(spawn(process.execPath, words, { stdio: "inherit" }), "exit");
  });
  for (const [exit] of await Promise.all(ends)) assert.equal(exit, 0);
  assert.equal(readPauses(state, NOON).length, 60);
});
