// Makes a root. A project's memories travel with the repository; `--private` keeps them out of it.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isIgnored } from "../../git/record-rename.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import type { Scope } from "../../memory/memory.ts";
import { ensureDirectory } from "../../store/durable.ts";
import { findProjectRoot, placeProjectRoot, placeUserRoot, type RootPlace } from "../../store/find-root.ts";
import { toWriteFailure } from "../../store/fs-failure.ts";
import { makeRoot } from "../../store/root-files.ts";
import { acceptLocation } from "../../store/root-location.ts";
import { markTestState, openStateDirectory } from "../../store/state-directory.ts";
import { createKeyFile } from "../../trust/key-file.ts";
import { ensureMachineKey, makeKey, openKeys } from "./keys.ts";
import { locateState } from "./locate-state.ts";
import { noTroubles } from "./open-records.ts";
import { claudeDirectoryOf } from "./open-roots.ts";
import { actorOf, type OpenRoot, refuseGivenTime, type Workspace, type WorkspaceHints } from "./workspace.ts";

export type InitRequest = {
  readonly scope: Scope;
  readonly isPrivate: boolean;
  readonly testState: boolean;
};

export type InitOutcome = {
  readonly path: string;
  readonly isNew: boolean;
  /** Git ignores the root: its memories stay on this machine. */
  readonly ignored: boolean;
  readonly testState: boolean;
};

export function initRoot(hints: WorkspaceHints, request: InitRequest): InitOutcome {
  const { state } = locateState(hints);
  if (request.testState && !hints.env["CREDENCE_HOME"] && hints.state === null) {
    throw new CredenceError(
      "USAGE",
      "a test state needs its own directory",
      "set CREDENCE_HOME to a new directory",
    );
  }
  const opened = request.testState ? markTestState(state) : openStateDirectory(state);
  refuseGivenTime(opened, hints);
  ensureMachineKey(opened, hints.now);
  const { personFile, failure } = openKeys(opened, hints.now, { troubles: noTroubles(), makes: false });
  if (failure !== null) throw failure;
  if (opened.isTest && personFile === null)
    makeKey(opened, createKeyFile("person", renderInstant(hints.now), { seal: null, purpose: "test" }));
  const place = placeFor(hints, request.scope);
  // First, so that a root which cannot be kept private is not made.
  if (request.isPrivate) excludeFromGit(place);
  const { isNew } = makeRoot(place);
  const ignored =
    place.workTree !== null && isIgnored(place.workTree.top, relative(place.workTree.top, place.path));
  return { path: place.path, isNew, ignored, testState: opened.isTest };
}

function placeFor(hints: WorkspaceHints, scope: Scope): RootPlace {
  if (scope === "user") return placeUserRoot(claudeDirectoryOf(hints));
  // A linked work tree shares the root of the main one; a second one would split the memories.
  return findProjectRoot(hints.cwd) ?? placeProjectRoot(hints.cwd);
}

/** `.git/info/exclude` is this checkout's own ignore file: no commit shows it. */
function excludeFromGit(place: RootPlace): void {
  if (place.workTree === null) return;
  const { commonDirectory, top } = place.workTree;
  const path = join(commonDirectory, "info", "exclude");
  const line = `/${relative(top, place.path)}/`;
  const present = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (present.split("\n").includes(line)) return;
  try {
    ensureDirectory(dirname(path), 0o755);
    appendFileSync(path, `${present === "" || present.endsWith("\n") ? "" : "\n"}${line}\n`);
  } catch (error) {
    throw toWriteFailure(error, path);
  }
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
}
