// Whether a memory is in use. Unlike the tier this says nothing about trust: an archived or retired memory keeps its.

import { type Refusal, refuse } from "../errors.ts";
import type { FrontmatterChanges } from "../file/write-frontmatter.ts";
import { type Instant, renderInstant } from "../instant.ts";
import { REASON_CHARS_MAX } from "../limits.ts";
import type { Standing, Status } from "../memory.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import type { StatementKind, VouchingKind } from "./kinds.ts";
import type { Actor } from "./transitions.ts";

type StatusLaw = {
  readonly by: readonly Actor[];
  readonly from: readonly Status[];
  readonly to: Status;
  /** What the statement about it says; null for a mark that nobody signs. */
  readonly signs: Exclude<StatementKind, VouchingKind | "forget"> | null;
};

const LAWS = {
  retire: { by: ["person", "machine"], from: ["active", "archived"], to: "retired", signs: "retire" },
  unretire: { by: ["person"], from: ["retired"], to: "active", signs: "unretire" },
  archive: { by: ["person", "machine"], from: ["active"], to: "archived", signs: null },
  unarchive: { by: ["person", "machine"], from: ["archived"], to: "active", signs: null },
} as const satisfies Readonly<Record<string, StatusLaw>>;

export type StatusLaws = typeof LAWS;
export type StatusAction = keyof StatusLaws;
export const STATUS_ACTIONS = Object.keys(LAWS).filter(isStatusAction);

export function signedByStatus(action: StatusAction): StatusLaw["signs"] {
  return LAWS[action].signs;
}

function isStatusAction(name: string): name is StatusAction {
  return Object.hasOwn(LAWS, name);
}

const MARKS = ["retired", "archived"] as const;

export type StatusSubject = {
  readonly id: string;
  readonly status: Status;
  readonly standing: Standing;
  readonly everApproved: boolean;
};

export type StatusOutcome =
  | { readonly kind: "applied"; readonly changes: FrontmatterChanges }
  | { readonly kind: "unchanged" }
  /** Not refused and not done: a person decides in review. */
  | { readonly kind: "request"; readonly why: string }
  | Refusal;

export function applyStatus(
  action: StatusAction,
  subject: StatusSubject,
  circumstances: { readonly actor: Actor; readonly now: Instant; readonly reason: string | null },
): StatusOutcome {
  const law: StatusLaw = LAWS[action];
  // An act can retire a memory whose file does not say so (yet, or any more); only `unretire` lifts it.
  const isRetired = subject.status === "retired" || subject.standing === "retired";
  const status = isRetired ? "retired" : subject.status;
  if (status === law.to) return { kind: "unchanged" };
  if (!law.by.includes(circumstances.actor)) {
    return refuse("NEEDS_PERSON", `only a person can ${action} ${subject.id}`);
  }
  if (!law.from.includes(status)) {
    return refuse("WRONG_STANDING", `${subject.id} is ${status}, so it cannot be changed by ${action}`);
  }
  if (circumstances.actor === "machine" && subject.everApproved) {
    return { kind: "request", why: `a person approved ${subject.id}, so a person decides` };
  }
  const reason = sanitizeLine(circumstances.reason ?? "", REASON_CHARS_MAX);
  const changes: Record<string, string | null> = { status: law.to === "active" ? null : law.to };
  for (const mark of MARKS) {
    const isNow = mark === law.to;
    changes[`${mark}-at`] = isNow ? renderInstant(circumstances.now) : null;
    changes[`${mark}-reason`] = isNow && reason !== "" ? reason : null;
  }
  return { kind: "applied", changes };
}
