// From the redirect file to the page: a ticket that is good once and for a minute is exchanged for the secret of this launch.
// Attack: the ticket is read later, from a history, a log or a file that stayed; it is used up by then. It is guessed: it is
// as long as a key, and whoever tries is told nothing, and soon not even that.

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
  /** Too many wrong ones in a minute; `isNew` says that this is the first to be told so. */
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

/** In constant time, whatever is given. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash(one), hash(other));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
