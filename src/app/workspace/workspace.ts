// What every use-case works in: this machine's state and keys, whom it trusts, the roots, and who is asking.

import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { ParsedConfig } from "../../memory/config/parse-config.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import type { KeyKind } from "../../memory/law/attestation.ts";
import type { Scope } from "../../memory/memory.ts";
import {
  findProjectRoot,
  isInside,
  isRoot,
  placeUserRoot,
  type RootPlace,
  resolveGivenRoot,
} from "../../store/find-root.ts";
import { readRootId } from "../../store/root-files.ts";
import { findStateDirectory, openStateDirectory, type StateDirectory } from "../../store/state-directory.ts";
import type { Presence } from "../../trust/person-presence.ts";
import type { SeenSet } from "../../trust/seen-set.ts";
import { type KnownSigner, readSignersFile } from "../../trust/signers-file.ts";
import { type Keys, openKeys } from "./keys.ts";
import { locateState } from "./locate-state.ts";
import {
  canRead,
  noTroubles,
  openRecords,
  openSeen,
  type Records,
  type StateTroubles,
  writeIfPossible,
} from "./open-records.ts";
import { readConfig } from "./read-config.ts";

export type WorkspaceHints = {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly state: string | null;
  readonly cache: string | null;
  readonly root: string | null;
  readonly scope: Scope | null;
  readonly presence: Presence;
  readonly now: Instant;
  /** How long slow work may take that can be left for another time; as long as it takes, unless it is said. */
  readonly slowMsMax?: number;
  /** The caller chose the time, which only a test state allows. */
  readonly nowIsGiven?: boolean;
};

export type OpenRoot = RootPlace & Records & { readonly id: string };

export type Workspace = {
  readonly state: StateDirectory;
  readonly cache: string;
  readonly home: string;
  readonly config: ParsedConfig;
  readonly now: Instant;
  readonly presence: Presence;
  /** What an agent is shown in the place of a stranger's id: see app/memories/foreign-names.ts. */
  readonly foreignNumbers: Map<string, number>;
  readonly keys: Keys;
  readonly signers: readonly KnownSigner[];
  readonly machineName: string;
  readonly roots: readonly OpenRoot[];
  readonly troubles: StateTroubles;
  readonly seenIn: (root: OpenRoot) => SeenSet;
  /** What is left of the time for slow work; what finds none left does without. */
  readonly slow: { msLeft: number };
  readonly close: () => void;
};

export function openWorkspace(hints: WorkspaceHints): Workspace {
  const places = locateState(hints);
  const found = findRoots(hints);
  const troubles = noTroubles();
  // Where there is no root there is nothing to remember, and nothing is made.
  const isNeeded = found.length > 0;
  const state =
    (isNeeded ? writeIfPossible(troubles, () => openStateDirectory(places.state)) : null) ??
    findStateDirectory(places.state);
  refuseGivenTime(state, hints);
  const keys = openKeys(state, hints.now, { troubles, makes: isNeeded });
  const seen = new Map<string, SeenSet>();
  return {
    state,
    cache: places.cache,
    home: hints.home,
    config: readConfig(state.path),
    now: hints.now,
    presence: hints.presence,
    foreignNumbers: new Map(),
    keys,
    signers: listSigners(state, keys, troubles),
    get machineName() {
      return nameMachine();
    },
    roots: found.map((place) => openRoot(state, place, troubles)),
    troubles,
    seenIn: (root) => {
      const known = seen.get(root.id) ?? openSeen(state, root, troubles);
      seen.set(root.id, known);
      return known;
    },
    slow: { msLeft: hints.slowMsMax ?? Number.POSITIVE_INFINITY },
    close: () => {
      for (const each of seen.values()) each.close();
    },
  };
}

/** The same later on: a review lasts, and meanwhile somebody may have lost their trust. */
export function renewWorkspace(workspace: Workspace, now: Instant): Workspace {
  return { ...workspace, now, signers: listSigners(workspace.state, workspace.keys, workspace.troubles) };
}

function listSigners(state: StateDirectory, { own }: Keys, troubles: StateTroubles): KnownSigner[] {
  const name = "signers.json";
  return canRead(troubles, state.path, name)
    ? [...own, ...readSignersFile(join(state.path, name))]
    : [...own];
}

/** Asked before anything is dated by it. */
export function refuseGivenTime(
  { isTest }: StateDirectory,
  { nowIsGiven }: Pick<WorkspaceHints, "nowIsGiven">,
): void {
  if (nowIsGiven === true && !isTest) throw new CredenceError("USAGE", "--now works only in a test state");
}

/** The root of a scope, or the refusal that says how to make it. */
export function rootOf(workspace: Workspace, scope: Scope): OpenRoot {
  const root = workspace.roots.find((each) => each.scope === scope);
  if (root !== undefined) return root;
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

/** Who acts: the holder of an unlocked person key, or else the machine. */
export function actorOf(workspace: Workspace): KeyKind {
  return workspace.keys.person === null ? "machine" : "person";
}

function findRoots(hints: WorkspaceHints): RootPlace[] {
  const user = placeUserRoot(claudeDirectoryOf(hints));
  if (hints.root !== null) return [resolveGivenRoot(hints.cwd, hints.root, user)];
  const project = hints.scope === "user" ? null : findProjectRoot(hints.cwd);
  const roots = project === null ? [] : [project];
  return hints.scope !== "project" && isRoot(user.path) ? [...roots, user] : roots;
}

/** Where the memories about the person lie, or would. */
export function findUserRoot(hints: Pick<WorkspaceHints, "cwd" | "env" | "home">): string {
  return placeUserRoot(claudeDirectoryOf(hints)).path;
}

export function claudeDirectoryOf({ cwd, env, home }: Pick<WorkspaceHints, "cwd" | "env" | "home">): string {
  return resolve(cwd, env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"));
}

function openRoot(state: StateDirectory, place: RootPlace, troubles: StateTroubles): OpenRoot {
  const id = readRootId(place.path);
  return { ...place, id, ...openRecords(state, { place, id }, troubles) };
}

/** The first part of the host's name, as far as it can stand in a memory. */
function nameMachine(): string {
  const name = (hostname().split(".")[0] ?? "").replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 63);
  return /^[A-Za-z0-9]/.test(name) ? name : "unknown";
}

/** Is a related file still there? Only looked for inside the project; for the user root nothing is ever dangling. */
export function existsInProject(root: OpenRoot, relatedFile: string): boolean {
  if (root.scope === "user") return true;
  const top = root.workTree?.top ?? dirname(dirname(root.path));
  const path = resolve(top, relatedFile);
  return isInside(top, path) ? existsSync(path) : true;
}
