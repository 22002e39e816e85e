// Makes a root. A shared one lies in the repository and travels with it; a personal one lies in the person's home and is
// published by nothing.

import { join, relative } from "node:path";
import { isIgnored } from "../../git/record-rename.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import {
  findPersonalRoot,
  findProjectRoot,
  placeProjectRoot,
  placeUserRoot,
  type RootPlace,
} from "../../store/find-root.ts";
import { keepDirectories, makeRoot, type RootKind, readRootId } from "../../store/root-files.ts";
import { acceptLocation, isOtherRoot } from "../../store/root-location.ts";
import { markTestState, type StateDirectory } from "../../store/state-directory.ts";
import { findWorkTree, type WorkTree } from "../../store/work-tree.ts";
import { createKeyFile } from "../../trust/key-file.ts";
import { readProjectMark, writeProjectMark } from "./auto-root.ts";
import { ensureMachineKey, makeKey, openKeys } from "./keys.ts";
import { locateState } from "./locate-state.ts";
import { acceptLoss } from "./lost-roots.ts";
import { makeState, rememberMade } from "./made-directories.ts";
import { noTroubles, otherKind } from "./open-records.ts";
import { claudeDirectoryOf, findUserRoot } from "./open-roots.ts";
import { makePersonalRoot } from "./personal-root.ts";
import { actorOf, type OpenRoot, refuseGivenTime, type Workspace, type WorkspaceHints } from "./workspace.ts";

export type InitRequest = {
  /** `any` is content with whatever root the project has, and makes a personal one; outside git there is only `shared`. */
  readonly kind: RootKind | "any";
  readonly testState: boolean;
};

export type InitOutcome = {
  readonly kind: RootKind;
  readonly path: string;
  readonly isNew: boolean;
  /** Git ignores the root: its memories stay on this machine. */
  readonly ignored: boolean;
  readonly testState: boolean;
};

type Made = { readonly place: RootPlace; readonly isNew: boolean };

/** Who may ask for which kind is the caller's to check. */
export function initRoot(hints: WorkspaceHints, request: InitRequest): InitOutcome {
  const places = locateState(hints);
  if (request.testState && !hints.env["CREDENCE_HOME"] && hints.state === null) {
    throw new CredenceError(
      "USAGE",
      "a test state needs its own directory",
      "set CREDENCE_HOME to a new directory",
    );
  }
  const made = makeState(places);
  const opened = request.testState ? markTestState(made.path) : made;
  refuseGivenTime(opened, hints);
  ensureMachineKey(opened, hints.now);
  const { personFile, failure } = openKeys(opened, hints.now, { troubles: noTroubles(), makes: false });
  if (failure !== null) throw failure;
  if (opened.isTest && personFile === null)
    makeKey(opened, createKeyFile("person", renderInstant(hints.now), { seal: null, purpose: "test" }));
  const { place, isNew } = make(hints, opened, request.kind);
  if (isOtherRoot(join(opened.path, "roots", readRootId(place.path)), place)) throw otherKind(place);
  return {
    ...{ kind: place.kind, path: place.path, isNew, testState: opened.isTest },
    // Git is asked only by whoever says it.
    get ignored() {
      return (
        place.workTree !== null && isIgnored(place.workTree.top, relative(place.workTree.top, place.path))
      );
    },
  };
}

function make(hints: WorkspaceHints, state: StateDirectory, kind: InitRequest["kind"]): Made {
  if (kind === "user") {
    const place = placeUserRoot(claudeDirectoryOf(hints));
    return rememberMade({ state: state.path, directories: [place.path] }, () => makeAt(place));
  }
  const tree = findWorkTree(hints.cwd);
  // A linked work tree shares the root of the main one; a second one would split the memories.
  const shared = findProjectRoot(hints.cwd, tree);
  if (tree === null || kind === "shared") return makeAt(shared ?? placeProjectRoot(hints.cwd));
  if (shared !== null && kind === "any") return makeAt(shared);
  const made = makePersonal(hints, state, { tree });
  if (readProjectMark(state.path, tree).never) writeProjectMark(state.path, tree, false);
  return made;
}

/** So that git keeps them, too: for a root that others have, and one of before there was this file. */
export function keepInGit({ kind, path }: Pick<InitOutcome, "kind" | "path">): void {
  if (kind === "shared") keepDirectories({ kind, path, shown: ".claude/memory/" });
}

function makeAt(place: RootPlace): Made {
  return { place, isNew: makeRoot(place).isNew };
}

function makePersonal(
  hints: WorkspaceHints,
  state: StateDirectory,
  { tree }: { readonly tree: WorkTree },
): Made {
  const { now, presence } = hints;
  const userRoot = findUserRoot(hints);
  return makePersonalRoot({ tree, userRoot, state, now, byPerson: presence.kind === "person" });
}

/** Has the project a root of any kind, whether or not it can be opened? */
export function hasProjectRoot(hints: WorkspaceHints): boolean {
  const tree = findWorkTree(hints.cwd);
  if (findProjectRoot(hints.cwd, tree) !== null) return true;
  return tree !== null && findPersonalRoot(tree, findUserRoot(hints)) !== null;
}

// A root whose id is known at another place waits: a copy carries all signatures of the original. A person who says that
// it is theirs (a second clone, a restored backup) ends the waiting.

export function findWaitingRoots({ roots }: Workspace): OpenRoot[] {
  return roots.filter((root) => root.waits);
}

export function acceptWaitingRoots(workspace: Workspace): void {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person can accept a copy");
  for (const root of findWaitingRoots(workspace)) acceptLocation(root.records, root);
  acceptLoss(workspace.lost);
}
