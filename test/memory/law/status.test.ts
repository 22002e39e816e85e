import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyStatus, STATUS_ACTIONS, type StatusSubject } from "../../../src/memory/law/status.ts";
import type { Actor } from "../../../src/memory/law/transitions.ts";
import type { Status } from "../../../src/memory/memory.ts";
import { hostileText, LAW_RUNS } from "../text/hostile-text.ts";
import { applyTo, FILE, NOW } from "./trust-samples.ts";

const ACTIVE: StatusSubject = {
  id: "project_x",
  status: "active",
  standing: "inferred",
  everApproved: false,
};
const by = (actor: Actor, reason: string | null = "done") => ({ actor, now: NOW, reason });

function linesAfter(text: string, action: (typeof STATUS_ACTIONS)[number], subject: StatusSubject): string {
  const outcome = applyStatus(action, subject, by("person"));
  assert.ok(outcome.kind === "applied", JSON.stringify(outcome));
  return applyTo(text, outcome.changes).text;
}

test("retiring writes status, time and reason; unretiring removes them all", () => {
  const retired = linesAfter(FILE, "retire", ACTIVE);
  assert.ok(
    retired.includes("status: retired\nretired-at: 2026-05-01T12:30:45Z\nretired-reason: done\n---\n"),
  );
  assert.equal(linesAfter(retired, "unretire", { ...ACTIVE, status: "retired", standing: "retired" }), FILE);
});

test("archiving writes status, time and reason; unarchiving removes them all", () => {
  const archived = linesAfter(FILE, "archive", ACTIVE);
  assert.ok(
    archived.includes("status: archived\narchived-at: 2026-05-01T12:30:45Z\narchived-reason: done\n---\n"),
  );
  assert.equal(linesAfter(archived, "unarchive", { ...ACTIVE, status: "archived" }), FILE);
});

test("retiring an archived memory replaces the marks of the archive", () => {
  const retired = linesAfter(linesAfter(FILE, "archive", ACTIVE), "retire", {
    ...ACTIVE,
    status: "archived",
  });
  assert.ok(!retired.includes("archived"));
  assert.ok(retired.includes("status: retired\n"));
});

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
    const outcome = applyStatus(action, { ...ACTIVE, status }, by("person"));
    assert.equal(outcome.kind === "refused" ? outcome.code : outcome.kind, expected);
  });
}

test("without a person an approved memory is neither retired nor archived: a request is filed (§5.3)", () => {
  const approved: StatusSubject = { ...ACTIVE, standing: "verified", everApproved: true };
  assert.equal(applyStatus("retire", approved, by("machine")).kind, "request");
  assert.equal(applyStatus("archive", approved, by("machine")).kind, "request");
  assert.equal(applyStatus("retire", ACTIVE, by("machine")).kind, "applied");
  assert.equal(applyStatus("retire", approved, by("person")).kind, "applied");
});

test("only a person unretires (§5.2)", () => {
  const retired: StatusSubject = { ...ACTIVE, status: "retired", standing: "retired" };
  const outcome = applyStatus("unretire", retired, by("machine"));
  assert.equal(outcome.kind === "refused" && outcome.code, "NEEDS_PERSON");
});

test("a memory that an act retired can be unretired although its file does not say retired", () => {
  const outcome = applyStatus("unretire", { ...ACTIVE, standing: "retired" }, by("person"));
  assert.ok(outcome.kind === "applied");
  assert.equal(applyTo(FILE, outcome.changes).text, FILE);
});

test("a status says nothing about trust: no action writes the tier or its dates", () => {
  for (const action of STATUS_ACTIONS) {
    for (const status of ["active", "archived", "retired"] as const) {
      const outcome = applyStatus(action, { ...ACTIVE, status }, by("person"));
      if (outcome.kind !== "applied") continue;
      assert.deepEqual(
        Object.keys(outcome.changes).filter((key) => /trust|verified|quarantine/.test(key)),
        [],
      );
    }
  }
});

test("whatever reason is given, the file is still a valid memory file (§2)", () => {
  const law = fc.property(fc.option(hostileText), (reason) => {
    const outcome = applyStatus("retire", ACTIVE, by("person", reason));
    assert.ok(outcome.kind === "applied");
    assert.equal(applyTo(FILE, outcome.changes).memory.status, "retired");
  });
  fc.assert(law, LAW_RUNS);
});
