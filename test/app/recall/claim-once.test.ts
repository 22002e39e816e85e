import assert from "node:assert/strict";
import { chmodSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { claimOnce, dropOldClaims, releaseClaim } from "../../../src/app/recall/claim-once.ts";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";
import { freshDir } from "../../temp-dir.ts";

const DAY_MS = 24 * 3_600_000;

function stateOf(owner: Parameters<typeof freshDir>[0]): string {
  const state = freshDir(owner);
  chmodSync(state, 0o700);
  return state;
}

test("the first that claims has it, whoever claims the same within its time has not", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  const claim = (words: readonly string[], at = now): boolean =>
    claimOnce(state, { words, holdsMs: 1_000, now: at });
  assert.deepEqual(
    [claim(["a", "b"]), claim(["a", "b"]), claim(["a", "b"], now + 900)],
    [true, false, false],
  );
  assert.equal(claim(["a", "b"], now + 60_000), true);
  assert.equal(claim(["ab"]), true);
});

test("the path that had it has it again for the next event, and the other path of the same event has not", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  const claim = (by: string, ms: number): boolean =>
    claimOnce(state, { words: ["start"], holdsMs: 3_000, now: now + ms, by });
  assert.deepEqual([claim("a", 0), claim("b", 5), claim("a", 10)], [true, false, false]);
  assert.deepEqual([claim("b", 1_000), claim("a", 1_005), claim("b", 1_010)], [false, true, false]);
  releaseClaim(state, ["start"]);
  assert.equal(claim("b", 1_020), true);
  releaseClaim(state, ["start"]);
  // Both began two seconds ago, and waited for a busy machine.
  assert.deepEqual([claim("a", -2_000), claim("a", -1_990)], [true, false]);
});

test("a claim from far ahead is none: the clock was set back", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  assert.equal(claimOnce(state, { words: ["a"], holdsMs: 1_000, now }), true);
  assert.equal(claimOnce(state, { words: ["a"], holdsMs: 1_000, now: now - DAY_MS }), true);
});

test("words that only look the same in one row are different claims", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  const claim = (...words: string[]): boolean => claimOnce(state, { words, holdsMs: 1_000, now });
  assert.deepEqual(
    [claim("a b", "c"), claim("a", "b c"), claim('a","b', "c"), claim("../../x")],
    [true, true, true, true],
  );
  const long = "x".repeat(300);
  assert.deepEqual([claim(long, "a"), claim(long, "b"), claim(long, "a")], [true, true, false]);
  for (const name of readdirSync(join(state, "claims"))) assert.match(name, /^[0-9a-f]{2,240}$/);
});

test("where no claim can be made, everybody has it", (t) => {
  const state = stateOf(t);
  writeFileSync(join(state, "claims"), "in the way");
  const claim = { words: ["a"], holdsMs: 1_000, now: Date.now() };
  assert.deepEqual([claimOnce(state, claim), claimOnce(state, claim)], [true, true]);
});

test("claims of more than a day ago go, and the others stay", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  for (const words of [["old"], ["new"]]) claimOnce(state, { words, holdsMs: 1_000, now });
  const [first = "", second = ""] = readdirSync(join(state, "claims"));
  utimesSync(join(state, "claims", first), (now - 2 * DAY_MS) / 1_000, (now - 2 * DAY_MS) / 1_000);
  dropOldClaims(state, now);
  const look = Buffer.from('["old claims"]').toString("hex");
  assert.deepEqual(new Set(readdirSync(join(state, "claims"))), new Set([second, look]));
  rmSync(join(state, "claims"), { recursive: true });
  dropOldClaims(state, now);
});

test("whose claim it is is written whole, though the system takes half of it", (t) => {
  const state = stateOf(t);
  const now = Date.now();
  const claim = (ms: number): boolean =>
    claimOnce(state, { words: ["start"], holdsMs: 3_000, now: now + ms, by: "plugin" });
  const plan = { under: state, at: 0, trouble: { kind: "none" } } as const;
  t.after(() => void disarmFaults());
  // The first makes the directory.
  for (const _ of [1, 2]) {
    releaseClaim(state, ["start"]);
    armFaults(plan);
    claim(0);
  }
  const at = disarmFaults().findIndex(({ name }) => name === "writeSync") + 1;
  assert.ok(at > 0);
  releaseClaim(state, ["start"]);
  armFaults({ ...plan, at, trouble: { kind: "short" } });
  claim(0);
  const [name = ""] = readdirSync(join(state, "claims"));
  assert.equal(readFileSync(join(state, "claims", name), "utf8"), "plugin");
});
