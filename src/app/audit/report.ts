// The report of an audit. The JSON of `credence audit` is this value, and its shape is pinned: absent fields are null,
// lists empty. It holds ids, dates, reasons and names; never a body, and of a memory that holds a secret not even the name.

import type { Category, Scope, Standing, Tier } from "../../memory/memory.ts";
import type { Label, Severity, ToolName } from "../../validate/verdict.ts";
import type { Ailment } from "../health/examine-root.ts";
import type { Approval, SettingEntry } from "../memories/journal.ts";
import type { DescribedTrust } from "../people/list-trust.ts";
import type { ReviewKind } from "../survey/reasons.ts";

/** The period that counts as new without --since. */
export const NEW_DAYS = 7;

/** One memory in a list. */
export type Item = {
  readonly id: string;
  readonly scope: Scope;
  /** Null when it is withheld. */
  readonly name: string | null;
  readonly standing: Standing;
  readonly reason: string;
  readonly createdAt: string | null;
};

/** A memory that a validator hard-fails, and the outcome. */
export type FailedItem = Item & {
  readonly tool: ToolName;
  readonly label: Label;
  readonly rule: string;
  readonly line: number;
  readonly outcome: "demoted" | "would be demoted" | "held" | "refused";
  /** Why it was refused: a code of the error table. */
  readonly code: string | null;
};

export type FoundAt = {
  readonly id: string;
  readonly scope: Scope;
  readonly rule: string;
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  /** The beginning of a secret and its length; for a person only. */
  readonly preview: string | null;
  /** A person vouched for the text and acknowledged this finding. */
  readonly acknowledged: boolean;
};

export type Family = { readonly family: string; readonly tool: ToolName; readonly findings: FoundAt[] };

export type WaitingItem = Item & { readonly kind: ReviewKind; readonly why: string };

export type QuarantinedItem = Item & {
  readonly window: "passive" | "audit" | "archive-candidate";
  readonly since: string;
  readonly days: number;
  /** The reason that this machine recorded, or, for a person only, the file's own words. */
  readonly why: string | null;
  readonly isNew: boolean;
};

/** The quarantined memories that the user has not rejected, because only these still need a decision. */
export function listUndecided({
  quarantine,
  keptOut,
}: Pick<AuditReport, "quarantine" | "keptOut">): QuarantinedItem[] {
  const declined = new Set(keptOut.map(({ id, scope }) => `${scope} ${id}`));
  return quarantine.filter(({ id, scope }) => !declined.has(`${scope} ${id}`));
}

export type DuplicateGroup = { readonly memories: readonly Item[]; readonly shared: readonly string[] };

export type BrokenReference = {
  readonly id: string;
  readonly scope: Scope;
  readonly kind: "related file" | "supersedes" | "link";
  /** The target of the reference; for a person only. */
  readonly target: string | null;
};

/** A file that a memory in use cites and that has changed since the text was signed. */
export type MovedFile = {
  readonly id: string;
  readonly scope: Scope;
  /** For a person only. */
  readonly path: string | null;
  readonly fate: "gone" | "changed";
  /** The number of commits since the last change of the file. */
  readonly commits: number;
  /** The changed share of the file, from 0 to 1; null without a comparison. */
  readonly share: number | null;
};

export type Drift = Pick<Ailment, "check" | "level" | "message"> & {
  readonly scope: Scope;
  readonly id: string | null;
};

export type Counts<Word extends string> = Readonly<Record<Word, number>>;

export type AuditReport = {
  readonly v: 1;
  /** The rule set of the validators. */
  readonly ruleSet: number;
  readonly kind: "credence-audit";
  readonly at: string;
  readonly since: string | null;
  readonly dryRun: boolean;
  /** False when no person reads the report; then withheld memories are ids, reasons and dates. */
  readonly person: boolean;
  readonly exit: 0 | 1 | 2;
  readonly roots: readonly { readonly scope: Scope; readonly path: string; readonly memories: number }[];
  readonly summary: {
    readonly memories: number;
    readonly standings: Counts<Standing>;
    readonly tiers: Counts<Tier | "none">;
    readonly categories: Counts<Category | "none">;
    readonly scopes: Counts<Scope>;
    readonly ages: readonly { readonly age: string; readonly count: number }[];
  };
  readonly failures: readonly FailedItem[];
  readonly findings: readonly Family[];
  readonly stale: readonly Item[];
  readonly waiting: readonly WaitingItem[];
  /** Without those that the user rejected. */
  readonly foreign: readonly Item[];
  readonly quarantine: readonly QuarantinedItem[];
  readonly duplicates: readonly DuplicateGroup[];
  readonly references: readonly BrokenReference[];
  readonly moved: readonly MovedFile[];
  readonly unused: { readonly receiptsFrom: string | null; readonly memories: readonly Item[] };
  readonly drift: readonly Drift[];
  readonly signers: DescribedTrust;
  readonly recalls: RecallSummary;
  readonly observer: ObserverSpend;
  readonly operations: readonly OperationCount[];
  readonly settings: readonly SettingChange[];
  readonly approvals: readonly (Approval & { readonly scope: Scope })[];
  readonly history: readonly StandingsAt[];
  /** Memories that the user rejected, hidden here or in quarantine; the latter are in `quarantine` too, with their days. */
  readonly keptOut: readonly Item[];
};

export type ObserverSpend = {
  readonly provider: string;
  readonly calls: number;
  /** Input and output, as in the budgets of a session and a day; null without a recorded call. */
  readonly tokens: number | null;
};

export type RecallSummary = {
  readonly prompts: number;
  readonly shown: number;
  readonly silent: number;
  readonly weeks: readonly { readonly week: string; readonly shown: number; readonly silent: number }[];
  readonly top: readonly { readonly id: string; readonly scope: Scope; readonly count: number }[];
};

export type OperationCount = {
  readonly command: string;
  readonly actor: string;
  readonly count: number;
};

/** A setting of this machine or, with a scope, of that root's own file. */
export type SettingChange = Pick<SettingEntry, "at" | "scope" | "actor" | "before" | "after"> & {
  readonly key: string;
};

export type StandingsAt = Counts<"verified" | "inferred" | "quarantined" | "retired"> & {
  readonly day: string;
};
