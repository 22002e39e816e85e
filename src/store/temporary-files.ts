// Files that exist only until they are renamed, and what a killed process left of them.

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { basename, dirname, join } from "node:path";
import { isGone, OWN_PROCESS, setMode } from "./durable.ts";
import { codeOf, ifPossible, toWriteFailure } from "./fs-failure.ts";

const BESIDE = /\.(\d{1,10})-[a-z0-9]+\.tmp$/;
const STAGED = /^\..+\.tmp$/;

/** Where the new text of a change waits for its intent; `op` names the operation. */
export function stagedName(name: string, op: string): string {
  return `.${name}.${op}.tmp`;
}

/** What processes that are gone left in a directory. */
export function findAbandoned(directory: string): string[] {
  return namesIn(directory)
    .filter((name) => {
      const token = TICKET.exec(name)?.[1];
      if (token !== undefined) return isDead(token);
      const maker = BESIDE.exec(name)?.[1];
      return maker !== undefined && isGone(Number(maker));
    })
    .map((name) => join(directory, name));
}

/** What processes that are gone left of one file, in a directory that may be somebody else's. */
export function findAbandonedOf(path: string): string[] {
  return findAbandoned(dirname(path)).filter((each) => each.startsWith(`${path}.`));
}

/** What anybody left of one file, dead or not: for the holder of the lock under which alone it is written. */
export function findLeftOf(path: string): string[] {
  const names = namesIn(dirname(path)).filter((name) => BESIDE.test(name));
  return names.map((name) => join(dirname(path), name)).filter((each) => each.startsWith(`${path}.`));
}

/** What is staged in a directory. Only the holder of the root's lock can tell whether anybody still wants it. */
export function findStaged(directory: string): string[] {
  return namesIn(directory)
    .filter((name) => STAGED.test(name))
    .map((name) => join(directory, name));
}

/** Of what is closed to us nobody can say what was left in it. */
function namesIn(directory: string): string[] {
  try {
    if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "EACCES") return [];
    throw error;
  }
}

// The name of the file in a lock: on which system, by which process, and a word of chance, so that no two are alike.

export function renderToken(): string {
  return `${realm()}.${OWN_PROCESS}.${Math.random().toString(36).slice(2, 12)}`;
}

/** A holder of this very system whose process is gone cannot beat again. */
export function isDead(token: string): boolean {
  const [where, holder] = token.split(".");
  if (where !== realm() || holder === undefined || !/^\d{1,10}$/.test(holder)) return false;
  return isGone(Number(holder));
}

/**
 * Process ids mean something only within one running system, and there within one name space. Two machines may bear
 * the same name, so the name alone does not tell them apart.
 */
function realm(): string {
  known ??= readRealm();
  return known;
}

let known: string | null = null;

function readRealm(): string {
  // Only Linux has these; elsewhere the network hardware stands in.
  const boot = ifPossible(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(), null);
  const space = ifPossible(() => readlinkSync("/proc/self/ns/pid"), null);
  return `${hostname()}-${boot ?? hardware()}-${space ?? ""}`.replaceAll(/[^A-Za-z0-9-]/g, "_");
}

function hardware(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find(({ internal, mac }) => !internal && mac !== "00:00:00:00:00:00")?.mac ?? "";
}

// The order of the writers that wait for a lock. A ticket is what will become the lock: the writer makes it as soon as it waits, it
// lies beside the lock, and the disk dates it.

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

/** The tickets that are older than this one, or all where there is none yet; those of ended processes are removed. */
export function findOlder(lock: string, own: string | null): string[] {
  const directory = dirname(lock);
  const since = own === null ? Number.POSITIVE_INFINITY : (timeOf(own) ?? 0);
  return namesIn(directory).flatMap((name) => {
    const token = TICKET.exec(name)?.[1];
    const path = join(directory, name);
    if (token === undefined || path === own) return [];
    if (isDead(token)) removeTicket(path);
    const at = timeOf(path);
    return at !== null && (at < since || (at === since && path < String(own))) ? [path] : [];
  });
}

export function timeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
