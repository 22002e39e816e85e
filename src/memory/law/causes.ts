// Every cause of a standing, one row each. Whoever has to know what follows from a cause asks its row, so a new cause is a new
// row and nothing else: the type Cause is the keys of this table, and the compiler asks the row for each column.

import type { Standing } from "../memory.ts";
import { MERGE_REMEDY } from "../recall-remedies.ts";

/** What a reason may tell besides who said it, and when. */
type Told = {
  /** It was signed by a key of this machine. */
  readonly isOwn: boolean;
  readonly conflictLine: number;
};

export type CauseRow = {
  readonly standing: Standing;
  /** A sentence part for people, shown wherever a tier is shown. */
  readonly reason: string | ((who: string, told: Told) => string);
  /** Why a memory waits for a person whose standing has this cause; null where that is no reason to. */
  readonly waits: "changed" | "foreign" | "quarantined" | null;
  /** What is wrong with the file, or with the statements about it, before anybody looks at the text. */
  readonly fault: "unreadable" | "conflicts" | "unreliable" | null;
  /** Nothing but a change past our commands explains it. */
  readonly isDrift: boolean;
  /** The file alone says so, and nobody trusted here signed that. */
  readonly isUnsigned?: true;
  /** Its text is not the one that somebody vouched for. */
  readonly isEdit?: true;
  /** It is a text of a memory of which another one is in use. */
  readonly isBeside?: true;
  /** Somebody signed it, whom nobody accepted here. */
  readonly isStrangers?: true;
  /** Nobody said a word about it. */
  readonly isUnknown?: true;
  /** Somebody here said no to it, for this machine alone. */
  readonly isHiddenHere?: true;
  /** Nothing can be decided before the record of its root can be read again. */
  readonly isUndecidable?: true;
};

const QUIET = { waits: null, fault: null, isDrift: false } as const;
const FOREIGN = { ...QUIET, standing: "foreign", waits: "foreign" } as const;
const LOWERED = { ...QUIET, standing: "quarantined", waits: "quarantined" } as const;
/** A person approved this memory, and now that does not apply. */
const CHANGED = { ...QUIET, standing: "foreign", waits: "changed", isDrift: true } as const;

const ROWS = {
  approved: { ...QUIET, standing: "verified", reason: (who) => `approved by ${who}` },
  "approved-but-recorded-inferred": {
    ...CHANGED,
    standing: "inferred",
    reason: (who) => `approved by ${who}, but the file does not record it as verified`,
  },
  written: {
    ...QUIET,
    standing: "inferred",
    reason: (who, { isOwn }) => (isOwn ? "written here" : `written by ${who}`),
  },
  kept: { ...QUIET, standing: "inferred", reason: (who) => `kept by ${who}` },
  "rolled-back": {
    ...CHANGED,
    reason: (who) => `history rolled back: the approval by ${who} is gone`,
  },
  superseded: { ...CHANGED, reason: "changed back to a text that a later approval replaced" },
  "changed-since-approval": { ...CHANGED, isEdit: true, reason: (who) => `changed since approval by ${who}` },
  "changed-since-written": {
    ...FOREIGN,
    isEdit: true,
    isDrift: true,
    reason: (who) => `changed since it was written by ${who}`,
  },
  contested: {
    ...CHANGED,
    standing: "inferred",
    reason: (who) => `approved by ${who}, and somebody approved another text of it`,
  },
  beside: { ...CHANGED, isBeside: true, reason: "another text of it is in use" },
  held: { ...FOREIGN, reason: "others would take so much out of use at once: credence sync says what" },
  "unknown-signer": { ...FOREIGN, reason: "unknown signer", isStrangers: true },
  "never-seen": { ...FOREIGN, reason: "never seen here", isUnknown: true },
  "second-location": { ...FOREIGN, reason: "second copy of a known project" },
  "hidden-here": { ...FOREIGN, waits: null, reason: "hidden here", isHiddenHere: true },
  "record-unreadable": {
    ...FOREIGN,
    waits: null,
    reason: "the record of this root cannot be read",
    isUndecidable: true,
  },
  lowered: { ...LOWERED, reason: (who) => `lowered by ${who}` },
  forgotten: { ...LOWERED, reason: (who) => `forgotten by ${who}` },
  disowned: { ...LOWERED, reason: (who) => `disowned by ${who}` },
  retired: { ...QUIET, standing: "retired", reason: (who) => `retired by ${who}` },
  "recorded-quarantined": {
    ...LOWERED,
    isDrift: true,
    reason: "the file says quarantined, but nobody you trust signed that",
    isUnsigned: true,
  },
  "recorded-retired": {
    ...QUIET,
    standing: "retired",
    isDrift: true,
    reason: "the file says retired, but nobody you trust signed that",
    isUnsigned: true,
  },
  broken: { ...LOWERED, fault: "unreadable", reason: "it fails validation" },
  conflict: {
    ...LOWERED,
    fault: "conflicts",
    reason: (_, { conflictLine }) => `conflict markers of git in line ${conflictLine}: ${MERGE_REMEDY}`,
  },
  unreadable: { ...LOWERED, fault: "unreadable", reason: "its file cannot be read" },
  unreliable: {
    ...LOWERED,
    fault: "unreliable",
    reason: "there are too many statements about it, or one cannot be read",
  },
} as const satisfies Readonly<Record<string, CauseRow>>;

export type Cause = keyof typeof ROWS;

export const CAUSES: Readonly<Record<Cause, CauseRow>> = ROWS;
