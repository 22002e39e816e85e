// Are the clients that were connected still connected, and to what is here? A client that never was is not an ailment.

import { existsSync } from "node:fs";
import { CredenceError } from "../memory/errors.ts";
import { addDays, renderInstant } from "../memory/instant.ts";
import { readSettings } from "./change-settings.ts";
import { describePause } from "./describe-pause.ts";
import type { Ailment } from "./examine-root.ts";
import { readTrouble } from "./hook-trouble.ts";
import { readPause } from "./pause.ts";
import type { Workspace } from "./workspace.ts";

export type ConnectedEntry = {
  readonly node: string;
  readonly script: string;
  readonly state: string;
  readonly event: string;
};

export type ClientInspection = {
  readonly entries: readonly ConnectedEntry[];
  readonly missing: readonly string[];
  /** A setting that turns all hooks off. */
  readonly off: string | null;
};

export type ClientSurvey = {
  /** How it is called on our command line, and by people. */
  readonly name: string;
  readonly label: string;
  readonly path: string;
  /** Our entries in a text, and what is missing of them; null where the text cannot be read. */
  readonly inspect: (text: string | null) => ClientInspection | null;
};

/** Older trouble is over, or was told. */
const TROUBLE_DAYS = 7;

export function examineClients(workspace: Workspace, surveys: readonly ClientSurvey[]): Ailment[] {
  return [
    ...examinePause(workspace),
    ...examineTrouble(workspace),
    ...surveys.flatMap((survey) => examineClient(workspace, survey)),
  ];
}

export function isConnected(survey: ClientSurvey): boolean {
  const text = readSettingsOrNull(survey.path);
  return (survey.inspect(text)?.entries.length ?? 0) > 0;
}

function examineClient({ state }: Workspace, survey: ClientSurvey): Ailment[] {
  const { name, label, path } = survey;
  const text = readSettingsOrNull(path);
  const found = survey.inspect(text);
  const again = `credence install ${name} mends it`;
  if (found === null) {
    const isOurs = text?.includes(`hook ${name}`) === true || text?.includes(`"${name}"`) === true;
    return isOurs ? [ailment("error", `${path} cannot be read, so no hook in it runs`)] : [];
  }
  if (found.entries.length === 0) return [];
  const gone = new Set(found.entries.flatMap(({ node, script }) => [node, script]).filter(isGone));
  const elsewhere = new Set(found.entries.map((entry) => entry.state).filter((each) => each !== state.path));
  const { missing, off } = found;
  return [
    ...(off === null ? [] : [ailment("warning", `${off} in ${path} turns all hooks of ${label} off`)]),
    ...[...gone].map((each) => ailment("error", `${label} starts ${each}, which is not there; ${again}`)),
    ...[...elsewhere].map((each) => ailment("warning", `the hooks of ${label} use another state, ${each}`)),
    ...(missing.length === 0
      ? []
      : [
          ailment(
            "warning",
            `${label} lacks ${missing.length} of our entries: ${missing.join(", ")}; ${again}`,
          ),
        ]),
  ];
}

function isGone(path: string): boolean {
  return !existsSync(path);
}

/** A file that is no settings file holds nothing of ours. */
export function readSettingsOrNull(path: string): string | null {
  try {
    return readSettings(path);
  } catch (error) {
    if (error instanceof CredenceError) return null;
    throw error;
  }
}

function examinePause({ state, now }: Workspace): Ailment[] {
  const pause = readPause(state.path, now);
  return pause === null ? [] : [ailment("note", describePause(pause), "paused")];
}

function examineTrouble({ state, now }: Workspace): Ailment[] {
  const since = renderInstant(addDays(now, -TROUBLE_DAYS));
  const recent = readTrouble(state.path).filter(({ at }) => at >= since);
  const last = recent.at(-1);
  if (last === undefined) return [];
  const times = `${recent.length} time${recent.length === 1 ? "" : "s"} in ${TROUBLE_DAYS} days`;
  const where = `${last.client} ${last.event} at ${last.at}`;
  return [ailment("warning", `a hook failed ${times}, last with ${last.code} in ${where}`, "hooks")];
}

function ailment(level: Ailment["level"], message: string, check = "client"): Ailment {
  return { check, level, message, repairable: false };
}
