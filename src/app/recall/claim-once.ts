// The same event can arrive through two installed paths (a plugin and a settings file), each with its own process: the
// first one answers. A claim is an empty file in machine state, created by the first process. Fails open: if none can
// be created, every process answers.

import { closeSync, openSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { DAY_MS, type Instant } from "../../memory/instant.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";

export type Claim = {
  /** What is claimed, e.g. an event, a session and a prompt. */
  readonly words: readonly string[];
  /** After this it can be claimed again. */
  readonly holdsMs: number;
  readonly now: Instant;
};

/** A claim is only a name; this many are never in use at once. */
const CLAIMS_MAX = 2_000;

export function claimOnce(state: string, claim: Claim): boolean {
  try {
    const path = join(ensurePrivate(join(state, "claims")), nameOf(claim));
    return create(path) || renew(path, claim);
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return true;
  }
}

/** A name may have 255 bytes. */
const NAME_BYTES_MAX = 120;

/** In two digits a byte: most claims are short, and starting to hash takes longer than all the rest of this. */
function nameOf({ words }: Claim): string {
  const bytes = Buffer.from(JSON.stringify(words));
  return bytes.length <= NAME_BYTES_MAX ? bytes.toString("hex") : sha256Hex(bytes).slice(0, 32);
}

function create(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** One from far ahead is none: the clock was set back since. */
function renew(path: string, { holdsMs, now }: Claim): boolean {
  if (Math.abs(now - statSync(path).mtimeMs) < holdsMs) return false;
  utimesSync(path, now / 1_000, now / 1_000);
  return true;
}

/** Claims of long ago. What cannot be removed now is removed another time. */
export function dropOldClaims(state: string, now: Instant): void {
  const directory = join(state, "claims");
  try {
    for (const [place, name] of readdirSync(directory).entries()) {
      const path = join(directory, name);
      const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const isOld = Math.abs(now - made) > DAY_MS || place >= CLAIMS_MAX;
      if (isOld) rmSync(path, { force: true });
    }
  } catch (error) {
    if (codeOf(error) === "") throw error;
  }
}
