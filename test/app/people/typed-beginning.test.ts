import assert from "node:assert/strict";
import { test } from "node:test";
import { isBeginningOf } from "../../../src/app/people/describe-trust.ts";

const FINGERPRINT = "abcdefgh".repeat(4);

test("eight characters of a fingerprint or more are its beginning, however they are spaced", () => {
  for (const typed of ["abcdefgh", "ABCD EFGH", "abcdefghab", FINGERPRINT])
    assert.equal(isBeginningOf(FINGERPRINT, typed), true, typed);
});

test("an answer that cannot be a beginning is a no, and ends nothing", () => {
  for (const typed of ["", "y", "abcdefg", "abcdefgi", "bcdefgha", "abcdefg1", `${FINGERPRINT}a`, ".{8}"])
    assert.equal(isBeginningOf(FINGERPRINT, typed), false, typed);
});
