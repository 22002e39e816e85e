// The law of tiers (trust model 1.0.0), as a table. Only a person raises; a validator and anybody else only lower;
// quarantine is left by one door. The laws look at the standing, not at what the file claims: a forged `verified`
// cannot be re-affirmed.

import { type Refusal, refuse } from "../errors.ts";
import type { FrontmatterChanges } from "../file/rewrite-frontmatter.ts";
import { renderDay, renderInstant } from "../instant.ts";
import { REASON_CHARS_MAX } from "../limits.ts";
import type { Standing, Tier } from "../memory.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import type { Cause } from "./standing.ts";
import { acknowledged, observed, passes, reliable, undated, vouchedFor } from "./transition-gates.ts";
import type { Actor, Circumstances, Subject } from "./transition-subject.ts";

export type { Actor, Circumstances, Subject } from "./transition-subject.ts";

export const TRUST_ACTIONS = ["promote", "reaffirm", "restore", "demote", "fail", "keep", "edit"] as const;
/** `fail` is a validator's hard failure; `edit` is any change of content. */
export type TrustAction = (typeof TRUST_ACTIONS)[number];

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
  readonly by: readonly Actor[];
  readonly from: readonly Standing[];
  /** Others for which the action is open all the same, by the cause of their standing. */
  readonly alsoFrom?: (standing: Standing, cause: Cause) => boolean;
  readonly to: Tier | "as-recorded";
  readonly gates: readonly ((subject: Subject, circumstances: Circumstances) => Refusal | null)[];
};

/** Approved once, and then the text became another one or the approval was lost. */
const CHANGED: ReadonlySet<Cause> = new Set(["changed-since-approval", "rolled-back", "superseded"]);

/** Inferred only because the file does not record its approval, or the approval was lost: it was observed before. */
export function isApprovedInferred(standing: Standing, cause: Cause): boolean {
  return standing === "inferred" && (cause === "approved-but-recorded-inferred" || cause === "rolled-back");
}

const LAWS: Readonly<Record<TrustAction, Law>> = {
  promote: { by: ["person"], from: ["inferred"], to: "verified", gates: [observed, passes, acknowledged] },
  reaffirm: {
    by: ["person"],
    from: ["verified"],
    alsoFrom: (standing, cause) =>
      isApprovedInferred(standing, cause) || (standing === "foreign" && CHANGED.has(cause)),
    to: "verified",
    gates: [passes, acknowledged],
  },
  restore: { by: ["person"], from: ["quarantined"], to: "verified", gates: [reliable, passes, acknowledged] },
  keep: {
    by: ["person"],
    from: ["foreign", "inferred"],
    to: "as-recorded",
    gates: [undated, passes, acknowledged],
  },
  demote: {
    by: ["person", "machine"],
    from: ["verified", "inferred", "foreign", "retired"],
    to: "quarantined",
    gates: [],
  },
  fail: {
    by: ["validator"],
    from: ["verified", "inferred", "foreign", "retired"],
    to: "quarantined",
    gates: [],
  },
  edit: {
    by: ["person", "machine"],
    from: ["verified", "inferred", "foreign"],
    to: "as-recorded",
    gates: [vouchedFor, passes],
  },
};

export function applyTransition(
  action: TrustAction,
  subject: Subject,
  circumstances: Circumstances,
): TransitionOutcome {
  const law = LAWS[action];
  // What the file records as quarantined is so, whatever else was computed: quarantine is left by one door.
  const standing = subject.tier === "quarantined" ? "quarantined" : subject.standing;
  if (law.to === "quarantined" && subject.tier === "quarantined") {
    return { kind: "unchanged", why: `${subject.id} is in quarantine already` };
  }
  if (!law.by.includes(circumstances.actor)) {
    return refuse("NEEDS_PERSON", `only a person can ${action} ${subject.id}`);
  }
  if (!isOpen(law, standing, subject.cause)) {
    return refuse("WRONG_STANDING", `${subject.id} is ${standing}, so it cannot be ${PAST[action]}`);
  }
  if (circumstances.actor === "machine" && subject.everApproved) {
    return { kind: "request", why: `a person approved ${subject.id}, so a person decides` };
  }
  for (const gate of law.gates) {
    const refusal = gate(subject, circumstances);
    if (refusal !== null) return refusal;
  }
  return arrive(action, subject, circumstances);
}

/** The tier a new memory begins with. */
export function initialTier(actor: Actor): Tier {
  return actor === "person" ? "verified" : "inferred";
}

export function directoryOf(tier: Tier): Directory {
  return tier === "quarantined" ? "quarantine" : "memories";
}

/** A file whose tier and directory disagree goes where there is less trust. */
export function repairPlacement(tier: Tier | null, directory: Directory): Directory {
  return tier === "quarantined" ? "quarantine" : directory;
}

const PAST: Readonly<Record<TrustAction, string>> = {
  promote: "promoted",
  reaffirm: "re-affirmed",
  restore: "restored",
  keep: "kept",
  demote: "demoted",
  fail: "demoted",
  edit: "edited",
};

function isOpen(law: Law, standing: Standing, cause: Cause): boolean {
  if (law.from.includes(standing)) return true;
  // A lowering that the file does not record yet (the tier says otherwise) can be written down at any time.
  if (law.to === "quarantined") return standing === "quarantined";
  return law.alsoFrom?.(standing, cause) === true;
}

function arrive(action: TrustAction, subject: Subject, circumstances: Circumstances): TransitionOutcome {
  const { to } = LAWS[action];
  // Quarantined ones never stay as recorded, and a file that says nothing is at most inferred.
  const asRecorded = subject.tier === "verified" ? "verified" : "inferred";
  const tier = to === "as-recorded" ? asRecorded : to;
  return {
    kind: "applied",
    tier,
    directory: directoryOf(tier),
    changes: changesOf(action, subject, circumstances),
  };
}

function changesOf(action: TrustAction, subject: Subject, circumstances: Circumstances): FrontmatterChanges {
  const today = renderDay(circumstances.now);
  switch (action) {
    case "demote":
    case "fail":
      return {
        "trust-level": "quarantined",
        "last-verified": today,
        "quarantined-at": renderInstant(circumstances.now),
        // A reason that broke the file's own rules would make the memory fail a validator for good.
        "quarantined-by": sanitizeLine(circumstances.actorName, REASON_CHARS_MAX) || circumstances.actor,
        "quarantine-reason": sanitizeLine(circumstances.reason ?? "", REASON_CHARS_MAX) || "no reason given",
      };
    case "restore":
      return {
        "trust-level": "verified",
        "last-verified": today,
        "quarantined-at": null,
        "quarantined-by": null,
        "quarantine-reason": null,
      };
    case "promote":
    case "reaffirm":
      return { "trust-level": "verified", "last-verified": today };
    case "edit":
      // A person's own words are an approval of them.
      if (subject.tier === "verified" && circumstances.actor === "person") return { "last-verified": today };
      return subject.tier === null ? { "trust-level": "inferred" } : {};
    case "keep":
      return subject.tier === null ? { "trust-level": "inferred" } : {};
  }
}
