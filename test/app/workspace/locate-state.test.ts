import assert from "node:assert/strict";
import { test } from "node:test";
import { locateState, type PlaceHints } from "../../../src/app/workspace/locate-state.ts";

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
