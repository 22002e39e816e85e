// The same event can arrive through two installed paths (a plugin and a settings file), each with its own process: the
// first one answers. A claim is an empty file in machine state, created by the first process. Fails open: if none can
// be created, every process answers.

import {
  closeSync,
  existsSync,
  futimesSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterwards } from "../../memory/answering.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { DAY_MS, type Instant } from "../../memory/instant.ts";
import { writeAll } from "../../store/durable.ts";
import { codeOf, ifPossible } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type Claim = {
  /** What is claimed, e.g. an event, a session and a prompt. */
  readonly words: readonly string[];
  /** After this it can be claimed again. */
  readonly holdsMs: number;
  /** Of a path that gives its name: when its process began, because a busy machine lets one of two wait. */
  readonly now: Instant;
  /** Which of the installed paths asks. What the same one asks again, and not at once, is another event. */
  readonly by?: string;
};

/** One event reaches all its paths at once. */
const AT_ONCE_MS = 300;

/** A claim is only a name; this many are never in use at once. */
const CLAIMS_MAX = 2_000;

export function claimOnce(state: string, claim: Claim): boolean {
  return ifPossible(() => {
    const path = join(ensurePrivate(join(state, "claims")), nameOf(claim.words));
    return create(path, claim) || renew(path, claim);
  }, true);
}

/** Whether nobody claimed it for a day, which is as long as claims are kept. It is claimed when the answer is given: whoever is
 * killed before that has told nobody. */
export function claimAfterwards(workspace: Workspace, ...words: Claim["words"]): boolean {
  const { state, now } = workspace;
  const path = join(state.path, "claims", nameOf(words));
  const made = ifPossible(() => statSync(path, { throwIfNoEntry: false }), undefined);
  if (made !== undefined && Math.abs(now - made.mtimeMs) < DAY_MS) return false;
  afterwards(workspace, () => void claimOnce(state.path, { words, holdsMs: DAY_MS, now }));
  return true;
}

/** A name may have 255 bytes. */
const NAME_BYTES_MAX = 120;

/** In two digits a byte: most claims are short, and starting to hash takes longer than all the rest of this. */
function nameOf(words: Claim["words"]): string {
  const bytes = Buffer.from(JSON.stringify(words));
  return bytes.length <= NAME_BYTES_MAX ? bytes.toString("hex") : sha256Hex(bytes).slice(0, 32);
}

function create(path: string, { by = "", now }: Claim): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    if (by !== "") {
      writeAll(file, by);
      futimesSync(file, now / 1_000, now / 1_000);
    }
    closeSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** One from far ahead is none: the clock was set back since. */
function renew(path: string, { holdsMs, now, by = "" }: Claim): boolean {
  const age = Math.abs(now - statSync(path).mtimeMs);
  const isAnother = by !== "" && age >= AT_ONCE_MS && readFileSync(path, "utf8") === by;
  if (age < holdsMs && !isAnother) return false;
  if (by !== "") writeFileSync(path, by);
  utimesSync(path, now / 1_000, now / 1_000);
  return true;
}

/** So that it can be claimed again at once. */
export function releaseClaim(state: string, words: Claim["words"]): void {
  ifPossible(() => rmSync(join(state, "claims", nameOf(words)), { force: true }));
}

/** To look at every claim takes longer than to make some. */
const LOOK_MS = 3_600_000;

/** Claims of long ago, and what contexts of long ago were shown, once an hour. What cannot be removed now is removed another
 * time. */
export function dropOldClaims(state: string, now: Instant): void {
  if (!claimOnce(state, { words: ["old claims"], holdsMs: LOOK_MS, now })) return;
  for (const name of ["claims", CONTEXTS, STARTING]) dropOld(join(state, name), now);
}

/** Of the records of contexts; those whose start is due lie in the second. */
export const [CONTEXTS, STARTING] = ["contexts", "starting"];

function dropOld(directory: string, now: Instant): void {
  if (!existsSync(directory)) return;
  ifPossible(() => {
    for (const [place, name] of readdirSync(directory).entries()) {
      const path = join(directory, name);
      const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const isOld = Math.abs(now - made) > DAY_MS || place >= CLAIMS_MAX;
      if (isOld) rmSync(path, { force: true });
    }
  });
}
