// What time has done to a memory that is there: S4's three thresholds, from the statements about it and not from what its
// file says of itself.

import { CredenceError, type Refusal } from "../../memory/errors.ts";
import {
  addDays,
  type Instant,
  isPlausible,
  parseInstant,
  renderDay,
  renderInstant,
} from "../../memory/instant.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { isApproval, isNegative, isPersons } from "../../memory/law/kinds.ts";
import {
  isStale,
  observedSince,
  type QuarantineWindow,
  quarantinedSince,
  quarantineWindow,
  staleFrom,
} from "../../memory/law/lifecycle.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import type { KeyKind, Statement } from "../../memory/law/statement.ts";
import { ACTOR_NAMES } from "../../memory/law/subject.ts";
import {
  applyTransition,
  type Circumstances,
  type Subject,
  type TransitionOutcome,
  type TrustAction,
} from "../../memory/law/transitions.ts";
import { OBSERVATION_DAYS, OBSERVATION_DAYS_MAX } from "../../memory/limits.ts";
import { readAttestFiles } from "../../trust/attest-files.ts";
import { actorOf, refuseUnreadableRecord, type Workspace } from "../workspace/workspace.ts";
import type { LoadedMemory } from "./load-memory.ts";

export type Age = {
  /** Verified, and approved too long ago: it still applies, and a person is asked again. */
  readonly stale: boolean;
  /** Inferred, and observed for long enough to be promoted. */
  readonly due: boolean;
  readonly quarantine: QuarantineWindow | null;
};

/** What decides how old is old: the clock, and how long the person wants memories observed. */
export type Timing = Pick<Workspace, "now" | "config">;

export function ageOf(loaded: LoadedMemory, timing: Timing): Age {
  const { now } = timing;
  const { standing } = loaded.standing;
  const opens = standing === "inferred" ? promotionDate(loaded, timing) : null;
  return {
    stale: standing === "verified" && isStale(lastApproved(loaded, now), now),
    due: opens !== null && now >= opens,
    quarantine: standing === "quarantined" ? quarantineWindow(quarantinedOn(loaded, now), now) : null,
  };
}

/** When time changes what is to be done about it: the index keeps this, so that what waits is counted without reading. */
export function nextReviewInstant(loaded: LoadedMemory, now: Instant): Instant | null {
  switch (loaded.standing.standing) {
    case "inferred":
      return asIfSevenDays(loaded, now);
    case "verified":
      return staleFrom(lastApproved(loaded, now), now);
    case "quarantined":
      return Math.round(quarantinedOn(loaded, now));
    case "retired":
    case "foreign":
      return null;
  }
}

/** Whose word was the last for this very text, and when; null where nobody vouches for it whom this machine trusts. */
export function lastVouching({ input }: Pick<LoadedMemory, "input">): Statement | null {
  return gather(input).vouchedBy.at(-1) ?? null;
}

/** When this very text was approved last; what a clock that ran ahead says is left out. */
export function lastApproved({ input }: LoadedMemory, now: Instant): Instant | null {
  const times = gather(input)
    .vouchedBy.filter(isApproval)
    .flatMap(({ time }) => parseInstant(time) ?? [])
    .filter((time) => isPlausible(time, now));
  return times.length === 0 ? null : Math.max(...times);
}

// The dates of a memory for whoever is not a person, and whether it was dictated. No digest covers what the file says of either,
// so anybody can write it: what somebody trusted signed counts, and where nobody did there is none.

export type SignedDates = { readonly createdAt: string | null; readonly lastVerified: string | null };

/** The last approval; and when it was created, which may have been elsewhere, but not after the first word for it here. */
export function signedDates({ input, memory }: LoadedMemory, now: Instant): SignedDates {
  const { counted } = gather(input);
  const recorded = parseInstant(memory?.createdAt ?? "");
  const created = [...plausibleTimes(counted, now).slice(0, 1), ...(recorded === null ? [] : [recorded])];
  const first = created.filter((time) => isPlausible(time, now)).sort((a, b) => a - b)[0];
  const last = plausibleTimes(counted.filter(isApproval), now).at(-1);
  return {
    createdAt: first === undefined ? null : renderInstant(first),
    lastVerified: last === undefined ? null : renderDay(last),
  };
}

/** The day of the last word for this very text. */
export function vouchedOn(loaded: LoadedMemory, now: Instant): string | null {
  const last = vouchedAt(loaded, now);
  return last === null ? null : renderDay(last);
}

/** Where a person approved it, their last approval. */
export function vouchedAt({ input }: LoadedMemory, now: Instant): Instant | null {
  const { vouchedBy } = gather(input);
  const approvals = vouchedBy.filter(isApproval);
  return plausibleTimes(approvals.length > 0 ? approvals : vouchedBy, now).at(-1) ?? null;
}

function plausibleTimes(said: readonly Statement[], now: Instant): Instant[] {
  return said
    .filter((each) => !isNegative(each))
    .flatMap(({ time }) => parseInstant(time) ?? [])
    .filter((time) => isPlausible(time, now))
    .sort((a, b) => a - b);
}

/** Said in the statement about the text that was written at somebody's word. */
export const DICTATED = "dictated";

export function isDictated({ root, file, memory, input }: LoadedMemory): boolean {
  if (memory?.origin !== "dictated") return false;
  const said = gather(input).vouchedBy.filter((each) => !isPersons(each));
  const hashes = new Set(said.map(({ hash }) => hash));
  const isIgnored = (name: string): boolean => !hashes.has(name.replace(/\.json$/, ""));
  const { attestations } = readAttestFiles(root.path, file.id, { isIgnored });
  return attestations.some(({ hash, reason }) => hashes.has(hash) && reason === DICTATED);
}

export function quarantinedOn({ memory, mtimeMs }: LoadedMemory, now: Instant): Instant {
  const marks = { quarantinedAt: memory?.quarantinedAt ?? null, lastVerified: memory?.lastVerified ?? null };
  // What cannot be read has no time, and what has none is not old; nor is what a clock ran ahead of.
  return Math.min(quarantinedSince(marks, mtimeMs || now, now), now);
}

/**
 * When a promote opens. A dictated memory waits only for the person's yes; every other memory is observed from the
 * first trusted statement about this very text.
 * @returns null when nothing is on record to count from.
 */
export function promotionDate(loaded: LoadedMemory, { now, config }: Timing): Instant | null {
  const begin = observationOf(loaded, now);
  if (begin === null) return null;
  return begin.isDictated ? begin.at : addDays(begin.at, config.config["trust.observation_days"]);
}

/**
 * The law lets a person bring any text back from quarantine as a fact, however young it is. So that nobody gets around the
 * observation without a word, whoever does it is told.
 * @returns null when its observation is over, or a person approved this text before.
 */
export function findCutShort(loaded: LoadedMemory, timing: Timing): Instant | null {
  if (loaded.standing.standing !== "quarantined" || voucherOf(loaded) === "person") return null;
  const opens = promotionDate(loaded, timing);
  return opens !== null && timing.now < opens ? opens : null;
}

export function sayCutShort(opens: Instant): string {
  return `it would be observed until ${renderDay(opens)}; brought back, it is a fact at once`;
}

/**
 * The index does not know how long the person wants memories observed: its marks are those of seven days, and whoever
 * reads them shifts the clock. A dictated one is marked so early that no shift makes it wait.
 */
function asIfSevenDays(loaded: LoadedMemory, now: Instant): Instant | null {
  const begin = observationOf(loaded, now);
  if (begin === null) return null;
  return addDays(begin.at, begin.isDictated ? OBSERVATION_DAYS - OBSERVATION_DAYS_MAX : OBSERVATION_DAYS);
}

/** The time at which the marks of inferred memories are read. */
export function observationClock({ now, config }: Timing): Instant {
  return addDays(now, OBSERVATION_DAYS - config.config["trust.observation_days"]);
}

type Observation = { readonly at: Instant; readonly isDictated: boolean };

function observationOf(loaded: LoadedMemory, now: Instant): Observation | null {
  const { memory, digest, input } = loaded;
  const times = gather(input)
    .counted.filter((each) => each.digest === digest)
    .flatMap(({ time }) => parseInstant(time) ?? []);
  // Dated ahead by a wrong clock, it waits for their yes all the same.
  if (times.length > 0 && isDictated(loaded)) {
    return { at: Math.min(...times, now), isDictated: true };
  }
  const at = observedSince(memory?.createdAt ?? null, times, now);
  return at === null ? null : { at, isDictated: false };
}

// A loaded memory as the laws see it.

export function transitionInput({ root, file, memory, standing, input }: LoadedMemory): Subject {
  if (CAUSES[standing.cause].isUndecidable === true) refuseUnreadableRecord(root);
  return {
    id: file.id,
    tier: memory?.tier ?? null,
    standing: standing.standing,
    cause: standing.cause,
    everApproved: wasEverApproved(input),
  };
}

/** Who vouches for the text on disk: a person only if one you trust once approved exactly this text. */
export function voucherOf({ input }: Pick<LoadedMemory, "input">): KeyKind {
  return gather(input).approvals.some(({ digest }) => digest === input.file.digest) ? "person" : "machine";
}

/** What is so while nothing else is said. */
export function circumstancesOf(workspace: Workspace, reason: string | null): Circumstances {
  const actor = actorOf(workspace);
  return {
    actor,
    actorName: ACTOR_NAMES[actor],
    now: workspace.now,
    reason,
    opens: null,
    observationDays: workspace.config.config["trust.observation_days"],
    hardFails: false,
    flagged: false,
    acknowledged: false,
  };
}

/** Optimistic concurrency: the caller changes what it read, or nothing. */
export function refuseOtherDigest({ file, digest }: LoadedMemory, ifDigest: string | null): void {
  if (ifDigest !== null && ifDigest !== digest) {
    throw new CredenceError("OCC_CONFLICT", `${file.id} has changed since it was read`);
  }
}

type Foreseen = { readonly law: TrustAction | undefined; readonly ifDigest: string | null };

/**
 * Refuses what the key would not change: it is another text, the standing does not fit, or it is still observed. Asked
 * before a person types their passphrase; the act itself asks again under the lock.
 */
export function refuseEvenPerson(workspace: Workspace, target: LoadedMemory, asked: Foreseen): void {
  refuseOtherDigest(target, asked.ifDigest);
  if (asked.law === undefined) return;
  const circumstances = { ...circumstancesOf(workspace, null), actor: "person" } as const;
  demandLaw(asked.law, target, { ...circumstances, opens: promotionDate(target, workspace) });
}

/** What the law says to it, unless that is no. */
export function demandLaw(
  action: TrustAction,
  target: LoadedMemory,
  circumstances: Circumstances,
): Exclude<TransitionOutcome, Refusal> {
  const law = applyTransition(action, transitionInput(target), circumstances);
  if (law.kind === "refused") throw new CredenceError(law.code, law.message, law.hint);
  return law;
}

/** Rule ids that people took on when they vouched for this very text. */
export function listAcknowledged({ input }: LoadedMemory): ReadonlySet<string> {
  const said = gather(input).vouchedBy.filter(isPersons);
  return new Set(said.flatMap(({ acknowledged }) => acknowledged));
}
