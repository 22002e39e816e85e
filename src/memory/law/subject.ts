// What the law of tiers looks at: a memory, and what is so while somebody acts on it.

import type { Instant } from "../instant.ts";
import type { Standing, Tier } from "../memory.ts";
import type { Cause } from "./causes.ts";

export type Actor = "person" | "machine" | "validator";

/** As a file names them. A machine's key signs for agents and for people who use no passphrase, and its statements do not tell them apart. */
export const ACTOR_NAMES: Readonly<Record<Actor, string>> = {
  person: "a person",
  machine: "an agent, a script or a person who did not sign",
  validator: "a validator",
};

export type Subject = {
  readonly id: string;
  readonly tier: Tier | null;
  readonly standing: Standing;
  readonly cause: Cause;
  readonly everApproved: boolean;
};

/** What bars a text from being taken over: another person's machine wrote it, it came of what others can write, or it is strong. */
export type Bar = "elsewhere" | "tainted" | "strong";

export type Circumstances = {
  readonly actor: Actor;
  /** Who that is, for the record: `a person`, `secret-check` … */
  readonly actorName: string;
  readonly now: Instant;
  readonly reason: string | null;
  /** When a plain promote opens; null while nothing is on record to count from. */
  readonly opens: Instant | null;
  readonly observationDays: number;
  /** Does a validator hard-fail the content now? */
  readonly hardFails: boolean;
  /** Is it FLAGGED, and has the person taken the findings on? */
  readonly flagged: boolean;
  readonly acknowledged: boolean;
  /** What bars it from being taken over; everything, where nobody has looked. */
  readonly bars?: readonly Bar[];
};
