// Opens everything that a run of the drain needs, from the settings of this machine.

import type { Instant } from "../../memory/instant.ts";
import { limitsOf } from "../../observer/model/budget.ts";
import { CODE_MODE } from "../../observer/modes/code.ts";
import { createSecretFinder } from "../capture/spool-record.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import { type OpenRoot, openWorkspace, type Workspace, type WorkspaceHints } from "../workspace/workspace.ts";
import { placeObserver } from "./drain.ts";
import type { DrainSetting } from "./observe-root.ts";

const DEADLINE_MS = 5 * 60_000;
const TRIES_MAX = 3;
const PAUSE_MS = 1_000;

export type DrainHints = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Instant;
  readonly deadlineMs?: number;
};

/** @returns null when no provider is set; then no provider is loaded. */
export async function openDrain(
  workspace: Workspace,
  root: OpenRoot,
  { env, now, deadlineMs = DEADLINE_MS }: DrainHints,
): Promise<DrainSetting | null> {
  const { config } = readRootConfig(workspace.config.config, root.path);
  if (config["observer.provider"] === "none") return null;
  const { openProvider } = await import("../../observer/providers/index.ts");
  const state = workspace.state.path;
  const provider = await openProvider(config, { state, env });
  if (provider === null) return null;
  return {
    workspace,
    root,
    place: placeObserver(state, root),
    provider,
    config,
    mode: CODE_MODE,
    limits: limitsOf(config),
    findSecrets: createSecretFinder(config),
    now,
    deadlineMs,
    triesMax: TRIES_MAX,
    pauseMs: PAUSE_MS,
  };
}

/** The workspace of the project's root and the user root, because candidates are compared with the memories of both. */
export function openWithUserRoot(hints: WorkspaceHints): Workspace {
  const workspace = openWorkspace(hints);
  if (workspace.roots.some(({ scope }) => scope === "user")) return workspace;
  const own = openWorkspace({ ...hints, root: null, scope: "user" });
  own.close();
  return { ...workspace, roots: [...workspace.roots, ...own.roots] };
}
