// The clients' settings files, as doctor and status look at them: those of the person, and those of the project that this is.

import type { ClientSettings } from "../../agents/client-settings.ts";
import { CLIENTS } from "../../agents/clients.ts";
import {
  type ClientSurvey,
  listOneOfEachFile,
  readSettingsOrNull,
} from "../../app/clients/examine-clients.ts";
import { findProjectTop, resolveCache } from "../../app/clients/launch.ts";
import { findUserRoot, type Workspace } from "../../app/workspace/workspace.ts";
import type { Io } from "../call/command.ts";

export function surveyClients(io: Io, { state, cache }: Pick<Workspace, "state" | "cache">): ClientSurvey[] {
  const { home, env } = io;
  const top = findProjectTop(io.cwd);
  // Which form an entry has, and what it starts, is of no matter for whether it is there.
  const launch = { node: "", script: "", state: state.path, cache: resolveCache(cache) };
  const request = { launch, userRoot: findUserRoot(io), version: null };
  const surveyOf = (
    { name, label, file, server, inspect }: ClientSettings,
    scope: ClientSurvey["scope"],
  ): ClientSurvey => ({
    name,
    label: scope === "user" ? label : `${label} in this project`,
    scope,
    path: file({ home, env, project: scope === "user" ? null : top }),
    // In a project install writes no server.
    hasServer: () =>
      scope === "user" &&
      server !== undefined &&
      server.find(readSettingsOrNull(server.file({ home, env, project: null }))) !== null,
    inspect: (text) => inspect(text, request),
  });
  return listOneOfEachFile([
    ...CLIENTS.map(({ settings }) => surveyOf(settings, "user")),
    ...CLIENTS.map(({ settings }) => surveyOf(settings, "project")),
  ]);
}
