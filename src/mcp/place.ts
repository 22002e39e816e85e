// Where a call works and who makes it. Nobody is ever there: whatever reaches a tool was written by a model, and a client that
// says otherwise is not believed. State and cache come from the arguments of the server's own command line.

import { existsSync } from "node:fs";
import type { Workspace, WorkspaceHints } from "../app/workspace.ts";
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
};

export type ToolPlace = {
  /** Found anew for each call: roots come and go, and so does trust. */
  readonly open: () => Promise<Workspace>;
  readonly client: string;
  readonly session: string | null;
  readonly writes: WriteLimit;
};

const NOBODY = { kind: "nobody", why: "a tool asks nobody" } as const;

export async function openAt(
  { home, state, cache, claude, root, scope, now }: ServerIo,
  cwd: string,
): Promise<Workspace> {
  const { openWorkspace } = await import("../app/workspace.ts");
  const { locateState } = await import("../app/locate-state.ts");
  // Nothing is taken from the environment: a repository can set variables for the servers of its visitors.
  const hints: WorkspaceHints = {
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
  const place = locateState(hints).state;
  // With a state comes an identity; the person's may lie elsewhere, by a variable that is not read here.
  if (!existsSync(place))
    throw new CredenceError("NO_ROOT", `there is no machine state at ${place}, and a server makes none`);
  return openWorkspace(hints);
}

/** The workspace of one call, closed after it. */
export async function withWorkspace<Result>(
  place: ToolPlace,
  work: (workspace: Workspace) => Result | Promise<Result>,
): Promise<Result> {
  const workspace = await place.open();
  try {
    return await work(workspace);
  } finally {
    workspace.close();
  }
}
