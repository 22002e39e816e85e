// Removes captured events. Only a person may do it, because an agent could cover its tracks.

import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import {
  keyOfSession,
  listNames,
  listSpool,
  measureFiles,
  pathOfTurns,
  placeSpool,
} from "../../observer/spool/spool.ts";
import { type DropCount, removeFile } from "../../observer/spool/trim.ts";
import { writing } from "../../store/fs-failure.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { type ObserverPlace, placeObserver } from "./drain.ts";

/** Clears one session, or all. A running session is captured again from its next prompt. */
export function clearSpool(workspace: Workspace, root: OpenRoot, session: string | null): DropCount {
  if (actorOf(workspace) !== "person") {
    throw new CredenceError("NEEDS_PERSON", "only a person can clear the spool");
  }
  const directory = placeSpool(workspace.state.path, root.id);
  const key = session === null ? null : keyOfSession(session);
  const files = measureFiles(listSpool(directory).filter((file) => key === null || file.key === key));
  if (key !== null && files.length === 0) {
    throw new CredenceError(
      "NOT_FOUND",
      "nothing was captured from that session",
      "credence spool show lists the sessions",
    );
  }
  const paths =
    key === null
      ? listNames(directory).map((name) => join(directory, name))
      : [pathOfTurns(directory, key), ...files.map(({ path }) => path)];
  const observed = listObservedFiles(placeObserver(workspace.state.path, root), key);
  writing("the spool", () => {
    for (const path of [...paths, ...observed]) removeFile(path);
  });
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

// Also removes the Observer's unfinished work on the spool: lines set aside, and answers that are not memories yet.

const OF_SESSION = /^[0-9a-f]{32}\./;

/** The files of one session, or of all. */
function listObservedFiles({ aside, records }: ObserverPlace, key: string | null): string[] {
  const isMeant = (name: string): boolean => OF_SESSION.test(name) && name.startsWith(key ?? "");
  return [aside, records].flatMap((directory) =>
    listNames(directory)
      .filter(isMeant)
      .map((name) => join(directory, name)),
  );
}
