// Every operation that changes a root, as a person or a script calls it: what comes before, and the call itself. Keys,
// times and texts are fixed, so a run that is interrupted and finished ends in the same bytes as one that is not.

import assert from "node:assert/strict";
import type { Outcome, ScratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { BODY, saving } from "./sample-calls.ts";

export type Files = ReadonlyMap<string, string>;

export type Operation = {
  readonly name: string;
  readonly before: readonly (readonly string[])[];
  /** What no command does beforehand. */
  readonly prepare?: (project: ScratchProject, owner: Owner) => Promise<void>;
  readonly call: readonly string[];
  /** Instead of the call, where it is no command. */
  readonly act?: (project: ScratchProject, clock: () => number) => Promise<Outcome>;
  /** When it is called. */
  readonly now: string;
  /** Where it may stop between two transactions, each of them whole. */
  readonly between: (before: Files, after: Files) => Files[];
  /** The content is meant to go. */
  readonly erases: boolean;
  /** Words that are nowhere any more once it is done, whatever killed it on the way. */
  readonly gone: readonly string[];
  /** A call that must find nothing to do once the operation is done. */
  readonly vain: readonly string[] | null;
};

const EARLIER = ["--now", "2026-05-01T12:00:00Z"];
const LATER = "2026-05-02T12:00:00Z";
const AFTER_THE_GRACE_PERIOD = "2026-07-01T12:00:00Z";
const PERSON = "--as-test-person";
const A = "project_alpha";
const B = "project_beta";

const SAVED = [...saving(A, "Alpha"), ...EARLIER];
const SAVED_TOO = [...saving(B, "Beta"), ...EARLIER];
const RETIRED = ["retire", A, "--reason", "no longer so", ...EARLIER];
const RETIRED_TOO = ["retire", B, "--reason", "no longer so", ...EARLIER];

type Words = Pick<Operation, "name" | "before" | "call"> & Partial<Operation>;

export function define({ now = LATER, ...words }: Words): Operation {
  return {
    between: () => [],
    erases: false,
    gone: [],
    vain: null,
    now,
    ...words,
    call: [...words.call, "--now", now],
  };
}

export const OPERATIONS: readonly Operation[] = [
  define({ name: "save", before: [], call: saving(A, "Alpha") }),
  define({
    name: "update",
    before: [SAVED],
    call: ["update", A, "--tags", "release", "--body", `${BODY} Also on Mondays.`],
  }),
  define({ name: "retire", before: [SAVED], call: ["retire", A, "--reason", "no longer so"] }),
  define({ name: "unretire", before: [SAVED, RETIRED], call: ["unretire", A, PERSON] }),
  define({ name: "archive", before: [SAVED], call: ["archive", A, "--reason", "done"] }),
  define({
    name: "unarchive",
    before: [SAVED, ["archive", A, ...EARLIER]],
    call: ["unarchive", A],
  }),
  define({ name: "demote", before: [SAVED], call: ["demote", A, "--reason", "wrong"] }),
  define({
    name: "promote",
    before: [SAVED],
    call: ["promote", A, PERSON],
    now: "2026-05-08T12:00:00Z",
  }),
  define({
    name: "restore",
    before: [SAVED, ["demote", A, "--reason", "wrong", ...EARLIER]],
    call: ["restore", A, PERSON],
  }),
  define({
    name: "forget, what a person approved",
    // Its text is also among the approved ones, and in the backup that precedes an import.
    before: [
      ["init", "--scope", "user", ...EARLIER],
      [...SAVED, PERSON],
      [...SAVED_TOO, "--scope", "user"],
      ["export", "--format", "markdown", "--out", "copy", ...EARLIER],
      ["import", "markdown", "copy", "--execute", "--scope", "project", ...EARLIER],
    ],
    call: ["forget", A, "--reason", "private", PERSON],
    erases: true,
    gone: [A, "About Alpha"],
  }),
  define({
    name: "archive, from quarantine",
    before: [SAVED, ["demote", A, "--reason", "wrong", ...EARLIER]],
    call: ["archive", A, PERSON],
  }),
  define({
    name: "forget",
    before: [SAVED],
    call: ["forget", A, "--reason", "private", PERSON],
    erases: true,
    gone: [A, "About Alpha"],
    // The same text under another id.
    vain: saving(B, "Alpha"),
  }),
  define({
    name: "move",
    before: [["init", "--scope", "user", ...EARLIER], SAVED],
    call: ["move", A, "--scope", "user"],
    // First it is in both scopes, then in one.
    between: (before, after) => [
      new Map([...before, ...[...after].filter(([name]) => name.startsWith("home/"))]),
    ],
  }),
  define({
    name: "import",
    before: [
      ["init", "--scope", "user", ...EARLIER],
      SAVED,
      SAVED_TOO,
      ["export", "--format", "markdown", "--out", "copy", ...EARLIER],
    ],
    call: ["import", "markdown", "copy", "--execute", "--scope", "user"],
    // Many memories are one transaction: all of them are there, or none.
  }),
  define({ name: "merge", before: [SAVED, SAVED_TOO], call: ["merge", A, B] }),
  define({
    name: "gc",
    before: [SAVED, SAVED_TOO, RETIRED, RETIRED_TOO],
    call: ["gc", PERSON],
    now: AFTER_THE_GRACE_PERIOD,
    erases: true,
    // One memory after the other.
    between: (before, after) => [
      new Map([
        ...[...before].filter(([name]) => name.includes(B)),
        ...[...after].filter(([name]) => !name.includes(B)),
      ]),
    ],
  }),
];

const SEVERAL = Array.from("abcdefg", (letter) => [
  ...saving(`project_${letter}`, `Part ${letter}`),
  ...EARLIER,
]);

/** So many at once that they are synced together: the same paths as one import, a hundred calls more. */
export const IMPORT_OF_MANY: Operation = define({
  name: "import, many at once",
  before: [
    ["init", "--scope", "user", ...EARLIER],
    ...SEVERAL,
    ["export", "--format", "markdown", "--out", "copy", ...EARLIER],
  ],
  call: ["import", "markdown", "copy", "--execute", "--scope", "user"],
});

export function operationNamed(name: string): Operation {
  const operation = [...OPERATIONS, IMPORT_OF_MANY].find((each) => each.name === name);
  assert.ok(operation !== undefined, name);
  return operation;
}
