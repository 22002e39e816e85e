// Where a call works and who makes it. Nobody is ever there: whatever reaches a tool was written by a model, and a client that
// says otherwise is not believed. State and cache come from the arguments of the server's own command line.

import { existsSync } from "node:fs";
import { sep } from "node:path";
import type { Memories } from "../app/hub/memories.ts";
import type { HeldOpen } from "../app/index/hold-open.ts";
import { isDirectory, listProjectDirectories } from "../app/workspace/locate-state.ts";
import type { Workspace, WorkspaceHints } from "../app/workspace/workspace.ts";
import { CredenceError } from "../memory/errors.ts";
import type { Scope } from "../memory/memory.ts";
import type { WriteLimit } from "./write-limit.ts";

/** What the process knows before anybody has spoken to it. */
export type ServerIo = {
  readonly version: string;
  readonly home: string;
  readonly cwd: () => string;
  /** Where the client says that its project is. */
  readonly projectDir: string | null;
  /** The client's name of its session. */
  readonly session: string | null;
  readonly state: string | null;
  readonly cache: string | null;
  /** Where Claude Code keeps its own files, if that is not the usual place. */
  readonly claude: string | null;
  readonly root: string | null;
  readonly scope: Scope | null;
  readonly now: () => number;
  /** The interpreter and the program of this process and its environment, for starting another. */
  readonly node: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called after each answer. */
  readonly onAnswer: () => void;
};

/** What a server holds from one call to the next. Made with the first call: what it needs is not loaded before. */
export type Held = { open: HeldOpen | null };

export type PlaceIo = ServerIo & { readonly held: Held };

export type ToolPlace = {
  readonly memories: Memories;
  readonly writes: WriteLimit;
  /** Sentences that go with the answer of this call: which root takes no part in it, or only in part, and why. */
  readonly remarks: string[];
  /** A sentence of ours without the names of the project's directories. */
  readonly hide: (text: string) => string;
};

/** What the memories of this machine need of a call. */
export type LocalPlace = {
  /** Computed for each call: roots come and go, and so does trust. */
  readonly open: () => Promise<Workspace>;
  /** Records a failure that nobody would otherwise see. */
  readonly note: (error: unknown) => Promise<void>;
  readonly client: string;
  readonly session: string | null;
  readonly remarks: string[];
};

const START_AGAIN = "ask the user to restart the session in an existing directory";
const NOBODY = { kind: "nobody", why: "a tool cannot ask a person", isAgent: () => true } as const;

/** Nothing is taken from the environment: a repository can set variables for the servers of its visitors. */
function hintsOf({ home, state, cache, claude, root, scope, now }: ServerIo, cwd: string): WorkspaceHints {
  return {
    cwd,
    home,
    env: claude === null ? {} : { CLAUDE_CONFIG_DIR: claude },
    state,
    cache,
    root,
    scope,
    presence: NOBODY,
    now: now(),
  };
}

/** Tells the client of a long call whose work it waits for. */
export type Tell = (message: string) => void;

export async function openAt(io: PlaceIo, cwd: string, tell?: Tell): Promise<Workspace> {
  const { openWorkspace } = await import("../app/workspace/workspace.ts");
  const { locateState } = await import("../app/workspace/locate-state.ts");
  const hints = hintsOf(io, cwd);
  const place = locateState(hints).state;
  // With a state comes an identity; the person's may lie elsewhere, by a variable that is not read here.
  if (!existsSync(place))
    throw new CredenceError(
      "NO_ROOT",
      `there is no machine state at ${place}, and the server does not create it`,
    );
  // The process still knows the name of a directory that is gone.
  if (io.root === null && io.scope !== "user" && !isDirectory(cwd))
    throw new CredenceError(
      "PATH_ERROR",
      "the working directory of this server no longer exists",
      START_AGAIN,
    );
  (await import("../app/workspace/note-git.ts")).noteGitOf(place);
  io.held.open ??= (await import("../app/index/hold-open.ts")).holdOpen();
  const { indexes, seen } = io.held.open;
  const waiting = { onWait: (holder: string) => tell?.(`this root is being written to by ${holder}`) };
  return openWorkspace({ ...hints, ...waiting, indexes, seen });
}

/** Of the client nothing is written down: it can call itself anything. */
export async function noteAt(io: ServerIo, cwd: string, error: unknown): Promise<void> {
  const { locateState } = await import("../app/workspace/locate-state.ts");
  const { explainFailure } = await import("../app/health/explain-failure.ts");
  const { noteTrouble } = await import("../app/health/trouble.ts");
  const { state } = locateState(hintsOf(io, cwd));
  const { code } = explainFailure(error);
  noteTrouble(state, { client: "mcp", event: "memory_search", code, now: io.now() });
}

// Threat: a repository, or whoever made one, chooses the names of its directories, and a failure names the directory that it
// is about. A person who reads it knows the path; a model would be shown words that nobody checked. So it gets the path from
// the project on.

export function hideDirectories(text: string, cwd: string): string {
  return listProjectDirectories(cwd).reduce(
    (left, directory) => left.replaceAll(`${directory}${sep}`, "").replaceAll(directory, "the project"),
    text,
  );
}

/** An agent waits, and its client not for ever: what a repository holds may take this long, and the next call goes on. */
const PATIENCE_MS = 5_000;

export function patience(): { readonly isLate: () => boolean; readonly patient: true } {
  const began = performance.now();
  return { isLate: () => performance.now() - began > PATIENCE_MS, patient: true };
}

/** The workspace of one call, closed after it. */
export async function withWorkspace<Result>(
  place: LocalPlace,
  work: (workspace: Workspace) => Result | Promise<Result>,
): Promise<Result> {
  const { renderRemark } = await import("../app/workspace/remarks.ts");
  const { takeStateTroubles } = await import("../app/workspace/open-records.ts");
  const workspace = await place.open();
  try {
    const result = await work(workspace);
    const troubles = takeStateTroubles(workspace.troubles, workspace.roots);
    place.remarks.push(
      ...troubles.map((each) => `${each}: the user can run credence doctor`),
      ...workspace.remarks.list().map(renderRemark),
    );
    return result;
  } finally {
    workspace.close();
  }
}
