// Carries sets of named bytes over a git remote, and knows nothing of trust: what an object says, and whether it counts, is for
// whoever reads it. Each machine has one branch, which it alone writes; what is there is the union of all branches. Nothing in it
// needs history: a branch that goes back, begins anew or disappears takes nothing away that was taken before.
//
// Attack: the remote, and everybody who can write to it. It can withhold and add; what it adds is bytes under their own hash, and
// what is not is counted and left there, without stopping the rest. Fails closed.

import { rmSync } from "node:fs";
import {
  bytesMaxOf,
  type Carrier,
  type Difference,
  findFault,
  type Got,
  type Known,
  type ObjectName,
  type Publish,
  type Published,
  type Refusal,
} from "../../memory/carried.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { tidyStore } from "../object-store.ts";
import { GitFailure, type Plumbing } from "../plumbing.ts";
import { askHeads, type Remote } from "../transport.ts";
import { measureObjects, readBlobs } from "../trees.ts";
import { refuseOtherRemote } from "./front.ts";
import { count, type Look, lookAt } from "./look-at.ts";
import { listPublished, publish } from "./publish.ts";
import { explainTransport, lookAround } from "./read-branches.ts";
import {
  isHistoryLost,
  isLess,
  isWhole,
  openStore,
  pruneStore,
  type Remembered,
  readRemembered,
  rememberTaken,
} from "./remembered.ts";

export type CarrierOptions = {
  /** Of machine state, for this root and this remote; whoever opens a carrier holds its lock. */
  readonly directory: string;
  readonly remote: Remote;
  /** The machine's fingerprint. */
  readonly me: string;
  readonly now: () => number;
  /** Machines that are read before all others: there may be more branches than are looked at. */
  readonly first: ReadonlySet<string>;
  /** `README.md` and `root.json` of the branch `main`, where the remote is empty. */
  readonly front: ReadonlyMap<string, Uint8Array>;
  /** A name that whoever sweeps machine state takes for a process's own. */
  readonly temporaryBeside: (path: string) => string;
};

type Session = {
  readonly options: CarrierOptions;
  store: Plumbing;
  /** What the remote has, and what is remembered of it; null before the first question. */
  meeting: { readonly heads: Map<string, string>; readonly remembered: Remembered } | null;
  /** What the last `diff` looked at. */
  looks: ReadonlyMap<string, Look>;
  /** By name: git's ids of what claims to be it, with a space between them. */
  offers: Map<ObjectName, string>;
  /** Something was begun anew, and what it left behind is to go. */
  isStale: boolean;
};

export function openCarrier(options: CarrierOptions): Carrier {
  const session: Session = {
    options,
    store: openStore(options.directory, options.temporaryBeside),
    meeting: null,
    looks: new Map(),
    offers: new Map(),
    isStale: false,
  };
  return {
    diff: async (known) => {
      try {
        return await diff(session, known);
      } catch (error) {
        if (!(error instanceof GitFailure) || error.isFull) throw explain(session, error);
      }
      renewStore(session);
      return guard(session, () => diff(session, known));
    },
    get: (names) => guard(session, async () => readOffers(session, names)),
    settle: () => guard(session, async () => settle(session)),
    put: (wanted) => guard(session, () => put(session, wanted)),
    findUnsent: (list) => guard(session, () => findUnsent(session, list)),
    listOwn: () => guard(session, () => listOwn(session)),
    findElsewhere: (names) => guard(session, () => findElsewhere(session, names)),
  };
}

async function findUnsent(session: Session, list: Known["list"]): Promise<ObjectName[]> {
  const { remembered } = session.meeting ?? (await ask(session));
  const listed = [...list(remembered.own === null)];
  const published = listPublished(session.store, remembered.own, listed);
  return listed.filter((name) => !published.has(name));
}

async function listOwn(session: Session): Promise<ObjectName[]> {
  const { remembered } = session.meeting ?? (await ask(session));
  const { store, options } = session;
  if (remembered.own === null) return [];
  const all = { baseOf: () => null, isHere: () => false };
  return [
    ...(lookAt(store, [[options.me, remembered.own]], all)
      .get(options.me)
      ?.objects.keys() ?? []),
  ];
}

async function findElsewhere(
  session: Session,
  names: readonly ObjectName[],
): Promise<ReadonlySet<ObjectName>> {
  const { remembered } = session.meeting ?? (await ask(session));
  const looked = [...session.looks].map(([machine, { commit }]) => [machine, commit] as const);
  const others = new Map([...remembered.taken, ...looked]);
  others.delete(session.options.me);
  const found = new Set<ObjectName>();
  for (const commit of others.values()) {
    const left = names.filter((name) => !found.has(name));
    for (const name of listPublished(session.store, commit, left)) found.add(name);
  }
  return found;
}

/** It holds nothing that this machine and the remote have not. */
function renewStore(session: Session): void {
  rmSync(session.store.store, { recursive: true, force: true });
  session.store = openStore(session.options.directory, session.options.temporaryBeside);
}

async function guard<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explain(session, error);
  }
}

/** A store that git cannot use is begun anew by the next one. */
function explain(session: Session, error: unknown): unknown {
  if (!(error instanceof GitFailure)) return error;
  if (error.isFull) return explainTransport({ why: "", isFull: true });
  rmSync(session.store.store, { recursive: true, force: true });
  return new CredenceError(
    "REMOTE_FAILED",
    "git could not use its local store",
    "see that the disk has room and that git works, then run credence sync again",
  );
}

async function ask(session: Session): Promise<NonNullable<Session["meeting"]>> {
  const { store, options } = session;
  const asked = await askHeads(store, options.remote);
  if (asked.kind === "failed") throw explainTransport(asked);
  const remembered = readRemembered(store, asked.heads.get(`m/${options.me}`) ?? null);
  session.meeting = { heads: asked.heads, remembered };
  return session.meeting;
}

async function diff(session: Session, known: Known | null): Promise<Difference> {
  const { store, options } = session;
  const { heads, remembered } = await ask(session);
  const there = heads.get(`m/${options.me}`) ?? null;
  if (there === null) await refuseOtherRemote({ store, ...options }, heads);
  const around = await lookAround({ store, ...options }, { heads, remembered, known });
  const { looks, unreadable, leftOut, odd } = around;
  if (unreadable.size > 0 && !isWhole(store)) throw new GitFailure("the store lost something");
  session.looks = looks;
  const refused = new Map<Refusal, number>();
  session.offers = new Map();
  for (const each of looks.values()) {
    for (const [why, number] of each.refused) count(refused, why, number);
    for (const [name, oid] of each.objects) {
      const others = session.offers.get(name) ?? oid;
      session.offers.set(name, others.includes(oid) ? others : `${others} ${oid}`);
    }
  }
  return {
    missing: [...session.offers.keys()],
    unsent: known === null ? [] : await findUnsent(session, known.list),
    papers: new Map([...looks].map(([machine, { papers }]) => [machine, papers])),
    refused,
    own: there === null ? "absent" : there === remembered.own ? "published" : "other",
    isLess: isLess(store, remembered.taken, { me: options.me, heads, looks }),
    unreadable,
    leftOut,
    odd,
  };
}

function readOffers({ store, offers }: Session, names: Iterable<ObjectName>): Got {
  const [objects, refused] = [new Map<ObjectName, Uint8Array>(), new Map<Refusal, number>()];
  const wanted = [...new Set(names)].map((name) => [name, offers.get(name)?.split(" ") ?? []] as const);
  const sizes = measureObjects(store, [...new Set(wanted.flatMap(([, oids]) => oids))]);
  // Git fetches no branch that lacks one.
  if (wanted.some(([, oids]) => oids.some((oid) => !sizes.has(oid))))
    throw new GitFailure("an object is gone");
  const isFitting = (name: ObjectName, oid: string): boolean =>
    (sizes.get(oid) ?? Number.POSITIVE_INFINITY) <= bytesMaxOf(name);
  const fitting = wanted.flatMap(([name, oids]) => oids.filter((oid) => isFitting(name, oid)));
  const blobs = readBlobs(store, new Map(fitting.map((oid) => [oid, sizes.get(oid) ?? 0])));
  // Whoever gives one object many names makes it no dearer.
  const hashes = new Map([...blobs].map(([oid, bytes]) => [oid, sha256Hex(bytes)]));
  for (const [name, oids] of wanted) {
    for (const oid of oids) {
      const bytes = isFitting(name, oid) ? blobs.get(oid) : undefined;
      const fault = bytes === undefined ? "size" : findFault(name, bytes, hashes.get(oid));
      if (fault !== null) count(refused, fault);
      // Somebody's wrong bytes do not stand before another's right ones.
      else if (bytes !== undefined) objects.set(name, bytes);
    }
  }
  return { objects, refused };
}

function settle(session: Session): void {
  const { store, meeting, looks, options } = session;
  if (meeting === null) return;
  const { heads, remembered } = meeting;
  const { own, taken } = remembered;
  const next = new Map<string, string | null>([...looks].map(([machine, { commit }]) => [machine, commit]));
  // Nothing is remembered of what is there no more, nor of what was on our own branch before we published anew.
  const isOver = (name: string): boolean =>
    !heads.has(`m/${name}`) || (name === options.me && heads.get(`m/${name}`) === own);
  for (const machine of taken.keys()) if (isOver(machine)) next.set(machine, null);
  rememberTaken(store, next);
  const were = [...next.keys()].flatMap((machine) => taken.get(machine) ?? []);
  const are = [...taken].filter(([machine]) => !next.has(machine));
  const all = new Map([
    ...are,
    ...[...next].flatMap(([name, commit]) => (commit === null ? [] : [[name, commit] as const])),
  ]);
  session.meeting = { heads, remembered: { own, taken: all } };
  session.isStale ||= isHistoryLost(store, were, [...all.values(), ...(own === null ? [] : [own])]);
  session.looks = new Map();
  tidy(session);
}

function tidy(session: Session): void {
  if (session.isStale) pruneStore(session.store);
  else tidyStore(session.store);
  session.isStale = false;
}

async function put(session: Session, wanted: Publish): Promise<Published> {
  const { store, options } = session;
  const { heads, remembered } = session.meeting ?? (await ask(session));
  const { remote, me, front, now } = options;
  const { own, taken } = remembered;
  const published = await publish({ store, remote, me, front, atMs: now(), own, heads }, wanted);
  if (published.kind !== "published") return published;
  const commit = heads.get(`m/${me}`) ?? null;
  session.meeting = { heads, remembered: { own: commit, taken } };
  session.isStale ||= published.isCheckpoint && own !== null;
  // What was told and is not settled yet is in reach of nothing.
  if (session.looks.size === 0) tidy(session);
  return published;
}
