// Whether a memory is in use. Unlike the tier this says nothing about trust: an archived or retired memory keeps its.

import { type Refusal, refuse } from "../errors.ts";
import type { Standing, Status } from "../memory.ts";
import type { StatementKind, VouchingKind } from "./kinds.ts";
import type { Actor } from "./transitions.ts";

type StatusLaw = {
  readonly by: readonly Actor[];
  readonly from: readonly Status[];
  readonly to: Status;
  /** The kind of the statement about it. */
  readonly signs: Exclude<StatementKind, VouchingKind | "forget">;
};

const LAWS = {
  retire: { by: ["person", "machine"], from: ["active", "archived"], to: "retired", signs: "retire" },
  unretire: { by: ["person"], from: ["retired"], to: "active", signs: "unretire" },
  archive: { by: ["person", "machine"], from: ["active"], to: "archived", signs: "archive" },
  unarchive: { by: ["person", "machine"], from: ["archived"], to: "active", signs: "unarchive" },
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

export type StatusSubject = {
  readonly id: string;
  readonly status: Status;
  readonly standing: Standing;
  readonly everApproved: boolean;
  /** A person archived it: a machine's statement would not bring it back. */
  readonly isPersonsArchive?: boolean;
};

export type StatusOutcome =
  | { readonly kind: "applied" }
  | { readonly kind: "unchanged" }
  /** Not refused and not done: a person decides in review. */
  | { readonly kind: "request"; readonly why: string }
  | Refusal;

export function applyStatus(action: StatusAction, subject: StatusSubject, actor: Actor): StatusOutcome {
  const law: StatusLaw = LAWS[action];
  // An act can retire a memory whose file does not say so (yet, or any more); only `unretire` lifts it.
  const isRetired = subject.status === "retired" || subject.standing === "retired";
  const status = isRetired ? "retired" : subject.status;
  if (status === law.to) return { kind: "unchanged" };
  if (!law.by.includes(actor)) {
    return refuse("NEEDS_PERSON", `only a person can ${action} ${subject.id}`);
  }
  if (!law.from.includes(status)) {
    return refuse("WRONG_STANDING", `${subject.id} is ${status}, so it cannot be changed by ${action}`);
  }
  if (actor === "machine" && action === "unarchive" && subject.isPersonsArchive === true) {
    return refuse("NEEDS_PERSON", `a person archived ${subject.id}, so only a person can ${action} it`);
  }
  if (actor === "machine" && subject.everApproved) {
    return { kind: "request", why: `a person approved ${subject.id}, so a person decides` };
  }
  return { kind: "applied" };
}
