// The clients' settings files, as doctor and status look at them: those of the person, and those of the project that this is.

import {
  type ClientSettings,
  type Surroundings,
  sayUntested,
  type Version,
} from "../../agents/client-settings.ts";
import { CLIENTS, type Client } from "../../agents/clients.ts";
import { findRealPlace } from "../../store/paths.ts";
import { findUserRoot } from "../workspace/open-roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readClientVersions } from "./client-versions.ts";
import { type ClientSurvey, isConnected, readSettingsOrNull } from "./examine-clients.ts";
import { findProgram, findVersion } from "./find-program.ts";
import { type CallPlaces, findProjectTop, resolveCache } from "./launch.ts";

export function surveyClients(
  { cwd, home, env }: CallPlaces,
  { state, cache }: Pick<Workspace, "state" | "cache">,
): ClientSurvey[] {
  const top = findProjectTop(cwd);
  // Which form an entry has, and what it starts, is of no matter for whether it is there.
  const launch = { node: "", script: "", state: state.path, cache: resolveCache(cache) };
  const request = { launch, userRoot: findUserRoot({ cwd, home, env }), version: null };
  const surveyOf = (client: Client, project: string | null): ClientSurvey => {
    const { name, label, file, inspect } = client.settings;
    const at = { home, env, project };
    const isPersons = project === null;
    return {
      ...{ client, name, at, path: file(at) },
      label: isPersons ? label : `${label} in this project`,
      scope: isPersons ? "user" : "project",
      hasServer: () => isPersons && hasServer(client.settings, at),
      inspect: (text) => inspect(text, { ...request, isPersons }),
    };
  };
  const surveys = [null, top].flatMap((project) => CLIENTS.map((client) => surveyOf(client, project)));
  // Where a project is the home, some clients keep both settings in one file: the first of such surveys stays.
  const places = surveys.map(({ path }) => findRealPlace(path) ?? path);
  return surveys.filter((_, index) => places.indexOf(places[index] ?? "") === index);
}

function hasServer({ server }: ClientSettings, at: Surroundings): boolean {
  return server !== undefined && server.find(readSettingsOrNull(server.file(at))) !== null;
}

/** Those of the person in which our entries are. */
export function surveyConnected(...here: Parameters<typeof surveyClients>): ClientSurvey[] {
  return surveyClients(...here).filter((survey) => survey.scope === "user" && isConnected(survey));
}

/** @returns null where its program is not there, or does not say. */
export function askVersionOf({ settings }: Client, places: CallPlaces): Version | null {
  const program = findProgram(settings.program, places);
  return program === null ? null : findVersion(program, places);
}

/** Clients that are newer than what was tested, in sentences, by what was last seen. */
export function listUntested(state: string, surveys: readonly ClientSurvey[]): string[] {
  const seen = readClientVersions(state);
  const connected = surveys.filter(({ scope }) => scope === "user").filter(isConnected);
  return connected.flatMap((survey) => sayUntested(survey, seen[survey.name] ?? null) ?? []);
}
