import assert from "node:assert/strict";
import { test } from "node:test";
import { applyStatus, type STATUS_ACTIONS, type StatusSubject } from "../../../src/memory/law/status.ts";
import type { Status } from "../../../src/memory/memory.ts";

const ACTIVE: StatusSubject = {
  id: "project_x",
  status: "active",
  standing: "inferred",
  everApproved: false,
};
const TABLE: readonly (readonly [(typeof STATUS_ACTIONS)[number], Status, string])[] = [
  ["retire", "active", "applied"],
  ["retire", "archived", "applied"],
  ["retire", "retired", "unchanged"],
  ["unretire", "active", "unchanged"],
  ["unretire", "archived", "WRONG_STANDING"],
  ["unretire", "retired", "applied"],
  ["archive", "active", "applied"],
  ["archive", "archived", "unchanged"],
  ["archive", "retired", "WRONG_STANDING"],
  ["unarchive", "active", "unchanged"],
  ["unarchive", "archived", "applied"],
  ["unarchive", "retired", "WRONG_STANDING"],
];

for (const [action, status, expected] of TABLE) {
  test(`${action} of an ${status} memory: ${expected}`, () => {
    const outcome = applyStatus(action, { ...ACTIVE, status }, "person");
    assert.equal(outcome.kind === "refused" ? outcome.code : outcome.kind, expected);
  });
}

test("without a person an approved memory is neither retired nor archived: a request is filed (§5.3)", () => {
  const approved: StatusSubject = { ...ACTIVE, standing: "verified", everApproved: true };
  assert.equal(applyStatus("retire", approved, "machine").kind, "request");
  assert.equal(applyStatus("archive", approved, "machine").kind, "request");
  assert.equal(applyStatus("retire", ACTIVE, "machine").kind, "applied");
  assert.equal(applyStatus("retire", approved, "person").kind, "applied");
});

test("only a person unretires (§5.2)", () => {
  const retired: StatusSubject = { ...ACTIVE, status: "retired", standing: "retired" };
  const outcome = applyStatus("unretire", retired, "machine");
  assert.equal(outcome.kind === "refused" && outcome.code, "NEEDS_PERSON");
});

test("a memory that a statement retired can be unretired although its file does not say retired", () => {
  assert.equal(applyStatus("unretire", { ...ACTIVE, standing: "retired" }, "person").kind, "applied");
});

test("only a person brings back what a person archived", () => {
  const archived: StatusSubject = { ...ACTIVE, status: "archived", isPersonsArchive: true };
  const outcome = applyStatus("unarchive", archived, "machine");
  assert.equal(outcome.kind === "refused" && outcome.code, "NEEDS_PERSON");
  assert.equal(applyStatus("unarchive", archived, "person").kind, "applied");
  assert.equal(applyStatus("unarchive", { ...archived, isPersonsArchive: false }, "machine").kind, "applied");
});
