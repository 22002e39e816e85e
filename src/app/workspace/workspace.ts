// What every use-case works in: this machine's state and keys, whom it trusts, the roots, and who is asking.

import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { Answering } from "../../memory/answering.ts";
import type { ParsedConfig } from "../../memory/config/parse-config.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import type { KeyKind } from "../../memory/law/statement.ts";
import type { Scope } from "../../memory/memory.ts";
import type { SearchIndex } from "../../search/index/open-index.ts";
import { isInside } from "../../store/find-root.ts";
import type { FileEntry } from "../../store/memory-files.ts";
import { findStateDirectory, openStateDirectory, type StateDirectory } from "../../store/state-directory.ts";
import { decideSigners } from "../../trust/decide-signers.ts";
import type { SeenHolder } from "../../trust/hold-seen-sets.ts";
import { PEOPLE_RECORD, readPeopleRecord } from "../../trust/people-record.ts";
import type { Presence } from "../../trust/person-presence.ts";
import { openSeenSet, type SeenSet } from "../../trust/seen-set.ts";
import { type KnownSigner, readTrustFile } from "../../trust/signers-file.ts";
import { type Keys, openKeys } from "./keys.ts";
import { locateState } from "./locate-state.ts";
import {
  canRead,
  noTroubles,
  openSeen,
  type SeenOpening,
  type StateTroubles,
  writeIfPossible,
} from "./open-records.ts";
import {
  type FailedRoot,
  findPlaces,
  type LostRoot,
  type OpenRoot,
  openRoots,
  type RootHints,
} from "./open-roots.ts";
import { readConfig } from "./read-config.ts";
import { collectRemarks, type Remark, type Remarks, remarkLeftOut, toRootFailure } from "./remarks.ts";

export type { OpenRoot } from "./open-roots.ts";

export const SIGNERS_FILE = "signers.json";

export type WorkspaceHints = RootHints &
  Answering & {
    readonly state: string | null;
    readonly cache: string | null;
    readonly presence: Presence;
    readonly now: Instant;
    /** The caller chose the time, which only a test state allows. */
    readonly nowIsGiven?: boolean;
    /** Holds the search indexes open from one call to the next, in a process that answers many. */
    readonly indexes?: IndexHolder;
    /** The same for what was seen of the roots. */
    readonly seen?: Pick<SeenHolder, "open">;
    /** Told of a root that takes no part while others do, at once. */
    readonly onRemark?: (remark: Remark) => void;
    /** Told after a while whose work a write waits for. */
    readonly onWait?: (holder: string) => void;
  };

export type IndexHolder = {
  /** The one that is held, where it still is the file at this path, or a new one. */
  readonly open: (path: string) => SearchIndex | null;
  /** Holds it from now on, or closes it where it cannot be held. */
  readonly release: (index: SearchIndex) => void;
};

export type UnjudgedText = {
  readonly root: OpenRoot;
  readonly file: FileEntry;
  readonly digest: string | null;
  readonly text: string | null;
};

export type Workspace = {
  /** What it was opened with. */
  readonly hints: WorkspaceHints;
  readonly state: StateDirectory;
  readonly cache: string;
  readonly home: string;
  readonly config: ParsedConfig;
  readonly now: Instant;
  readonly presence: Presence;
  /** What an agent is shown in the place of a stranger's id: see app/memories/foreign-names.ts. */
  readonly foreignNumbers: Map<string, number>;
  /** Texts that were left out of an answer because nobody has judged them, by path: see app/index/show-gate.ts. */
  readonly unjudged: Map<string, UnjudgedText>;
  readonly keys: Keys;
  readonly signers: readonly KnownSigner[];
  readonly machineName: string;
  /** Those that can be opened, the project's first; the others are in `failed`. */
  readonly roots: readonly OpenRoot[];
  readonly troubles: StateTroubles;
  readonly failed: readonly FailedRoot[];
  /** Known here, and not found, once somebody looked: see lost-roots.ts. */
  readonly lost: LostRoot[];
  readonly remarks: Remarks;
  readonly seenIn: (root: OpenRoot) => SeenSet;
  readonly close: () => void;
};

export function openWorkspace(hints: WorkspaceHints): Workspace {
  const places = locateState(hints);
  const found = findPlaces(hints);
  const troubles = noTroubles();
  // Where there is no root there is nothing to remember, and nothing is made.
  const isNeeded = found.places.length > 0;
  const state =
    (isNeeded ? writeIfPossible(troubles, () => openStateDirectory(places.state)) : null) ??
    findStateDirectory(places.state);
  refuseGivenTime(state, hints);
  const keys = openKeys(state, hints.now, { troubles, makes: isNeeded });
  const remarks = collectRemarks(hints.onRemark ?? (() => undefined));
  const signers = listSigners(state, keys, troubles);
  const opened = openRoots(state, { found, troubles, remarks });
  return {
    hints,
    state,
    cache: places.cache,
    home: hints.home,
    config: readConfig(state.path),
    now: hints.now,
    presence: hints.presence,
    foreignNumbers: new Map(),
    unjudged: new Map(),
    keys,
    signers,
    get machineName() {
      return nameMachine();
    },
    ...opened,
    lost: [],
    troubles,
    remarks,
    ...openSeenSets({ state, troubles, open: hints.seen?.open ?? openSeenSet }),
  };
}

/** Each root's when somebody asks for it. */
function openSeenSets(opening: SeenOpening): Pick<Workspace, "seenIn" | "close"> {
  const seen = new Map<string, SeenSet>();
  return {
    seenIn: (root) => {
      const known = seen.get(root.id) ?? openSeen(root, opening);
      seen.set(root.id, known);
      return known;
    },
    close: () => {
      for (const each of seen.values()) each.close();
      seen.clear();
    },
  };
}

/** The same later on: a review lasts, and meanwhile somebody may have lost their trust. */
export function renewWorkspace(workspace: Workspace, now: Instant): Workspace {
  return { ...workspace, now, signers: listSigners(workspace.state, workspace.keys, workspace.troubles) };
}

/** The same for whoever only looks, for hours: keys and settings may be others by then. No key is unlocked in it. */
export function lookAgain(workspace: Workspace, now: Instant): Workspace {
  const { state, troubles } = workspace;
  const keys = openKeys(state, now, { troubles, makes: false });
  return {
    ...workspace,
    now,
    keys,
    signers: listSigners(state, keys, troubles),
    config: readConfig(state.path),
  };
}

function listSigners(state: StateDirectory, { own }: Keys, troubles: StateTroubles): KnownSigner[] {
  if (!canRead(troubles, state.path, SIGNERS_FILE)) return [...own];
  const file = readTrustFile(join(state.path, SIGNERS_FILE));
  // Where nobody else is trusted there is nothing more to read.
  if (file.signers.length === 0) return [...own];
  const path = join(state.path, PEOPLE_RECORD);
  return decideSigners(
    own,
    file,
    canRead(troubles, state.path, PEOPLE_RECORD) ? readPeopleRecord(path) : null,
  );
}

/** Asked before anything is dated by it. */
export function refuseGivenTime(
  { isTest }: StateDirectory,
  { nowIsGiven }: Pick<WorkspaceHints, "nowIsGiven">,
): void {
  if (nowIsGiven === true && !isTest) throw new CredenceError("USAGE", "--now works only in a test state");
}

/** The root of a scope that new memories go to, or the refusal that says how to make it, or what is wrong with the one that is there. */
export function rootOf(workspace: Workspace, scope: Scope): OpenRoot {
  const root = workspace.roots.find((each) => each.scope === scope);
  if (root !== undefined) return root;
  const failed = workspace.failed.find((each) => each.scope === scope);
  if (failed !== undefined) throw failed.error;
  const hint = scope === "user" ? "credence init --scope user creates it" : "credence init creates one here";
  throw new CredenceError("NO_ROOT", `there is no ${scope} memory root`, hint);
}

/** A negative act may be in a record that cannot be read, and whatever is signed now would not know of it. */
export function refuseUnreadableRecord({ shown }: OpenRoot): never {
  throw new CredenceError(
    "STATE_REFUSED",
    `nothing is changed in ${shown}: the record of this root cannot be read`,
    "credence doctor says what is wrong; credence doctor --repair rebuilds a record that is lost",
  );
}

/** Refuses where there is nothing to ask: no root, or none that can be opened. */
export function requireRoot({ roots, failed }: Pick<Workspace, "roots" | "failed">): void {
  if (roots.length > 0) return;
  throw failed[0]?.error ?? new CredenceError("NO_ROOT", "there is no memory root here");
}

/** All remarks, with those on the roots that failed where no other was left. */
export function listRemarks({ roots, failed, remarks }: Workspace): readonly Remark[] {
  const lost = roots.length > 0 ? [] : failed.map(({ error, ...root }) => remarkLeftOut(root, error));
  return [...lost, ...remarks.list()];
}

/** Asks each root by itself. One that fails is left out and named; where it is the only one, its failure is the answer. */
export function askEach<Result>(
  workspace: Workspace,
  roots: readonly OpenRoot[],
  ask: (root: OpenRoot) => Result,
): Result[] {
  const results: Result[] = [];
  for (const root of roots) {
    try {
      results.push(ask(root));
    } catch (error) {
      leaveOut(workspace, root, error);
    }
  }
  return results;
}

/** The root failed while it was read. Throws on where no other is left, or where the root is not to blame. */
export function leaveOut({ roots, remarks }: Workspace, root: OpenRoot, error: unknown): void {
  const failure = toRootFailure(error, root);
  if (failure === null) throw error;
  const out = new Set(remarks.list().flatMap(({ kind, shown }) => (kind === "left-out" ? [shown] : [])));
  if (roots.every((each) => each.path === root.path || out.has(each.shown))) throw failure;
  remarks.add(remarkLeftOut(root, failure));
}

/** Who acts: the holder of an unlocked person key, or else the machine. */
export function actorOf(workspace: Workspace): KeyKind {
  return workspace.keys.person === null ? "machine" : "person";
}

/** Somebody at a terminal whom no fence stops, or who has unlocked their key. */
export function isPersonThere(workspace: Pick<Workspace, "presence" | "keys">): boolean {
  return workspace.presence.kind === "person" || workspace.keys.person !== null;
}

/** The first part of the host's name, as far as it can stand in a memory. */
function nameMachine(): string {
  const name = (hostname().split(".")[0] ?? "").replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 63);
  return /^[A-Za-z0-9]/.test(name) ? name : "unknown";
}

/** Is a related file still there? Only looked for inside the project; for the user root nothing is ever dangling. */
export function existsInProject(root: OpenRoot, relatedFile: string): boolean {
  if (root.project === null) return true;
  const path = resolve(root.project, relatedFile);
  return isInside(root.project, path) ? existsSync(path) : true;
}
