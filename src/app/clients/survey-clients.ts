// The clients' settings files, as doctor and status look at them: those of the person, and those of the project that this is.

import {
  type ClientSettings,
  type HookTrust,
  type Surroundings,
  sayUntested,
} from "../../agents/client-settings.ts";
import { CLIENTS } from "../../agents/clients.ts";
import { findRealPlace } from "../../store/paths.ts";
import { findUserRoot } from "../workspace/open-roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readClientVersions } from "./client-versions.ts";
import { type ClientSurvey, isConnected, listOneOfEachFile, readSettingsOrNull } from "./examine-clients.ts";
import { type CallPlaces, findProjectTop, resolveCache } from "./launch.ts";

export function surveyClients(
  { cwd, home, env }: CallPlaces,
  { state, cache }: Pick<Workspace, "state" | "cache">,
): ClientSurvey[] {
  const top = findProjectTop(cwd);
  // Which form an entry has, and what it starts, is of no matter for whether it is there.
  const launch = { node: "", script: "", state: state.path, cache: resolveCache(cache) };
  const request = { launch, userRoot: findUserRoot({ cwd, home, env }), version: null };
  const surveyOf = (
    { name, label, file, server, trust, inspect }: ClientSettings,
    scope: ClientSurvey["scope"],
  ): ClientSurvey => ({
    name,
    label: scope === "user" ? label : `${label} in this project`,
    scope,
    path: file({ home, env, project: scope === "user" ? null : top }),
    // In a project install writes no server.
    wantsServer: scope === "user" && server !== undefined,
    hasServer: () =>
      scope === "user" &&
      server !== undefined &&
      server.find(readSettingsOrNull(server.file({ home, env, project: null }))) !== null,
    trust: trust === undefined ? null : trustOf(trust, { home, env, project: null }),
    inspect: (text) => inspect(text, { ...request, isPersons: scope === "user" }),
  });
  return listOneOfEachFile([
    ...CLIENTS.map(({ settings }) => surveyOf(settings, "user")),
    ...CLIENTS.map(({ settings }) => surveyOf(settings, "project")),
  ]);
}

function trustOf({ file, judge, fix }: HookTrust, at: Surroundings): NonNullable<ClientSurvey["trust"]> {
  const noted = (): string | null => readSettingsOrNull(file(at));
  return { fix, noted, judge: (path, text) => judge({ paths: namesOf(path), text }, noted()) };
}

/** As it is spelled, and where it really is. */
export function namesOf(path: string): string[] {
  const real = findRealPlace(path);
  return real === null ? [path] : [path, real];
}

/** Clients that are newer than what was tested, in sentences, by what was last seen. */
export function listUntested(state: string, surveys: readonly ClientSurvey[]): string[] {
  const seen = readClientVersions(state);
  const connected = surveys.filter(({ scope }) => scope === "user").filter(isConnected);
  return connected.flatMap((survey) => sayUntested(survey, seen[survey.name] ?? null) ?? []);
}
