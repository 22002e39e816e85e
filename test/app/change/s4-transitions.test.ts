// S4's transition table, row by row, through the commands and real files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beginLife, type Life } from "../../fixture/life-project.ts";

/** The fields that S4 §3 says are recorded. */
function recorded(life: Life): (string | undefined)[] {
  const file = life.file();
  return [file["directory"], file["trust-level"], file["created-at"], file["last-verified"]];
}

const CREATED = "2026-05-01T12:00:00Z";
const fail = (text: string): string => text.replace("it came up", `ghp_${"x1Y2".repeat(9)}`);

async function refused(life: Life, [day, words]: readonly [number, string], code: string): Promise<void> {
  const before = life.file();
  const { stderr } = await life.act(day, words);
  assert.match(stderr, new RegExp(`^error: ${code}: `), words);
  assert.deepEqual(life.file(), before, words);
}

test("S4 §3: a new memory by inference is inferred, with created-at and without last-verified", async (t) => {
  const life = await beginLife(t, "machine");
  assert.deepEqual(recorded(life), ["memories", "inferred", CREATED, undefined]);
  assert.equal(await life.standing(0), "inferred");
});

test("S4 §3: a new memory by a person is verified, and last-verified is the day of its creation", async (t) => {
  const life = await beginLife(t, "person");
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-05-01"]);
  assert.equal(await life.standing(0), "verified");
});

test("S4 §3, §6: inferred becomes verified by promote after the observation period, and stays in its place", async (t) => {
  const life = await beginLife(t, "machine");
  assert.equal((await life.act(9, "promote")).exit, 0);
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-05-10"]);
  assert.equal(await life.standing(9), "verified");
});

for (const author of ["machine", "person"] as const) {
  const from = author === "person" ? "verified" : "inferred";
  test(`S4 §3, §6: ${from} becomes quarantined by demote, and demoting again is no error`, async (t) => {
    const life = await beginLife(t, author);
    assert.equal((await life.act(3, "demote --reason wrong")).exit, 0);
    assert.deepEqual(recorded(life), ["quarantine", "quarantined", CREATED, "2026-05-04"]);
    const file = life.file();
    assert.deepEqual(
      [file["quarantined-at"], file["quarantined-by"], file["quarantine-reason"]],
      ["2026-05-04T12:00:00Z", "a person", "wrong"],
    );
    assert.equal((await life.act(5, "demote --reason wrong")).exit, 0);
    assert.deepEqual(life.file(), file);
  });

  test(`S4 §3, §6: ${from} becomes quarantined when a validator hard-fails it`, async (t) => {
    const life = await beginLife(t, author);
    assert.equal(await life.revalidate(2), "passes");
    life.edit(fail);
    assert.equal(await life.revalidate(3), "quarantined");
    assert.deepEqual(recorded(life), ["quarantine", "quarantined", CREATED, "2026-05-04"]);
    assert.equal(life.file()["quarantined-by"], "secret-check");
  });
}

test("S4 §3, §6: quarantined becomes verified by restore once every validator passes, and never before", async (t) => {
  const life = await beginLife(t, "machine");
  life.edit(fail);
  await life.revalidate(3);
  const before = life.file();
  assert.equal((await life.act(4, "restore")).exit, 2);
  assert.deepEqual(life.file(), before);
  life.edit((text) => text.replace(/ghp_\w+/, "it came up"));
  assert.equal((await life.act(5, "restore")).exit, 0);
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-05-06"]);
  assert.equal(life.file()["quarantined-at"], undefined);
  assert.equal(await life.standing(5), "verified");
});

test("S4 §3: verified stays verified by re-affirming, and last-verified is that day", async (t) => {
  const life = await beginLife(t, "person");
  assert.equal((await life.act(100, "reaffirm")).exit, 0);
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-08-09"]);
});

test("S4 §3: nothing goes from quarantined or verified to inferred, and a quarantined memory is not edited", async (t) => {
  const verified = await beginLife(t, "person");
  for (const words of ["keep", "promote", "restore"]) await refused(verified, [9, words], "WRONG_STANDING");
  verified.edit((text) => text.replace("trust-level: verified", "trust-level: inferred"));
  // By hand it can be lowered; the way back is a promotion.
  assert.equal(await verified.standing(9), "inferred");
  const quarantined = await beginLife(t, "machine");
  await quarantined.act(1, "demote --reason wrong");
  for (const words of ["keep", "promote", "reaffirm", "update --description New", "unretire"]) {
    await refused(quarantined, [9, words], "WRONG_STANDING");
  }
});

test("S4 §3: time alone raises nothing and lowers nothing", async (t) => {
  const inferred = await beginLife(t, "machine");
  assert.equal(await inferred.standing(1_000), "inferred");
  const verified = await beginLife(t, "person");
  assert.equal(await verified.standing(1_000), "verified");
  await inferred.act(1, "demote --reason wrong");
  assert.equal(await inferred.revalidate(1_000), "passes");
  assert.equal(await inferred.standing(1_000), "quarantined");
});

test("S4 §3: without a person nothing is raised", async (t) => {
  const life = await beginLife(t, "machine");
  for (const words of ["promote", "reaffirm", "restore", "keep"]) {
    const { stderr } = await life.act(30, words, "machine");
    assert.match(stderr, /^error: NEEDS_PERSON: /, words);
  }
  assert.equal(await life.standing(30), "inferred");
});
