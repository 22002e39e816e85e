// What is asked of the statements about a memory, besides how it stands: who speaks for a text, and what still holds against one.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ANSWERS,
  approvalsOf,
  findUnlifted,
  selectEvidence,
  selectVouching,
} from "../../../src/memory/law/evidence.ts";
import {
  ANA,
  attest,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  STRANGER,
  situation,
  TEXT,
  THIRD_TEXT,
} from "./signers.ts";

test("a person at the terminal has three answers that nobody signs", () => {
  assert.deepEqual(ANSWERS, ["hidden", "no", "later"]);
});

const wrote = attest("wrote", OWN_MACHINE);
const approved = attest("approve", ANA, { time: "2026-05-02T09:30:00Z" });
const other = attest("approve", OWN_PERSON, { digest: OTHER_TEXT, time: "2026-05-03T09:30:00Z" });
const lowered = attest("lower", OWN_MACHINE, { time: "2026-05-04T09:30:00Z" });

test("the approvals of a text are those of exactly this text", () => {
  assert.deepEqual(approvalsOf(TEXT, [wrote, approved, other, lowered]), [approved]);
  assert.deepEqual(approvalsOf(null, [wrote, approved, other, lowered]), []);
});

test("for a text speaks whoever is trusted and said yes to it, also where somebody lowered it", () => {
  const strange = attest("approve", STRANGER);
  const said = selectVouching(situation([lowered, other, approved, wrote, strange]));
  assert.deepEqual(said, [wrote, approved]);
});

test("a lowering holds against its text until an approval of that text names it, and against others until any does", () => {
  const holding = (positive: typeof wrote, remembered = [lowered]): string[][] => {
    const evidence = selectEvidence(situation([positive], { remembered }));
    return [TEXT, OTHER_TEXT, THIRD_TEXT].map((digest) =>
      findUnlifted(evidence, digest).map(({ act }) => act),
    );
  };
  const yes = (digest: string, parents = [lowered.hash]) => attest("approve", ANA, { digest, parents });
  assert.deepEqual(holding(yes(TEXT, [])), [["lower"], ["lower"], ["lower"]]);
  assert.deepEqual(holding(yes(TEXT)), [[], [], []]);
  assert.deepEqual(holding(yes(OTHER_TEXT)), [["lower"], [], []]);
  assert.deepEqual(holding(wrote, [lowered, yes(TEXT)]), [["lower"], ["lower"], ["lower"]]);
});
