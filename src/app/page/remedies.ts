// What would let in a memory that is kept from models: a sentence with the key or the command.

import type { Cause } from "../../memory/law/standing.ts";
import type { Standing } from "../../memory/memory.ts";

export type KeptOut = {
  readonly id: string;
  readonly path: string;
  readonly standing: Standing;
  readonly cause: Cause;
  /** It holds what the secret check finds. */
  readonly holdsSecret: boolean;
  readonly isFlagged: boolean;
};

/** @returns null when nothing keeps it out. */
export function findRemedy(kept: KeptOut): string | null {
  return REMEDIES[kept.cause](kept);
}

type Say = (kept: KeptOut) => string | null;

const IN_QUARANTINE: Say = ({ id, holdsSecret }) =>
  holdsSecret ? sayWithSecret(id) : "read it and bring it back as a fact with y, or leave it there";
/** The approved text may be in use beside what changed. */
const CHANGED: Say = ({ standing }) =>
  standing === "foreign"
    ? "compare it with the text that was approved and confirm it with y, or bring that one back with git"
    : null;
const IN_USE: Say = ({ isFlagged }) =>
  isFlagged ? "take its findings on when you confirm or keep it, or demote it with n" : null;

const REMEDIES: Readonly<Record<Cause, Say>> = {
  broken: ({ path }) => `correct ${path} in your editor, or erase it with f`,
  unreadable: ({ path }) => `make ${path} a readable file of at most 64 kB, or remove it`,
  unreliable: () => "credence doctor says which statements about it cannot be relied on",
  "record-unreadable": () => "credence doctor --repair rebuilds this machine's record of the root",
  "second-location": () => "credence init uses this copy of the project's memories here",
  unchecked: () => "it is read in full the next time a command looks at it",
  "unknown-signer": () =>
    "credence trust list names its signer; or read it and keep this text as advice with a",
  "never-seen": () => "read it and keep it as advice with a, or make its wording your own with e",
  "changed-since-approval": CHANGED,
  "changed-since-written": CHANGED,
  "rolled-back": CHANGED,
  superseded: CHANGED,
  lowered: IN_QUARANTINE,
  revoked: IN_QUARANTINE,
  forgotten: IN_QUARANTINE,
  "recorded-quarantined": IN_QUARANTINE,
  approved: IN_USE,
  "approved-but-recorded-inferred": IN_USE,
  written: IN_USE,
  kept: IN_USE,
  retired: IN_USE,
  "recorded-retired": IN_USE,
};

function sayWithSecret(id: string): string {
  const wrapping = `credence approve ${id} --restore --redact brings it back with what was found in <redacted>`;
  return `take the secret out with e and revoke it where it is valid; if it is none, ${wrapping}`;
}
