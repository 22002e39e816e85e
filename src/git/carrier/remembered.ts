// What the store remembers of a remote: of each machine the commit whose objects were handed out and taken, and what this machine
// published last. All of it can be lost: then more is compared, and nothing else happens.

import { join } from "node:path";
import { makeStore, NEXT } from "../object-store.ts";
import { type Plumbing, plumb, plumbOrFail } from "../plumbing.ts";

const OWN = "refs/credence/own";
const TAKEN = "refs/credence/m/";

export type Remembered = {
  readonly own: string | null;
  /** By machine. */
  readonly taken: ReadonlyMap<string, string>;
};

export function openStore(directory: string, temporaryBeside: (path: string) => string): Plumbing {
  const path = join(directory, "carrier");
  return makeStore(path, temporaryBeside(path));
}

/** `there` is what is on our own branch. Where it is what a process was about to publish when it ended, we published it. */
export function readRemembered(store: Plumbing, there: string | null): Remembered {
  const format = "--format=%(objectname) %(refname)";
  const out = plumbOrFail(store, ["for-each-ref", format, "refs/credence/"]).toString("latin1");
  const refs = out.split("\n").map((line) => [line.slice(41), line.slice(0, 40)] as const);
  const byName = new Map(refs);
  const taken = refs.filter(([name]) => name.startsWith(TAKEN));
  let own = byName.get(OWN) ?? null;
  if (there !== null && there !== own && there === byName.get(NEXT)) {
    rememberOwn(store, there);
    own = there;
  }
  return { own, taken: new Map(taken.map(([name, commit]) => [name.slice(TAKEN.length), commit])) };
}

export function rememberOwn(store: Plumbing, commit: string): void {
  plumbOrFail(store, ["update-ref", "--stdin"], `update ${OWN} ${commit}\n`);
}

/** All of them or none; null for a machine that the remote has no more. */
export function rememberTaken(store: Plumbing, taken: ReadonlyMap<string, string | null>): void {
  if (taken.size === 0) return;
  const lines = [...taken].map(([machine, commit]) =>
    commit === null ? `delete ${TAKEN}${machine}\n` : `update ${TAKEN}${machine} ${commit}\n`,
  );
  plumbOrFail(store, ["update-ref", "--stdin"], lines.join(""));
}

/** Of commits that nobody names any more: is there one that those of today do not build on? */
export function isHistoryLost(store: Plumbing, were: readonly string[], are: readonly string[]): boolean {
  if (were.length === 0) return false;
  const names = [...were, ...are.map((each) => `^${each}`)].map((each) => `${each}\n`).join("");
  return plumbOrFail(store, ["rev-list", "--max-count=1", "--stdin"], names).length > 0;
}

type Now = {
  readonly me: string;
  readonly heads: ReadonlyMap<string, string>;
  readonly looks: ReadonlyMap<string, { readonly commit: string }>;
};

/** Is the branch of another machine gone, or does it not build on what was taken of it? */
export function isLess(store: Plumbing, taken: Remembered["taken"], { me, heads, looks }: Now): boolean {
  return [...taken].some(([machine, was]) => {
    const is = looks.get(machine)?.commit ?? was;
    return machine !== me && (!heads.has(`m/${machine}`) || isHistoryLost(store, [was], [is]));
  });
}

/** What was forgotten there is to be gone from here, too. */
export function pruneStore(store: Plumbing): void {
  plumbOrFail(store, ["repack", "--quiet", "-a", "-d", "--window=0"]);
  plumbOrFail(store, ["prune", "--expire=now"]);
}

/** Is everything there that the store says it has? */
export function isWhole(store: Plumbing): boolean {
  return plumb(store, ["rev-list", "--objects", "--all", "--quiet"]).ok;
}
