// The workspace of a hook: nobody is there, and nothing is taken from the environment.

import type { Workspace, WorkspaceHints } from "../app/workspace/workspace.ts";
import type { HookPlace } from "./hook.ts";

const NOBODY = { kind: "nobody", why: "a hook asks nobody", isAgent: () => true } as const;

export function hintsFor({ state, cache, claude, home, cwd, now, answering }: HookPlace): WorkspaceHints {
  const env = claude === null ? {} : { CLAUDE_CONFIG_DIR: claude };
  return {
    cwd,
    home,
    env,
    state,
    cache,
    root: null,
    scope: null,
    presence: NOBODY,
    now,
    ...answering,
  };
}

export async function openPlace(place: HookPlace): Promise<Workspace> {
  const { openWorkspace } = await import("../app/workspace/workspace.ts");
  return openWorkspace(hintsFor(place));
}
