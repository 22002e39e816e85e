// The order of the writers that wait for a lock. A ticket is what will become the lock: the writer makes it as soon as it waits, it
// lies beside the lock, and the disk dates it. The next look removes the ticket of a process that has ended.

import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setMode } from "./durable.ts";
import { ifPossible, toWriteFailure } from "./fs-failure.ts";
import { isDead, renderToken } from "./temporary-files.ts";

export const LOCK_WAIT_MS = 30_000;
/** No waiter is older, so an older ticket was left behind. */
const TICKET_MS = LOCK_WAIT_MS + 5_000;
/** So many older tickets count, at most. */
const TURNS_MAX = 8;

/** The sticky bit means nothing here but that we made the directory: an empty one lost its token and is free. */
const OWN_MODE = 0o1755;
const TOKEN_MODE = 0o644;
export const BEAT = ".";
const TICKET = /^\.index\.lockdir\.(.+)\.tmp$/;

export function makeTicket(lock: string): string {
  const token = renderToken();
  const ticket = `${lock}.${token}.tmp`;
  try {
    mkdirSync(ticket, { mode: 0o700 });
    setMode(ticket, OWN_MODE);
    writeFileSync(join(ticket, token), BEAT, { flag: "wx", mode: TOKEN_MODE });
    setMode(join(ticket, token), TOKEN_MODE);
    return ticket;
  } catch (error) {
    removeTicket(ticket);
    throw toWriteFailure(error, "the lock");
  }
}

export function removeTicket(ticket: string): void {
  ifPossible(() => rmSync(ticket, { recursive: true, force: true }));
}

/** The name of the file in it, which is the token once it is the lock. */
export function tokenOf(ticket: string): string {
  return TICKET.exec(basename(ticket))?.[1] ?? "";
}

/** How many tickets are older than this one, or how many there are; those of ended processes are removed. */
export function countOlder(lock: string, own: string | null): number {
  const directory = dirname(lock);
  const since = own === null ? Number.POSITIVE_INFINITY : (timeOf(own) ?? 0);
  let older = 0;
  for (const name of ifPossible(() => readdirSync(directory), [])) {
    const token = TICKET.exec(name)?.[1];
    const path = join(directory, name);
    if (token === undefined || path === own) continue;
    if (isDead(token)) removeTicket(path);
    const at = timeOf(path);
    const isOlder = at !== null && (at < since || (at === since && path < String(own)));
    if (isOlder && Math.abs(Date.now() - at) <= TICKET_MS) older += 1;
  }
  return Math.min(older, TURNS_MAX);
}

export function timeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
