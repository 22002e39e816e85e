// The gates of the law of tiers: what stands in the way of an action that is open. See transitions.

import { type Refusal, refuse } from "../errors.ts";
import { addDays, renderInstant } from "../instant.ts";
import { OBSERVATION_DAYS } from "../limits.ts";
import type { Circumstances, Subject } from "./transition-subject.ts";

export function observed(subject: Subject, { opens, now }: Circumstances): Refusal | null {
  if (opens === null) {
    return refuse(
      "OBSERVING",
      `${subject.id} has no date on record to observe it from`,
      `keep it now, then it can be promoted from ${renderInstant(addDays(now, OBSERVATION_DAYS))}`,
    );
  }
  if (now >= opens) return null;
  return refuse(
    "OBSERVING",
    `${subject.id} is still observed`,
    `it can be promoted from ${renderInstant(opens)}`,
  );
}

/** A memory in use is kept only to begin its observation, where no statement has a date that counts. */
export function undated({ id, standing }: Subject, { opens }: Circumstances): Refusal | null {
  if (standing !== "inferred" || opens === null) return null;
  return refuse("WRONG_STANDING", `${id} is ${standing}, so it cannot be kept`);
}

/** A change signs the whole text, so a machine that changed one word of a foreign memory would vouch for the rest. */
export function vouchedFor(subject: Subject, { actor }: Circumstances): Refusal | null {
  if (actor === "person" || subject.standing !== "foreign") return null;
  return refuse("NEEDS_PERSON", `nobody you trust vouched for ${subject.id}, so only a person can edit it`);
}

/** Where statements cannot be relied on, a new one would be signed and not read afterwards. */
export function reliable({ id, cause }: Subject): Refusal | null {
  if (cause !== "unreliable") return null;
  const why = `there are too many statements about ${id}, or one cannot be read`;
  return refuse("NOT_READABLE", why, `credence doctor names what is wrong in attest/${id}`);
}

export function passes(subject: Subject, { hardFails }: Circumstances): Refusal | null {
  return hardFails ? refuse("HARD_FAIL", `a validator fails ${subject.id}`) : null;
}

export function acknowledged(subject: Subject, circumstances: Circumstances): Refusal | null {
  if (!circumstances.flagged || circumstances.acknowledged) return null;
  return refuse("FLAGGED", `${subject.id} is flagged by the injection check`);
}
