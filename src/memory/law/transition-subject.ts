// What the law of tiers looks at: a memory, and what is so while somebody acts on it.

import type { Instant } from "../instant.ts";
import type { Standing, Tier } from "../memory.ts";
import type { Cause } from "./standing.ts";

export type Actor = "person" | "machine" | "validator";

export type Subject = {
  readonly id: string;
  readonly tier: Tier | null;
  readonly standing: Standing;
  readonly cause: Cause;
  readonly everApproved: boolean;
};

export type Circumstances = {
  readonly actor: Actor;
  /** Who that is, for the record: `a person`, `secret-check` … */
  readonly actorName: string;
  readonly now: Instant;
  readonly reason: string | null;
  /** When a plain promote opens; null while nothing is on record to count from. */
  readonly opens: Instant | null;
  /** Does a validator hard-fail the content now? */
  readonly hardFails: boolean;
  /** Is it FLAGGED, and has the person taken the findings on? */
  readonly flagged: boolean;
  readonly acknowledged: boolean;
};
