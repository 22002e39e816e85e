// The key a provider is paid with: from a private file in machine state, else from the environment of the process. The
// file decides, because a repository can set variables for the processes of a client.
//
// Attack: a file that others can read or that somebody else put there, and a key that breaks out of its header. Fails
// closed. No key is part of any message.

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { ProviderError } from "../model/provider.ts";
import type { ProviderSetup } from "./provider-setup.ts";

const FILE = "observer.key";
const BYTES_MAX = 4_096;
const KEY = /^[\x21-\x7e]{1,1000}$/;

/** Null where there is neither. */
export function findKey({ state, env }: ProviderSetup, variables: readonly string[]): string | null {
  const key = readKeyFile(state) ?? variables.map((name) => env[name]?.trim() ?? "").find(Boolean);
  if (key === undefined) return null;
  if (!KEY.test(key)) throw new ProviderError("auth", "the key is not one word of plain characters");
  return key;
}

export function keyMissing(variable: string): ProviderError {
  return new ProviderError(
    "auth",
    `there is no key: put it into ${FILE} in machine state (mode 0600), or set ${variable}`,
  );
}

function readKeyFile(state: string): string | null {
  const descriptor = openKeyFile(join(state, FILE));
  if (descriptor === null) return null;
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw refused("is not a regular file");
    if (stat.uid !== statSync(state).uid) throw refused("belongs to another user");
    if ((stat.mode & 0o077) !== 0) throw refused("is open to other users: chmod 600 it");
    if (stat.size > BYTES_MAX) throw refused("is too large for a key");
    const buffer = Buffer.alloc(BYTES_MAX);
    const key = buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, BYTES_MAX, 0)).trim();
    if (key === "") throw refused("is empty");
    return key;
  } finally {
    closeSync(descriptor);
  }
}

function openKeyFile(path: string): number | null {
  try {
    // Neither through a link nor waiting for the writer of a FIFO.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw refused("cannot be opened");
  }
}

function refused(what: string): ProviderError {
  return new ProviderError("auth", `${FILE} in machine state ${what}`);
}
