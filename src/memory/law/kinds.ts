// Everything that can be signed about a memory, one row per kind of statement. Code that has to know what a statement does asks its
// row: the type StatementKind is the keys of this table, and the compiler asks a new row for each column.

import type { Cause } from "./causes.ts";
import type { EventKind } from "./events.ts";

/** Out of use: for trust, for good, or until the memory is wanted again. */
type Out = "quarantined" | "retired" | "archived";

type KindRow = {
  /** It vouches for a text and can replace others. Of two texts the one with the higher rank is the memory. */
  readonly rank?: number;
  /** In force, it makes a fact. */
  readonly approves?: true;
  /** A hand edit that was found on disk: it travels, replaces only the same machine's, and is in use nowhere. */
  readonly isDraft?: true;
  /** What it makes of the memory, until it is lifted. */
  readonly makes?: Out;
  /** It leaves a tombstone of the memory. */
  readonly erases?: true;
  /** What of a memory it takes back, by naming it. `keep` lifts nothing: that would be quarantined → inferred, which is forbidden. */
  readonly lifts?: readonly Out[];
  /** The statements of the same person's keys and machines that it names count for nothing; what remains decides. */
  readonly withdraws?: true;
  /** It has a level: how a memory speaks at the act, on the machines of the person who signs. It changes no standing. */
  readonly enforces?: true;
  /** The machine's key may say it; everything else needs the person's. */
  readonly byMachine: boolean;
  /** A key that may do no more than propose may say it. */
  readonly byProposer?: true;
  /** Of the standing that it gives; if it gives none, of the one that it ends. */
  readonly cause: Cause;
  /** What happened, in the words of the log. */
  readonly event: EventKind;
};

const PERSONS = { byMachine: false } as const;
const BOTH = { byMachine: true } as const;

const ROWS = {
  approve: {
    ...{ rank: 2, approves: true, lifts: ["quarantined", "retired", "archived"], ...PERSONS },
    ...{ cause: "approved", event: "approved" },
  },
  keep: { rank: 2, ...PERSONS, cause: "kept", event: "kept" },
  wrote: { rank: 1, ...BOTH, byProposer: true, cause: "written", event: "edited" },
  draft: { rank: 0, isDraft: true, ...BOTH, cause: "changed-since-written", event: "edited" },
  lower: { makes: "quarantined", ...BOTH, cause: "lowered", event: "lowered" },
  disown: { makes: "quarantined", ...PERSONS, cause: "disowned", event: "lowered" },
  forget: { makes: "quarantined", erases: true, ...PERSONS, cause: "forgotten", event: "forgotten" },
  retire: { makes: "retired", ...BOTH, cause: "retired", event: "retired" },
  archive: { makes: "archived", ...BOTH, cause: "retired", event: "archived" },
  unretire: { lifts: ["retired"], ...PERSONS, cause: "retired", event: "restored" },
  unarchive: { lifts: ["archived"], ...BOTH, cause: "retired", event: "restored" },
  withdraw: { withdraws: true, ...PERSONS, cause: "approved", event: "restored" },
  enforce: { enforces: true, ...PERSONS, cause: "approved", event: "enforced" },
} as const satisfies Readonly<Record<string, KindRow>>;

export type StatementKind = keyof typeof ROWS;
export type ErasingKind = {
  [Each in StatementKind]: (typeof ROWS)[Each] extends { readonly erases: true } ? Each : never;
}[StatementKind];

export type EnforcingKind = {
  [Each in StatementKind]: (typeof ROWS)[Each] extends { readonly enforces: true } ? Each : never;
}[StatementKind];

/** These vouch for a content. Every other kind only takes something out of use, or back into it. */
export type VouchingKind = Exclude<
  {
    [Each in StatementKind]: (typeof ROWS)[Each] extends { readonly rank: number } ? Each : never;
  }[StatementKind],
  "draft"
>;

/** A machine's, about a text that lies in the root: as it is in use, or as a hand has left it. */
export type NamingKind = "wrote" | "draft";

export const STATEMENT_KINDS: Readonly<Record<StatementKind, KindRow>> = ROWS;

type OfKind = { readonly act: StatementKind };

export function isStatementKind(word: unknown): word is StatementKind {
  return typeof word === "string" && Object.hasOwn(STATEMENT_KINDS, word);
}

export function isErasingKind(word: unknown): word is ErasingKind {
  return isStatementKind(word) && STATEMENT_KINDS[word].erases === true;
}

export function isEnforcingKind(word: unknown): word is EnforcingKind {
  return isStatementKind(word) && STATEMENT_KINDS[word].enforces === true;
}

/** It takes out of use, until it is lifted. */
export function isNegative({ act }: OfKind): boolean {
  return isLowering({ act }) || STATEMENT_KINDS[act].makes === "retired";
}

/** Negative, and about trust. */
export function isLowering({ act }: OfKind): boolean {
  return STATEMENT_KINDS[act].makes === "quarantined";
}

/** It lets a text be used. */
export function isVouching({ act }: OfKind): boolean {
  return (STATEMENT_KINDS[act].rank ?? 0) > 0;
}

export function isApproval({ act }: OfKind): boolean {
  return STATEMENT_KINDS[act].approves === true;
}

/** Only a person's key can say it. */
export function isPersons({ act }: OfKind): boolean {
  return !STATEMENT_KINDS[act].byMachine;
}
