// The law of tiers (trust model 1.0.0), as a table. Only a person raises; a validator and anybody else only lower;
// quarantine is left by one door. The laws look at the standing, not at what the file claims: a forged `verified`
// cannot be re-affirmed.

import { type Refusal, refuse } from "../errors.ts";
import type { FrontmatterChanges } from "../file/write-frontmatter.ts";
import { addDays, renderDay, renderInstant } from "../instant.ts";
import { REASON_CHARS_MAX } from "../limits.ts";
import type { Standing, Tier } from "../memory.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { CAUSES, type Cause } from "./causes.ts";
import type { StatementKind } from "./kinds.ts";
import type { Actor, Circumstances, Subject } from "./subject.ts";
import { ownable, underObservation } from "./takeover.ts";

export type { Actor, Circumstances, Subject } from "./subject.ts";

export type Directory = "memories" | "quarantine";

export type TransitionOutcome =
  | {
      readonly kind: "applied";
      readonly tier: Tier;
      readonly directory: Directory;
      readonly changes: FrontmatterChanges;
    }
  | { readonly kind: "unchanged"; readonly why: string }
  /** Not refused and not done: a person decides in review. */
  | { readonly kind: "request"; readonly why: string }
  | Refusal;

type Law = {
  /** Where nobody but a person is named, it raises, and the person's key signs. */
  readonly by: readonly Actor[];
  readonly from: readonly Standing[];
  /** Others for which the action is open all the same, by the cause of their standing. */
  readonly alsoFrom?: (standing: Standing, cause: Cause) => boolean;
  readonly to: Tier | "as-recorded";
  readonly gates: readonly ((subject: Subject, circumstances: Circumstances) => Refusal | null)[];
  /** What it writes into the file. */
  readonly changes: (subject: Subject, circumstances: Circumstances) => FrontmatterChanges;
  /** What is said of the memory afterwards: it was, or cannot be, … */
  readonly past: string;
  /** What the statement about it says; null when that depends on who acts. */
  readonly signs: StatementKind | null;
};

/** Inferred only because the file does not record its approval, or the approval was lost: it was observed before. */
export function isApprovedInferred(standing: Standing, cause: Cause): boolean {
  return standing === "inferred" && CAUSES[cause].waits === "changed";
}

/** One row per transition; transition-words.ts has what people are told of each. A bundle that asks no
 * law leaves them out, so nothing here has a side effect. */
const LAWS = {
  promote: {
    by: ["person"],
    from: ["inferred"],
    to: "verified",
    gates: [observed, passes, acknowledged],
    changes: verifiedToday,
    past: "promoted",
    signs: "approve",
  },
  reaffirm: {
    by: ["person"],
    from: ["verified"],
    // Approved once, and then the text became another one or the approval was lost.
    alsoFrom: (standing, cause) =>
      (standing === "inferred" || standing === "foreign") && CAUSES[cause].waits === "changed",
    to: "verified",
    gates: [passes, acknowledged],
    changes: verifiedToday,
    past: "re-affirmed",
    signs: "approve",
  },
  /** A person who has read advice before it was observed for long enough makes it their own write of the same text. */
  mine: {
    by: ["person"],
    from: ["inferred"],
    to: "verified",
    gates: [underObservation, ownable, passes, acknowledged],
    changes: ownWrite,
    past: "taken over",
    signs: "approve",
  },
  restore: {
    by: ["person"],
    from: ["quarantined"],
    to: "verified",
    gates: [reliable, passes, acknowledged],
    changes: outOfQuarantine,
    past: "restored",
    signs: "approve",
  },
  demote: /* @__PURE__ */ lowering(["person", "machine"]),
  /** A validator's hard failure. */
  fail: /* @__PURE__ */ lowering(["validator"]),
  keep: {
    by: ["person"],
    from: ["foreign", "inferred"],
    to: "as-recorded",
    gates: [undated, passes, acknowledged],
    changes: inferredAtLeast,
    past: "kept",
    signs: "keep",
  },
  /** Any change of content. */
  edit: {
    by: ["person", "machine"],
    from: ["verified", "inferred", "foreign"],
    to: "as-recorded",
    gates: [vouchedFor, passes],
    changes: edited,
    past: "edited",
    signs: null,
  },
} as const satisfies Readonly<Record<string, Law>>;

function lowering<const By extends Law["by"]>(by: By) {
  const from = ["verified", "inferred", "foreign", "retired"] as const;
  const rest = { to: "quarantined", gates: [], past: "demoted", signs: "lower" } as const;
  return { by, from, changes: intoQuarantine, ...rest };
}

export type Laws = typeof LAWS;
export type TrustAction = keyof Laws;

/** A function, so that a bundle that asks no law holds none. */
export function listTrustActions(): TrustAction[] {
  return Object.keys(LAWS).filter(isTrustAction);
}

/** What only a person does, and signs. */
export type RaiseAction = {
  [Action in TrustAction]: Laws[Action]["by"] extends readonly ["person"] ? Action : never;
}[TrustAction];

function isTrustAction(name: string): name is TrustAction {
  return Object.hasOwn(LAWS, name);
}

/** The act that the person's key signs. */
export function signedBy(action: RaiseAction): StatementKind {
  return LAWS[action].signs;
}

export function applyTransition(
  action: TrustAction,
  subject: Subject,
  circumstances: Circumstances,
): TransitionOutcome {
  const law: Law = LAWS[action];
  // What the file records as quarantined is so, whatever else was computed: quarantine is left by one door.
  const standing = subject.tier === "quarantined" ? "quarantined" : subject.standing;
  if (law.to === "quarantined" && subject.tier === "quarantined") {
    return { kind: "unchanged", why: `${subject.id} is in quarantine already` };
  }
  if (!law.by.includes(circumstances.actor)) {
    return refuse("NEEDS_PERSON", `only a person can ${action} ${subject.id}`);
  }
  if (!isOpen(law, standing, subject.cause)) {
    return refuse("WRONG_STANDING", `${subject.id} is ${standing}, so it cannot be ${law.past}`);
  }
  if (circumstances.actor === "machine" && subject.everApproved) {
    return { kind: "request", why: `a person approved ${subject.id}, so a person decides` };
  }
  for (const gate of law.gates) {
    const refusal = gate(subject, circumstances);
    if (refusal !== null) return refusal;
  }
  return arrive(law, subject, circumstances);
}

/** The tier a new memory begins with. */
export function initialTier(actor: Actor): Tier {
  return actor === "person" ? "verified" : "inferred";
}

export function directoryOf(tier: Tier): Directory {
  return tier === "quarantined" ? "quarantine" : "memories";
}

function isOpen(law: Law, standing: Standing, cause: Cause): boolean {
  if (law.from.includes(standing)) return true;
  // A lowering that the file does not record yet (the tier says otherwise) can be written down at any time.
  if (law.to === "quarantined") return standing === "quarantined";
  return law.alsoFrom?.(standing, cause) === true;
}

function arrive(law: Law, subject: Subject, circumstances: Circumstances): TransitionOutcome {
  // Quarantined ones never stay as recorded, and a file that says nothing is at most inferred.
  const asRecorded = subject.tier === "verified" ? "verified" : "inferred";
  const tier = law.to === "as-recorded" ? asRecorded : law.to;
  const changes = law.changes(subject, circumstances);
  return { kind: "applied", tier, directory: directoryOf(tier), changes };
}

function verifiedToday(_: Subject, { now }: Circumstances): FrontmatterChanges {
  return { "trust-level": "verified", "last-verified": renderDay(now) };
}

function ownWrite(subject: Subject, circumstances: Circumstances): FrontmatterChanges {
  return { ...verifiedToday(subject, circumstances), origin: "user" };
}

function intoQuarantine(_: Subject, { now, actor, actorName, reason }: Circumstances): FrontmatterChanges {
  return {
    "trust-level": "quarantined",
    "last-verified": renderDay(now),
    "quarantined-at": renderInstant(now),
    // A reason that broke the file's own rules would make the memory fail a validator for good.
    "quarantined-by": sanitizeLine(actorName, REASON_CHARS_MAX) || actor,
    "quarantine-reason": sanitizeLine(reason ?? "", REASON_CHARS_MAX) || "no reason given",
  };
}

function outOfQuarantine(subject: Subject, circumstances: Circumstances): FrontmatterChanges {
  return {
    ...verifiedToday(subject, circumstances),
    "quarantined-at": null,
    "quarantined-by": null,
    "quarantine-reason": null,
  };
}

function inferredAtLeast({ tier }: Subject): FrontmatterChanges {
  return tier === null ? { "trust-level": "inferred" } : {};
}

/** A person's own words are an approval of them. */
function edited(subject: Subject, { actor, now }: Circumstances): FrontmatterChanges {
  const isApproval = subject.tier === "verified" && actor === "person";
  return isApproval ? { "last-verified": renderDay(now) } : inferredAtLeast(subject);
}

// The gates of the law of tiers: what can block an action that is otherwise open. See transitions.

function observed(subject: Subject, { opens, now, observationDays }: Circumstances): Refusal | null {
  if (opens === null) {
    return refuse(
      "OBSERVING",
      `${subject.id} has no recorded date to start the observation from`,
      `keep it now; then it can be promoted from ${renderInstant(addDays(now, observationDays))}`,
    );
  }
  if (now >= opens) return null;
  const hint = `it can be promoted from ${renderInstant(opens)}`;
  return refuse("OBSERVING", `${subject.id} is still observed`, hint);
}

/** A memory in use is kept only to begin its observation, where no statement has a date that counts. */
function undated({ id, standing }: Subject, { opens }: Circumstances): Refusal | null {
  if (standing !== "inferred" || opens === null) return null;
  return refuse("WRONG_STANDING", `${id} is ${standing}, so it cannot be kept`);
}

/** A change signs the whole text, so a machine that changed one word of a foreign memory would vouch for the rest. */
function vouchedFor(subject: Subject, { actor }: Circumstances): Refusal | null {
  if (actor === "person" || subject.standing !== "foreign") return null;
  return refuse(
    "NEEDS_PERSON",
    `no signer you trust vouched for ${subject.id}, so only a person can edit it`,
  );
}

/** Where statements cannot be relied on, a new one would be signed and not read afterwards. */
function reliable({ id, cause }: Subject): Refusal | null {
  if (CAUSES[cause].fault !== "unreliable") return null;
  const why = `there are too many statements about ${id}, or one cannot be read`;
  return refuse("NOT_READABLE", why, `credence doctor lists the problems in attest/${id}`);
}

function passes(subject: Subject, { hardFails }: Circumstances): Refusal | null {
  return hardFails ? refuse("HARD_FAIL", `a validator fails ${subject.id}`) : null;
}

function acknowledged(subject: Subject, circumstances: Circumstances): Refusal | null {
  if (!circumstances.flagged || circumstances.acknowledged) return null;
  return refuse("FLAGGED", `${subject.id} is flagged by the injection check`);
}
