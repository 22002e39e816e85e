// How much one who waits may read. A hook has its time, and a repository can hold more than fits into it: what stands in line
// gets all the time there is twice. After that whoever waits reads only what is vouched for here, a slice at a time, and
// everything else is left to those who do not wait: our own commands, and the look that sessions and servers start aside.

import { readFact, type SearchIndex, transact, writeFact } from "../../search/index/open-index.ts";
import { countQueued } from "../../search/index/queue.ts";
import { keepStrangers, readStrangers } from "../../search/index/statements.ts";
import { FORGOTTEN } from "../../trust/attest-files.ts";
import type { Reading } from "../memories/strangers.ts";

export type Waiting = {
  /** Somebody waits and has waited long enough: what is not done yet is left for the next one. */
  readonly isLate?: () => boolean;
  /** With `isLate`: takes all the time there is, however often it was taken before. */
  readonly patient?: boolean;
};

/** How often all the time there is goes into what stands in line. */
const TRIES_MAX = 2;
/** After that: files to read, statements of strangers about them or about what is shown, and rows to compare. */
const SLICE = { files: 64, statements: 64, checks: 2_000 } as const;
/** So many statements of one memory that nobody here vouches for are read before it is the next one's turn. Few histories are
 * longer, and a thousand statements about one do not take the time of those behind it: what is left of them is read last. */
const SHARE = 64;
const ALL = Infinity;

/** What one refresh and the answer after it may spend. */
export type Allowance = Record<keyof typeof SLICE | "share", number> & {
  /** Memories with statements that were not read, each once however often it was asked for. */
  readonly unfinished: Set<string>;
  /** Who has a higher rank stays in line: 1 where nothing is read that nobody here vouches for, otherwise 4. */
  readonly rankMax: number;
  readonly isLate: () => boolean;
  readonly waits: boolean;
};

export function openAllowance(index: SearchIndex, { isLate, patient = false }: Waiting): Allowance {
  const waits = isLate !== undefined;
  const isSliced = waits && !patient && readTries(index) >= TRIES_MAX;
  return {
    ...(isSliced ? SLICE : { files: ALL, statements: ALL, checks: ALL }),
    share: ALL,
    unfinished: new Set(),
    rankMax: isSliced ? 1 : 4,
    isLate: isLate ?? (() => false),
    waits,
  };
}

/** Before a memory in line is read, and for everything else after the last. */
export function grantShare(allowance: Allowance, rank = 4): void {
  allowance.share = allowance.waits && (rank === 2 || rank === 3) ? SHARE : ALL;
}

export function take(allowance: Allowance, what: keyof typeof SLICE | "share"): boolean {
  if (allowance[what] <= 0) return false;
  allowance[what] -= 1;
  return true;
}

/** How statements are read on it. */
export function readWithin(index: SearchIndex, allowance: Allowance): Reading {
  return {
    strangersOf: (id) => readStrangers(index, id),
    keep: (beside, strangers) => keepStrangers(index, beside, strangers),
    mayRead: (id) => {
      // Tombstones are nobody's share: every memory needs them.
      const isShared = id === FORGOTTEN || take(allowance, "share");
      const may = isShared && take(allowance, "statements") && !allowance.isLate();
      if (!may) allowance.unfinished.add(id);
      return may;
    },
    // One answer is of one moment.
    moment: {},
  };
}

function readTries(index: SearchIndex): number {
  return Number(readFact(index, "tries"));
}

/** Somebody took all the time there was, and did not finish: what stood in line, or what was about to be shown. Or somebody who
 * does not wait did, and whoever comes next has all the time there is again. One who waits and finishes takes no try back: what
 * one prompt leaves unread and the next one reads would have every other prompt take all the time there is. */
export function writeTries(index: SearchIndex, isWhole: boolean): void {
  const tries = readTries(index);
  const next = isWhole ? 0 : Math.min(tries + 1, TRIES_MAX);
  if (next !== tries) transact(index, () => writeFact(index, "tries", String(next)));
}

/** Is something in line, or has somebody who waited not come to its end since it was last read in full? */
export function isRestLeft(index: SearchIndex): boolean {
  return readTries(index) > 0 || countQueued(index) > 0;
}
