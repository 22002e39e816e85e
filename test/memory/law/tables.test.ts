// The tables of the law, row by row as they have to be: who may say what, what it makes, and what follows from a cause.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTS, type Act, isErasing, isFirstAct, isPersons } from "../../../src/memory/law/acts.ts";
import { CAUSES } from "../../../src/memory/law/causes.ts";
import { SET_ACTS } from "../../../src/memory/law/sets/acts.ts";
import { CAUSES_OF_SETS } from "../../../src/memory/law/sets/causes.ts";

const KEY = { person: { byMachine: false }, machine: { byMachine: true } } as const;

test("what an act makes, what it lifts, who may say it and what the log calls it", () => {
  const { person, machine } = KEY;
  const out = { makes: "quarantined", lifts: [] } as const;
  const none = { makes: null, lifts: [] } as const;
  assert.deepEqual(ACTS, {
    wrote: { ...machine, makes: "inferred", lifts: [], cause: "written", event: "edited" },
    keep: { ...person, makes: "inferred", lifts: [], cause: "kept", event: "kept" },
    approve: {
      ...{ ...person, makes: "verified", lifts: ["quarantined", "retired"] },
      ...{ cause: "approved", event: "approved" },
    },
    lower: { ...machine, ...out, cause: "lowered", event: "lowered" },
    retire: { ...machine, makes: "retired", lifts: [], cause: "retired", event: "retired" },
    unretire: { ...person, makes: null, lifts: ["retired"], cause: "retired", event: "restored" },
    forget: { ...person, ...out, cause: "forgotten", event: "forgotten", erases: true },
    revoke: { ...person, ...out, cause: "revoked", event: "lowered" },
    draft: { ...machine, ...none, cause: "changed-since-written", event: "edited", isNew: true },
    withdraw: { ...person, ...none, cause: "approved", event: "restored", isNew: true },
    archive: { ...machine, ...none, cause: "retired", event: "archived", isNew: true },
    unarchive: { ...machine, ...none, cause: "retired", event: "restored", isNew: true },
  });
});

test("statements before version 3 say eight acts", () => {
  assert.deepEqual([...Object.keys(ACTS), "toString", "", 3].filter(isFirstAct), [
    ...["wrote", "keep", "approve", "lower", "retire", "unretire", "forget", "revoke"],
  ]);
});

test("one act erases, and six need the key of a person", () => {
  const listActs = (is: (said: { readonly act: Act }) => boolean): string[] =>
    Object.keys(ACTS).filter((act) => is({ act: act as Act }));
  assert.deepEqual(listActs(isErasing), ["forget"]);
  assert.deepEqual(listActs(isPersons), ["keep", "approve", "unretire", "forget", "revoke", "withdraw"]);
});

test("what an act of version 3 does in the law of sets", () => {
  const { person, machine } = KEY;
  assert.deepEqual(SET_ACTS, {
    approve: { ...person, rank: 2, approves: true, lifts: ["quarantined", "retired", "archived"] },
    keep: { ...person, rank: 2 },
    wrote: { ...machine, rank: 1, byProposer: true },
    draft: { ...machine, rank: 0, isDraft: true },
    lower: { ...machine, makes: "quarantined" },
    revoke: { ...person, makes: "quarantined" },
    forget: { ...person, makes: "quarantined", erases: true },
    retire: { ...machine, makes: "retired" },
    archive: { ...machine, makes: "archived" },
    unretire: { ...person, lifts: ["retired"] },
    unarchive: { ...machine, lifts: ["archived"] },
    withdraw: { ...person, withdraws: true },
  });
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
  unchecked: ["foreign foreign null false", "", "not compared with what was forgotten here yet"],
  "record-unreadable": ["foreign null null false", "isUndecidable", "the record of this root cannot be read"],
  lowered: ["quarantined quarantined null false", "", "lowered by Ana"],
  forgotten: ["quarantined quarantined null false", "", "forgotten by Ana"],
  revoked: ["quarantined quarantined null false", "", "revoked by Ana"],
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
    "conflict markers of git in line 7: credence merge-file ID merges it, then commit",
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
    ...{ unchecked: "unchecked", "unknown-signer": "unknown-signer", unreliable: "unreliable" },
    ...{ written: "written", waits: "beside", fails: "broken", "hand-edited": "changed-since-written" },
    ...{ copied: "forgotten", "id-forgotten": "forgotten", "words-forgotten": "forgotten" },
  });
});
