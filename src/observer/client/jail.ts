// The directories in which the client runs: an empty working directory and a temporary home, both private and in machine
// state.
//
// Attack: settings, hooks, servers or a CLAUDE.md planted where the client looks for them; a link in place of the
// directory. Fails closed: a jail that is not private to us and empty is refused, before each call.

import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ProviderError } from "../model/provider.ts";

export type Jail = {
  readonly path: string;
  readonly home: string;
  /** Removes the home. */
  readonly leave: () => void;
};

const PRIVATE = 0o700;
/** No call takes this long, so an older home was left by a killed process. */
const HOME_HOURS_MAX = 2;

export function enterJail(state: string): Jail {
  const path = join(state, "observer-jail");
  const homes = join(state, "observer-homes");
  for (const directory of [path, homes]) {
    mkdirSync(directory, { recursive: true, mode: PRIVATE });
    verifyPrivate(state, directory);
  }
  if (readdirSync(path).length > 0)
    throw unsafe(`${path} is not empty: look at what is in it, and remove it`);
  sweepHomes(homes);
  const home = mkdtempSync(join(homes, "home-"));
  return { path, home, leave: () => removeTree(home) };
}

function verifyPrivate(state: string, directory: string): void {
  const stat = lstatSync(directory);
  if (!stat.isDirectory()) throw unsafe(`${directory} is not a directory`);
  if (stat.uid !== statSync(state).uid) throw unsafe(`${directory} belongs to another user`);
  if ((stat.mode & 0o077) !== 0) throw unsafe(`${directory} is open to other users`);
}

function sweepHomes(homes: string): void {
  const oldest = Date.now() - HOME_HOURS_MAX * 3_600_000;
  for (const name of readdirSync(homes)) {
    const home = join(homes, name);
    if ((lstatSync(home, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest) removeTree(home);
  }
}

/** Retries for a moment, because an ending process may still write. */
function removeTree(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}

function unsafe(what: string): ProviderError {
  return new ProviderError("unsafe", what);
}
