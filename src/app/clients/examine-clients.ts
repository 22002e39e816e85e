// Are the connected clients still connected, and to this program and state? A client that was never connected is not
// an ailment.
//
// Attack: settings in a project may come from anybody, and so may the paths in them, which can be a sentence for an agent that
// runs `credence doctor`. Without a person those are not said.

import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Inspection, TrustVerdict } from "../../agents/client-settings.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Scope } from "../../memory/memory.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { findRealPlace } from "../../store/paths.ts";
import type { Ailment } from "../health/examine-root.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readLauncher } from "./launcher.ts";
import { readSettings } from "./settings-file.ts";

export type ClientSurvey = {
  /** How it is called on our command line, and by people. */
  readonly name: string;
  readonly label: string;
  /** Whose settings these are. */
  readonly scope: Scope;
  readonly path: string;
  /** Install puts our MCP server into another file of the person. */
  readonly wantsServer: boolean;
  /** It is there. */
  readonly hasServer: () => boolean;
  /** Where the client runs no hook that the person has not trusted. */
  readonly trust: {
    /** What a person does about it. */
    readonly fix: string;
    /** What the client wrote down about it. */
    readonly noted: () => string | null;
    /** Which of our hooks in a settings file it runs, by what it wrote down. */
    readonly judge: (path: string, text: string | null) => TrustVerdict;
  } | null;
  /** Our entries in a text, and what is missing of them; null when the text cannot be read. */
  readonly inspect: (text: string | null) => Inspection | null;
};

export function examineClients(workspace: Workspace, surveys: readonly ClientSurvey[]): Ailment[] {
  return [...surveys.flatMap((survey) => examineClient(workspace, survey)), ...examineHookless(surveys)];
}

/** Half a connection: without hooks there is no guard, and nothing is recalled. */
function examineHookless(surveys: readonly ClientSurvey[]): Ailment[] {
  const hooked = new Set(surveys.filter(isConnected).map(({ name }) => name));
  return surveys
    .filter((survey) => !hooked.has(survey.name) && survey.hasServer())
    .map(({ name, label }) => {
      const lack = `${label} has our MCP server but none of our hooks`;
      return ailment("warning", `${lack}; credence install ${name} repairs it`);
    });
}

export function isConnected(survey: ClientSurvey): boolean {
  const text = readSettingsOrNull(survey.path);
  return (survey.inspect(text)?.entries.length ?? 0) > 0;
}

/** By their labels: those whose hooks are there and start nothing. */
export function findDeadClients(workspace: Workspace, surveys: readonly ClientSurvey[]): string[] {
  const isDead = (survey: ClientSurvey): boolean =>
    examineClient(workspace, survey).some(({ level }) => level === "error");
  return surveys.filter(isDead).map(({ label }) => label);
}

/** Where a project is the home, some clients keep both settings in one file: the first of such surveys stays. */
export function listOneOfEachFile(surveys: readonly ClientSurvey[]): ClientSurvey[] {
  const places = surveys.map(({ path }) => findRealPlace(path) ?? path);
  return surveys.filter((_, index) => places.indexOf(places[index] ?? "") === index);
}

function examineClient({ state, presence }: Workspace, survey: ClientSurvey): Ailment[] {
  const { name, label, scope, path } = survey;
  const { text, why } = lookAt(path);
  const unknown = `${why}, so it is unknown whether ${label} is connected`;
  if (why !== null) return [ailment("warning", withRemedy(unknown, "unknown-settings"))];
  const found = survey.inspect(text);
  const again = `credence install ${name}${scope === "project" ? " --scope project" : ""} repairs it`;
  if (found === null) {
    const isOurs = [`hook ${name}`, `"${name}"`, `install ${name}`].some((each) => text?.includes(each));
    const dead = `${path} cannot be read, so no hook in it runs`;
    return isOurs ? [ailment("error", withRemedy(dead, "broken-settings"))] : [];
  }
  if (found.entries.length === 0) return [];
  const mayName = scope === "user" || presence.kind === "person";
  const gone = found.entries
    .flatMap(({ programs }) => programs.flatMap(listStarted))
    .filter((path) => !existsSync(path));
  const programs = new Set(gone.map((each) => (mayName ? each : "a program")));
  const elsewhere = found.entries.map((entry) => entry.state).filter((each) => each !== state.path);
  const states = new Set(
    elsewhere.map((each) => (mayName ? `another state directory, ${each}` : "another state directory")),
  );
  const { off } = found;
  const isOld = found.entries.some((entry) => entry.isOld);
  const old = `${label} starts our hooks as version 0.1 did, with every variable of a session`;
  return [
    ...(off === null
      ? []
      : [ailment("warning", withRemedy(`${off} in ${path} turns off all hooks of ${label}`, "hooks-off"))]),
    ...[...programs].map((each) =>
      ailment("error", `${label} starts ${each}, which does not exist; ${again}`),
    ),
    ...[...states].map((each) => ailment("warning", `the hooks of ${label} use ${each}; ${again}`)),
    ...(isOld ? [ailment("warning", `${old}; ${again}`)] : []),
    ...listLacks(found, label).map((lack) => ailment("warning", `${lack}; ${again}`)),
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

/** A program of a line, and where that is a launcher, what it starts in turn. */
function listStarted(path: string): string[] {
  const launched = basename(path) === "launch" ? readLauncher(readSettingsOrNull(path) ?? "") : null;
  return launched === null ? [path] : [path, launched.node, launched.script];
}

/** A file that is not a settings file, or cannot be read, contains nothing of ours. */
export function readSettingsOrNull(path: string): string | null {
  return lookAt(path).text;
}

type Look = { readonly text: string | null; readonly why: string | null };

/** What cannot be read is a finding, and the next file is looked at all the same. */
function lookAt(path: string): Look {
  try {
    return { text: readSettings(path), why: null };
  } catch (error) {
    if (error instanceof CredenceError) return { text: null, why: error.message };
    if (codeOf(error) === "") throw error;
    return { text: null, why: `${path} cannot be read (${codeOf(error)})` };
  }
}

function ailment(level: Ailment["level"], message: string): Ailment {
  return { check: "client", level, message, repairable: false };
}
