// The marks that a commit prints into the file of a memory, from the statements about it and nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { marksInUse } from "../../../../src/memory/law/sets/marks.ts";
import { placeFile } from "../../../../src/memory/law/sets/standing-of-file.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import { hostileText, LAW_RUNS } from "../../text/hostile-text.ts";
import { attest, OWN_MACHINE, OWN_PERSON, situation } from "../signers.ts";
import { applyTo, FILE } from "../trust-samples.ts";

/** The lines that statements change in a file, which is of a text that they are about. */
function print(said: readonly Statement[], text = FILE): string {
  const placed = placeFile(situation(said)) ?? assert.fail("of no memory");
  return applyTo(text, marksInUse(placed.memory, said)).text;
}

const day = (number: number) => ({ time: `2026-05-0${number}T09:30:00Z` });
const naming = ({ hash }: Statement) => ({ parents: [hash] });
const wrote = attest("wrote", OWN_MACHINE);
const retired = attest("retire", OWN_PERSON, { reason: "done", ...day(2) });
const archived = attest("archive", OWN_PERSON, { reason: "done", ...day(2) });

test("retiring prints status, time and reason; unretiring takes them all away", () => {
  const text = print([wrote, retired]);
  assert.ok(text.includes("status: retired\nretired-at: 2026-05-02T09:30:00Z\nretired-reason: done\n---\n"));
  assert.equal(print([wrote, retired, attest("unretire", OWN_PERSON, naming(retired))], text), FILE);
});

test("archiving prints status, time and reason; unarchiving takes them all away", () => {
  const text = print([wrote, archived]);
  assert.ok(
    text.includes("status: archived\narchived-at: 2026-05-02T09:30:00Z\narchived-reason: done\n---\n"),
  );
  assert.equal(print([wrote, archived, attest("unarchive", OWN_PERSON, naming(archived))], text), FILE);
});

test("retiring an archived memory replaces the marks of the archive, which come back with it", () => {
  const text = print([wrote, archived, retired], print([wrote, archived]));
  assert.ok(!text.includes("archived") && text.includes("status: retired\n"));
  const back = attest("unretire", OWN_PERSON, naming(retired));
  assert.equal(print([wrote, archived, retired, back], text), print([wrote, archived]));
});

test("a lowering prints tier, times, who and why, and an approval that names it prints the tier alone", () => {
  const lowered = attest("lower", OWN_PERSON, { reason: "wrong", ...day(2) });
  const low = applyTo(FILE, {
    ...{
      "trust-level": "quarantined",
      "last-verified": "2026-05-02",
      "quarantined-at": "2026-05-02T09:30:00Z",
    },
    ...{ "quarantined-by": "a person", "quarantine-reason": "wrong" },
  }).text;
  assert.equal(print([wrote, lowered]), low);
  const yes = attest("approve", OWN_PERSON, { ...naming(lowered), ...day(3) });
  const verified = { "trust-level": "verified", "last-verified": "2026-05-03" };
  assert.equal(print([wrote, lowered, yes], low), applyTo(FILE, verified).text);
});

test("a retired or archived memory keeps the tier that its file records", () => {
  const verified = FILE.replace("trust-level: inferred", "trust-level: verified");
  assert.match(print([wrote, retired], verified), /^trust-level: verified$/m);
  const approved = attest("approve", OWN_PERSON);
  assert.match(print([approved, archived], verified), /^trust-level: verified$/m);
});

test("the order of keys, and keys of nobody's, stay byte for byte", () => {
  const odd = FILE.replace("trust-level: inferred\n", "").replace(
    "---\n",
    "---\nx-mine:   1\ntrust-level: inferred\n",
  );
  assert.equal(print([wrote], odd), odd);
  assert.equal(
    print([attest("approve", OWN_PERSON)], odd),
    odd
      .replace("trust-level: inferred", "trust-level: verified")
      .replace(/\n---\n/, "\nlast-verified: 2026-05-01\n---\n"),
  );
});

test("whatever reason is given, the file is still a valid memory file (§2)", () => {
  const law = fc.property(fc.option(hostileText), (reason) => {
    const said = [wrote, attest("retire", OWN_PERSON, { reason: reason?.toWellFormed() ?? null })];
    const placed = placeFile(situation(said)) ?? assert.fail("of no memory");
    assert.equal(applyTo(FILE, marksInUse(placed.memory, said)).memory.status, "retired");
  });
  fc.assert(law, LAW_RUNS);
});
