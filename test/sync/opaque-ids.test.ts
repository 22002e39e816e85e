// What an id is called in a tombstone costs a hundredth of a second, here as in a person's own state. Counted is how often it is
// computed, and not how long that takes.

import assert from "node:assert/strict";
import crypto from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { type Machine, machinesTogether, PERSON, rootId, standingsOf } from "./machines.ts";

type Cost = { readonly N: number; readonly r: number; readonly p: number };
type Derive = (...asked: [id: string, salt: string, bytes: number, cost: Cost]) => Buffer;

/** The function itself, with the cost that it has in a real state, and a count of the ids it was asked for. */
function countDerivations(t: { readonly after: (work: () => void) => void }): string[] {
  const real = crypto.scryptSync as Derive;
  const asked: string[] = [];
  const counting: Derive = (...given) => {
    const [id, salt, bytes, cost] = given;
    if (!salt.startsWith("credence-test-forgotten-v2:")) return real(id, salt, bytes, cost);
    asked.push(id);
    real(id, salt, bytes, { ...cost, N: 4_096 });
    return real(id, salt, bytes, cost);
  };
  const put = (scryptSync: Derive): void => {
    Object.assign(crypto, { scryptSync });
    syncBuiltinESMExports();
  };
  put(counting);
  t.after(() => put(real));
  return asked;
}

/** Ids whose names are kept in machine state. */
function keptIn(machine: Machine): string[] {
  const place = join(machine.state, "roots", rootId(machine), "opaque");
  const files = existsSync(place) ? readdirSync(place) : [];
  return files
    .flatMap((name) => readFileSync(join(place, name), "utf8").trim().split("\n"))
    .map((line) => line.split(" ")[0] ?? "")
    .sort();
}

test("where somebody forgot something each id is computed once, whoever asks, and a forgotten one is kept nowhere", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  const ids = Array.from({ length: 60 }, (_, at) => `user_note_${String(at).padStart(2, "0")}`);
  for (const id of ids) await ana.save(id);
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  const [gone = "", ...left] = ids;
  await ana.done(["forget", gone, "--reason", "asked for", PERSON]);
  assert.equal((await ana.sync()).exit, 0);
  const asked = countDerivations(t);
  assert.equal((await bo.sync()).exit, 0);
  assert.deepEqual(asked.toSorted(), ids);
  assert.deepEqual(keptIn(bo), left);
  asked.length = 0;
  assert.equal(Object.keys(await standingsOf(bo)).length, left.length);
  await bo.save("user_later");
  await bo.done([
    "update",
    "user_note_07",
    "--body",
    "What everybody should know about it is another thing.",
  ]);
  assert.equal((await bo.sync()).exit, 0);
  assert.deepEqual(asked, ["user_later"]);
  assert.deepEqual(keptIn(bo), ["user_later", ...left].sort());
});
