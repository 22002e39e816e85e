// Are the connected clients still connected, and to this program and state? A client that was never connected is not
// an ailment.
//
// Attack: settings in a project may come from anybody, and so may the paths in them, which can be a sentence for an agent that
// runs `credence doctor`. Without a person those are not said.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Inspection, Surroundings } from "../../agents/client-settings.ts";
import type { Client } from "../../agents/clients.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Scope } from "../../memory/memory.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { codeOf } from "../../store/fs-failure.ts";
import type { Ailment } from "../health/examine-root.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readLauncher } from "./launcher.ts";
import { readSettings } from "./settings-file.ts";

export type ClientSurvey = {
  readonly client: Client;
  /** How it is called on our command line, and by people. */
  readonly name: string;
  readonly label: string;
  /** Whose settings these are. */
  readonly scope: Scope;
  readonly path: string;
  readonly at: Surroundings;
  /** Our MCP server is where install puts it for the person. */
  readonly hasServer: () => boolean;
  /** Our entries in a text, and what is missing of them; null when the text cannot be read. */
  readonly inspect: (text: string | null) => Inspection | null;
};

export function examineClients(workspace: Workspace, surveys: readonly ClientSurvey[]): Ailment[] {
  return [
    ...surveys.flatMap((survey) => examineClient(workspace, survey)),
    ...listDisabled(surveys).map((message) => ailment("client", "warning", message)),
    ...examineHookless(surveys),
  ];
}

/** One sentence for each setting that turns off the hooks of a connected client: the person's, or one that a repository brings. */
export function listDisabled(surveys: readonly ClientSurvey[]): string[] {
  const connected = new Set(surveys.filter(isConnected).map(({ name }) => name));
  const sentences = surveys.flatMap(({ name, client, path, at, inspect }) => {
    const { project } = at;
    const files = client.codec.settingsPaths.project.map((file) => join(project ?? "", file));
    const isOff = (file: string): string | null => inspect(readSettingsOrNull(file))?.off ?? null;
    if (!connected.has(name)) return [];
    return (project === null ? [path] : files).flatMap((file) => {
      const off = isOff(file);
      const then = `turns off all hooks of ${client.settings.label}${project === null ? "" : " in this project"}`;
      const lack = "no memories, no write guard";
      return off === null ? [] : [withRemedy(`${off} in ${file} ${then} (${lack})`, "hooks-off")];
    });
  });
  return [...new Set(sentences)];
}

/** Half a connection: without hooks there is no guard, and nothing is recalled. */
function examineHookless(surveys: readonly ClientSurvey[]): Ailment[] {
  const hooked = new Set(surveys.filter(isConnected).map(({ name }) => name));
  const half = surveys.filter((survey) => !hooked.has(survey.name) && survey.hasServer());
  return half.map(({ name, label }) => {
    const lack = `${label} has our MCP server but none of our hooks`;
    return ailment("client", "warning", `${lack}; credence install ${name} repairs it`);
  });
}

export function isConnected(survey: ClientSurvey): boolean {
  return listEntries(survey).length > 0;
}

export function listEntries(survey: ClientSurvey): Inspection["entries"] {
  return survey.inspect(readSettingsOrNull(survey.path))?.entries ?? [];
}

/** By their labels: those whose hooks are there and start nothing. */
export function findDeadClients(workspace: Workspace, surveys: readonly ClientSurvey[]): string[] {
  const isDead = (survey: ClientSurvey): boolean =>
    examineClient(workspace, survey).some(({ level }) => level === "error");
  return surveys.filter(isDead).map(({ label }) => label);
}

function examineClient({ state, presence }: Workspace, survey: ClientSurvey): Ailment[] {
  const { name, label, scope, path } = survey;
  const { text, why } = lookAt(path);
  const find = (level: Ailment["level"], message: string) => ailment("client", level, message);
  const unknown = `${why}, so it is unknown whether ${label} is connected`;
  if (why !== null) return [find("warning", withRemedy(unknown, "unknown-settings"))];
  const found = survey.inspect(text);
  if (found === null) {
    const isOurs = [`hook ${name}`, `"${name}"`, `install ${name}`].some((each) => text?.includes(each));
    const dead = `${path} cannot be read, so no hook in it runs`;
    return isOurs ? [find("error", withRemedy(dead, "broken-settings"))] : [];
  }
  const { entries } = found;
  if (entries.length === 0) return [];
  const mayName = scope === "user" || presence.kind === "person";
  const started = entries.flatMap(({ launcher }) => listStarted(launcher));
  const gone = started.filter((each) => !existsSync(each)).map((each) => (mayName ? each : "a program"));
  const another = "another state directory";
  const elsewhere = entries.flatMap((entry) => (entry.state === state.path ? [] : [entry.state]));
  const states = elsewhere.map((each) => (mayName ? `${another}, ${each}` : another));
  const lacks = [
    ...[...new Set(states)].map((each) => `the hooks of ${label} use ${each}`),
    ...listLacks(found, label),
  ];
  const again = `credence install ${name}${scope === "project" ? " --scope project" : ""} repairs it`;
  return [
    ...[...new Set(gone)].map((each) =>
      find("error", `${label} starts ${each}, which does not exist; ${again}`),
    ),
    ...lacks.map((lack) => find("warning", `${lack}; ${again}`)),
  ];
}

function listLacks({ missing, rematched = [] }: Inspection, label: string): string[] {
  return [
    ...(rematched.length === 0 ? [] : [`${label} asks our guard about other tools than this version would`]),
    ...(missing.length === 0
      ? []
      : [`${label} lacks ${missing.length} of our entries: ${missing.join(", ")}`]),
  ];
}

/** A launcher, and what it starts in turn. */
function listStarted(path: string): string[] {
  const launched = readLauncher(readSettingsOrNull(path) ?? "");
  return launched === null ? [path] : [path, launched.node, launched.script];
}

/** A file that is not a settings file, or cannot be read, contains nothing of ours. */
export function readSettingsOrNull(path: string): string | null {
  return lookAt(path).text;
}

/** What cannot be read is a finding, and the next file is looked at all the same. */
function lookAt(path: string): { readonly text: string | null; readonly why: string | null } {
  try {
    return { text: readSettings(path), why: null };
  } catch (error) {
    if (error instanceof CredenceError) return { text: null, why: error.message };
    if (codeOf(error) === "") throw error;
    return { text: null, why: `${path} cannot be read (${codeOf(error)})` };
  }
}

/** Only install repairs what doctor finds about a client. */
export function ailment(check: string, level: Ailment["level"], message: string): Ailment {
  return { check, level, message, repairable: false };
}
