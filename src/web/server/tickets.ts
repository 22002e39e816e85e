// Exchanges a ticket for the secret of this launch. A ticket is valid once and for a minute, and comes from the redirect
// file.
//
// Attack: the ticket is read later, from a history, a log or a leftover file; by then it is used up. Or it is guessed: it
// is as long as a key, the answer to a wrong guess says nothing, and after ten of them in a minute the user is warned.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Instant } from "../../memory/instant.ts";

export const TICKET_MS = 60_000;
const TICKETS_MAX = 8;
const FAILURES_MAX = 10;
const FAILURES_MS = 60_000;
const BYTES = 32;

export type Exchange =
  | { readonly kind: "secret"; readonly secret: string; readonly ticket: string }
  | { readonly kind: "wrong" }
  /** Too many wrong tickets in a minute; `isNew` is true for the first refusal of this kind. */
  | { readonly kind: "too-many"; readonly isNew: boolean };

export type Tickets = {
  readonly issue: () => string;
  readonly exchange: (ticket: string) => Exchange;
  readonly isSecret: (given: string) => boolean;
};

export function createTickets(now: () => Instant): Tickets {
  const secret = randomBytes(BYTES).toString("base64url");
  const open = new Map<string, Instant>();
  let failures: Instant[] = [];
  const fail = (): Exchange => {
    failures = [...failures.filter((at) => now() - at < FAILURES_MS), now()].slice(-FAILURES_MAX - 2);
    if (failures.length <= FAILURES_MAX) return { kind: "wrong" };
    return { kind: "too-many", isNew: failures.length === FAILURES_MAX + 1 };
  };
  return {
    issue: () => {
      const ticket = randomBytes(BYTES).toString("base64url");
      open.set(ticket, now());
      for (const oldest of [...open.keys()].slice(0, -TICKETS_MAX)) open.delete(oldest);
      return ticket;
    },
    exchange: (given) => {
      const found = [...open].find(([ticket]) => isSame(ticket, given));
      if (found === undefined) return fail();
      const [ticket, at] = found;
      open.delete(ticket);
      return now() - at <= TICKET_MS ? { kind: "secret", secret, ticket } : fail();
    },
    isSecret: (given) => isSame(secret, given),
  };
}

/** Compares any two strings in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash(one), hash(other));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
