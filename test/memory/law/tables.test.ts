// The tables of the law, row by row as they have to be: who may say what, what it makes, and what follows from a cause.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CAUSES } from "../../../src/memory/law/causes.ts";
import {
  isApproval,
  isErasingKind,
  isLowering,
  isNegative,
  isPersons,
  isStatementKind,
  isVouching,
  STATEMENT_KINDS,
  type StatementKind,
} from "../../../src/memory/law/kinds.ts";
import { CAUSES_OF_SETS } from "../../../src/memory/law/sets/causes.ts";

const KEY = { person: { byMachine: false }, machine: { byMachine: true } } as const;

test("what a kind of statement does, who may sign it and what the log calls it", () => {
  const { person, machine } = KEY;
  assert.deepEqual(STATEMENT_KINDS, {
    approve: {
      ...{ ...person, rank: 2, approves: true, lifts: ["quarantined", "retired", "archived"] },
      ...{ cause: "approved", event: "approved" },
    },
    keep: { ...person, rank: 2, cause: "kept", event: "kept" },
    wrote: { ...machine, rank: 1, byProposer: true, cause: "written", event: "edited" },
    draft: { ...machine, rank: 0, isDraft: true, cause: "changed-since-written", event: "edited" },
    lower: { ...machine, makes: "quarantined", cause: "lowered", event: "lowered" },
    disown: { ...person, makes: "quarantined", cause: "disowned", event: "lowered" },
    forget: { ...person, makes: "quarantined", erases: true, cause: "forgotten", event: "forgotten" },
    retire: { ...machine, makes: "retired", cause: "retired", event: "retired" },
    archive: { ...machine, makes: "archived", cause: "retired", event: "archived" },
    unretire: { ...person, lifts: ["retired"], cause: "retired", event: "restored" },
    unarchive: { ...machine, lifts: ["archived"], cause: "retired", event: "restored" },
    enforce: { ...person, enforces: true, cause: "approved", event: "enforced" },
    withdraw: { ...person, withdraws: true, cause: "approved", event: "restored" },
  });
});

test("what is no row of the table is no kind of statement", () => {
  const rows = ["approve", "keep", "wrote", "draft", "lower", "disown", "forget", "retire"];
  const all = [...rows, "archive", "unretire", "unarchive", "withdraw", "enforce"];
  assert.deepEqual(
    [...Object.keys(STATEMENT_KINDS), "toString", "__proto__", "", 3, null].filter(isStatementKind),
    all,
  );
  assert.deepEqual([...all, "toString", "__proto__", "", 3, null].filter(isErasingKind), ["forget"]);
});

test("which kinds need the key of a person, vouch, approve, lower, and take out of use", () => {
  const listKinds = (is: (statement: { readonly act: StatementKind }) => boolean): string[] =>
    Object.keys(STATEMENT_KINDS).filter((act) => is({ act: act as StatementKind }));
  const persons = ["approve", "keep", "disown", "forget", "unretire", "withdraw", "enforce"];
  assert.deepEqual(listKinds(isPersons), persons);
  assert.deepEqual(listKinds(isVouching), ["approve", "keep", "wrote"]);
  assert.deepEqual(listKinds(isApproval), ["approve"]);
  assert.deepEqual(listKinds(isLowering), ["lower", "disown", "forget"]);
  assert.deepEqual(listKinds(isNegative), ["lower", "disown", "forget", "retire"]);
});

/** Standing, what it waits for, fault, whether it is drift; then what else is true of it; then the reason. */
type Row = readonly [columns: string, flags: string, reason: string];

const ROWS: Readonly<Record<string, Row>> = {
  approved: ["verified null null false", "", "approved by Ana"],
  "approved-but-recorded-inferred": [
    "inferred changed null true",
    "",
    "approved by Ana, but the file does not record it as verified",
  ],
  written: ["inferred null null false", "", "written by Ana"],
  kept: ["inferred null null false", "", "kept by Ana"],
  "rolled-back": ["foreign changed null true", "", "history rolled back: the approval by Ana is gone"],
  superseded: ["foreign changed null true", "", "changed back to a text that a later approval replaced"],
  "changed-since-approval": ["foreign changed null true", "isEdit", "changed since approval by Ana"],
  "changed-since-written": ["foreign foreign null true", "isEdit", "changed since it was written by Ana"],
  contested: ["inferred changed null true", "", "approved by Ana, and somebody approved another text of it"],
  beside: ["foreign changed null true", "isBeside", "another text of it is in use"],
  held: [
    "foreign foreign null false",
    "",
    "others would take so much out of use at once: credence sync says what",
  ],
  "unknown-signer": ["foreign foreign null false", "isStrangers", "unknown signer"],
  "never-seen": ["foreign foreign null false", "isUnknown", "never seen here"],
  "second-location": ["foreign foreign null false", "", "second copy of a known project"],
  "hidden-here": ["foreign null null false", "isHiddenHere", "hidden here"],
  "record-unreadable": ["foreign null null false", "isUndecidable", "the record of this root cannot be read"],
  lowered: ["quarantined quarantined null false", "", "lowered by Ana"],
  forgotten: ["quarantined quarantined null false", "", "forgotten by Ana"],
  disowned: ["quarantined quarantined null false", "", "disowned by Ana"],
  retired: ["retired null null false", "", "retired by Ana"],
  "recorded-quarantined": [
    "quarantined quarantined null true",
    "isUnsigned",
    "the file says quarantined, but nobody you trust signed that",
  ],
  "recorded-retired": [
    "retired null null true",
    "isUnsigned",
    "the file says retired, but nobody you trust signed that",
  ],
  broken: ["quarantined quarantined unreadable false", "", "it fails validation"],
  conflict: [
    "quarantined quarantined conflicts false",
    "",
    "conflict markers of git in line 7: credence review asks which text holds; then commit it",
  ],
  unreadable: ["quarantined quarantined unreadable false", "", "its file cannot be read"],
  unreliable: [
    "quarantined quarantined unreliable false",
    "",
    "there are too many statements about it, or one cannot be read",
  ],
};

test("what follows from each cause of a standing, and what a person is told", () => {
  const told = { isOwn: false, conflictLine: 7 };
  const rows = Object.entries(CAUSES).map(
    ([cause, { standing, waits, fault, isDrift, reason, ...flags }]) => {
      const said = typeof reason === "string" ? reason : reason("Ana", told);
      const isSet = Object.entries(flags).flatMap(([flag, is]) => (is ? [flag] : []));
      return [cause, [`${standing} ${waits} ${fault} ${isDrift}`, isSet.sort().join(" "), said]];
    },
  );
  assert.deepEqual(Object.fromEntries(rows), ROWS);
  const { reason } = CAUSES.written;
  assert.equal(typeof reason === "string" ? reason : reason("Ana", { ...told, isOwn: true }), "written here");
});

test("each cause of the law of sets has the words of one of files", () => {
  assert.deepEqual(CAUSES_OF_SETS, {
    ...{ approved: "approved", contested: "contested", held: "held", lowered: "lowered", retired: "retired" },
    ...{ "unknown-signer": "unknown-signer" },
    ...{ written: "written", waits: "beside", fails: "broken", "hand-edited": "changed-since-written" },
    ...{ copied: "forgotten", "words-forgotten": "forgotten" },
  });
});
