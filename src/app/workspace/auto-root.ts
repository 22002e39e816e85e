// The first memory of a project makes its root, where the person once said that it may; elsewhere they are told how to make one,
// once, and can say that they want none.
//
// Attack: a model, or whatever it reads, has a root made for a directory that is no project of this person. Without a person's
// word none is made for a home directory, in a temporary one, in a submodule or for another user's repository. Fails closed.

import { accessSync, constants, existsSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterwards } from "../../memory/answering.ts";
import { CredenceError } from "../../memory/errors.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { isInside, keyOf } from "../../store/find-root.ts";
import { writing } from "../../store/fs-failure.ts";
import { ensurePrivate, isOwnUser } from "../../store/state-directory.ts";
import { findWorkTree, isSubmodule, type WorkTree } from "../../store/work-tree.ts";
import { locateState } from "./locate-state.ts";
import { makeState } from "./made-directories.ts";
import { findMovedRoots, type MovedRoot } from "./moved-root.ts";
import { writeIfPossible } from "./open-records.ts";
import { findUserRoot } from "./open-roots.ts";
import { makePersonalRoot } from "./personal-root.ts";
import { openWorkspace, type Workspace, type WorkspaceHints } from "./workspace.ts";

/** Nobody works on a project of theirs there. */
const TEMPORARY = [
  "/tmp",
  "/var/tmp",
  "/dev/shm",
  "/run/user",
  "/var/folders",
  "/private/tmp",
  "/private/var/tmp",
  "/private/var/folders",
];

/** @returns null when one may be made there; else why not. */
function whyNoAutoRoot(tree: WorkTree, given: string): string | null {
  const home = realOf(given);
  if (isInside(tree.top, home)) return "the work tree is your home directory, or contains it";
  if (!isOwnUser(tree.owner)) return "the repository belongs to another user";
  if (isTemporary(tree.top, home)) return "the work tree is in a temporary directory";
  return isSubmodule(tree) ? "the work tree is a submodule" : null;
}

/** A home that lies in a temporary directory itself is still somebody's home. */
function isTemporary(top: string, home: string): boolean {
  return listTemporary().some(
    (directory) => isInside(directory, top) && !(isInside(directory, home) && isInside(home, top)),
  );
}

/** Directories that are emptied from time to time, links resolved. */
export function listTemporary(): string[] {
  return [...TEMPORARY, tmpdir()].map(realOf);
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

// The first memory of a project makes its root, where the person once said that it may.

export type AutoRoot =
  | { readonly kind: "opened"; readonly workspace: Workspace }
  | { readonly kind: "none"; readonly why: string };

/** The caller has asked whether the person allowed it. */
export function openWithAutoRoot(workspace: Workspace): AutoRoot {
  const { hints, state, now, presence } = workspace;
  const tree = findTreeOf(hints.cwd);
  if (tree === null) return { kind: "none", why: "this is not a git work tree" };
  const why = whyNotHere(workspace, tree);
  if (why !== null) return { kind: "none", why };
  makePersonalRoot({ tree, userRoot: findUserRoot(hints), state, now, byPerson: presence.kind === "person" });
  const opened = openWorkspace(hints);
  // Whoever unlocked their key before is still there.
  const keys = { ...opened.keys, person: workspace.keys.person };
  return { kind: "opened", workspace: { ...opened, keys, presence } };
}

function whyNotHere({ hints, state }: Workspace, tree: WorkTree): string | null {
  if (readProjectMark(state.path, tree).never) return "the user wants none here (credence init --never)";
  const isMoved = findMovedRoots(tree, findUserRoot(hints)).length > 0;
  return whyNoAutoRoot(tree, hints.home) ?? (isMoved ? "this may be a project that was moved" : null);
}

export function sayMoved({ repository }: MovedRoot): string {
  return `this looks like the project that was at ${repository.path}`;
}

// A project without a root is told of once.

/** @returns null where there is nothing to say, or it was said before. */
export function findRootOffer(workspace: Workspace): string | null {
  const { hints, state, roots, failed, lost, config } = workspace;
  // A root that is missed is told of in other words.
  if (lost.length > 0) return null;
  if ([...roots, ...failed].some(({ scope }) => scope === "project") || !existsSync(state.path)) return null;
  const tree = findTreeOf(hints.cwd);
  if (tree === null || readProjectMark(state.path, tree).told) return null;
  const [moved] = findMovedRoots(tree, findUserRoot(hints));
  if (moved !== undefined) return `${sayMoved(moved)}; link its memories: credence init`;
  if (config.config["roots.auto"] || whyNoAutoRoot(tree, hints.home) !== null) return null;
  return "this project has no memory yet: credence init makes a root for you alone, credence init --never ends this notice";
}

/** The same, and from now on it was said. What cannot be remembered is not said: it would be said each time. */
export function takeRootOffer(workspace: Workspace): string[] {
  const offer = findRootOffer(workspace);
  const tree = offer === null ? null : findTreeOf(workspace.hints.cwd);
  if (offer === null || tree === null) return [];
  const { state, troubles } = workspace;
  const canNote = writeIfPossible(troubles, () => {
    accessSync(ensurePrivate(join(state.path, "projects")), constants.W_OK);
    return true;
  });
  if (canNote !== true) return [];
  const note = (): void => writeProjectMark(state.path, tree, false);
  afterwards(workspace, () => void writeIfPossible(troubles, note));
  return [offer];
}

// What this machine remembers of a project without a root: whether the person was told how to make one, and whether they said
// that they want none.

export type ProjectMark = { readonly told: boolean; readonly never: boolean };

export function readProjectMark(state: string, tree: WorkTree): ProjectMark {
  const path = markPath(state, tree);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  // One that is damaged is still a sign that somebody was told.
  if (!isRecord(value)) return { told: existsSync(path), never: false };
  return { told: true, never: value["never"] === true };
}

export function writeProjectMark(state: string, tree: WorkTree, never: boolean): void {
  writing("machine state", () => {
    ensurePrivate(join(state, "projects"));
    replaceFile(markPath(state, tree), `${JSON.stringify({ v: 1, never })}\n`, 0o600);
  });
}

function markPath(state: string, tree: WorkTree): string {
  return join(state, "projects", `${keyOf(tree)}.json`);
}

/** The person wants no root for this project, and to hear no more of it. */
export function declineRoot(hints: WorkspaceHints): void {
  const tree = findTreeOf(hints.cwd);
  if (tree === null)
    throw new CredenceError("USAGE", "this is no git work tree", "no root is offered outside of one");
  const { path } = makeState(locateState(hints));
  writeProjectMark(path, tree, true);
}

/** @returns null outside git, and where the directory is gone. */
export function findTreeOf(cwd: string): WorkTree | null {
  return existsSync(cwd) ? findWorkTree(cwd) : null;
}
