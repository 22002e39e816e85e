// The clients' settings files, as doctor and status look at them.

import { ALL_SETTINGS } from "../agents/all-settings.ts";
import type { ClientSurvey } from "../app/examine-clients.ts";
import { resolveCache } from "../app/find-launch.ts";
import { findUserRoot, type Workspace } from "../app/workspace.ts";
import type { Io } from "./command.ts";

export function surveyClients(io: Io, { state, cache }: Pick<Workspace, "state" | "cache">): ClientSurvey[] {
  const { home, env } = io;
  // Which form an entry has, and what it starts, is of no matter for whether it is there.
  const launch = { node: "", script: "", state: state.path, cache: resolveCache(cache) };
  const request = { launch, userRoot: findUserRoot(io), version: null };
  return ALL_SETTINGS.map(({ name, label, file, inspect }) => ({
    name,
    label,
    path: file({ home, env, project: null }),
    inspect: (text) => inspect(text, request),
  }));
}
