// Does a client that wants its hooks trusted run ours? Status reads what the client wrote down. Doctor asks the client itself,
// because only it can tell a hook that changed since it was trusted. Nobody but the person gives that trust.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookTrust, TrustVerdict } from "../../agents/client-settings.ts";
import { listHookStates, type PlacedState } from "../../agents/codex/trust.ts";
import { codexSettings } from "../../agents/codex.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { findRealPlace } from "../../store/paths.ts";
import type { Ailment } from "../health/examine-root.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ailment, type ClientSurvey, isConnected, readSettingsOrNull } from "./examine-clients.ts";
import { findProgram } from "./find-program.ts";
import type { CallPlaces, ProgramPlaces } from "./launch.ts";
import { converse, fieldOf, findAnswer } from "./proofs.ts";
import { surveyClients } from "./survey-clients.ts";

/** One sentence for each client that leaves out hooks of ours, by what it wrote down. */
export function listUntrusted(surveys: readonly ClientSurvey[]): string[] {
  return surveys.filter(isConnected).flatMap((survey) => sayVerdict(survey, judge(survey)));
}

export async function examineTrust(places: CallPlaces, workspace: Workspace): Promise<Ailment[]> {
  const surveys = surveyClients(places, workspace).filter(isConnected);
  const said = await Promise.all(
    surveys.map(async (survey) => {
      const { trust } = survey.client.settings;
      const text = readSettingsOrNull(survey.path);
      if (trust === undefined || text === null) return [];
      const hooks = listHookStates({ paths: namesOf(survey.path), text }, readNoted(trust, survey));
      return sayVerdict(survey, (await askCodex(places, text, hooks)) ?? judge(survey));
    }),
  );
  return said.flat().map((message) => ailment("client", "warning", message));
}

/** What the client wrote down about it. */
function readNoted({ file }: HookTrust, { at }: ClientSurvey): string | null {
  return readSettingsOrNull(file({ ...at, project: null }));
}

/** @returns null for a client that runs every hook. */
function judge(survey: ClientSurvey): TrustVerdict | null {
  const { trust } = survey.client.settings;
  const settings = { paths: namesOf(survey.path), text: readSettingsOrNull(survey.path) };
  return trust === undefined ? null : trust.judge(settings, readNoted(trust, survey));
}

/** As it is spelled, and where it really is. */
function namesOf(path: string): string[] {
  const real = findRealPlace(path);
  return real === null ? [path] : [path, real];
}

function sayVerdict({ label, client }: ClientSurvey, verdict: TrustVerdict | null): string[] {
  if (verdict === null) return [];
  const { hooks, untrusted, off } = verdict;
  const fix = client.settings.trust?.fix ?? "";
  return [
    ...(untrusted.length === 0
      ? []
      : [`${label} does not run ${countOf(untrusted, hooks)} until you trust them: ${fix}`]),
    ...(off.length === 0 ? [] : [`${countOf(off, hooks)} ${sayOff(off.length)}`]),
  ];
}

/** Only Codex has such a switch. */
function sayOff(count: number): string {
  const [is, it] = count === 1 ? ["is", "it"] : ["are", "them"];
  return `${is} turned off in Codex: start codex, type /hooks and turn ${it} on`;
}

function countOf(some: readonly string[], all: readonly string[]): string {
  const hooks = pluralize(all.length, "hook", "hooks");
  return some.length === all.length ? `our ${hooks}` : `${some.length} of our ${hooks} (${some.join(", ")})`;
}

// Codex, asked as an editor would ask it. In the person's own directory it would make files and start their servers: it gets an
// empty one, with our hooks and what it had written down about them, and is gone a moment later.

const LIST = 2;

/** Nothing of it is needed, and some of it would reach for the network. */
const QUIET = ["features.plugins=false", "analytics.enabled=false", "check_for_update_on_startup=false"];

/** @returns null when there is no Codex, or it does not answer: one that is too old does not. */
async function askCodex(
  places: ProgramPlaces,
  text: string,
  hooks: readonly PlacedState[],
): Promise<TrustVerdict | null> {
  const program = findProgram(codexSettings.program, places);
  if (program === null) return null;
  const home = mkdtempSync(join(tmpdir(), "credence-codex-"));
  try {
    const directory = join(home, "codex");
    const empty = join(home, "empty");
    for (const each of [directory, empty]) mkdirSync(each);
    const file = join(directory, "hooks.json");
    writeFileSync(file, text);
    writeFileSync(join(directory, "config.toml"), hooks.map((each) => renderState(file, each)).join(""));
    const env = { HOME: home, CODEX_HOME: directory, PATH: places.env["PATH"] ?? "" };
    const settings = QUIET.flatMap((each) => ["-c", each]);
    const { said } = await converse([program, "app-server", ...settings], {
      ...{ cwd: empty, env, leaveMs: 0 },
      messages: [
        { id: 1, method: "initialize", params: { clientInfo: { name: "credence-doctor", version: "1" } } },
        { method: "initialized" },
        { id: LIST, method: "hooks/list", params: { cwds: [empty] } },
      ],
      isEnough: (all) => findAnswer(all, LIST) !== null,
    });
    return readAnswer(said, hooks);
  } catch {
    // A full disk, or a program that cannot be started: what was written down has to do.
    return null;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

function renderState(file: string, { place, hash, isOff }: PlacedState): string {
  const lines = [
    `[hooks.state.${JSON.stringify(`${file}:${place}`)}]`,
    ...(hash === "" ? [] : [`trusted_hash = ${JSON.stringify(hash)}`]),
    ...(isOff ? ["enabled = false"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function readAnswer(said: string, hooks: readonly PlacedState[]): TrustVerdict | null {
  const lists = fieldOf(fieldOf(findAnswer(said, LIST), "result"), "data");
  const listed: unknown = Array.isArray(lists) ? fieldOf(lists[0], "hooks") : null;
  if (!Array.isArray(listed)) return null;
  const answerOf = ({ place }: PlacedState): unknown =>
    listed.find((each) => String(fieldOf(each, "key")).endsWith(`:${place}`));
  const eventsOf = (isOne: (answer: unknown) => boolean): string[] =>
    hooks.filter((hook) => isOne(answerOf(hook))).map(({ event }) => event);
  return {
    hooks: hooks.map(({ event }) => event),
    untrusted: eventsOf((answer) => fieldOf(answer, "trustStatus") !== "trusted"),
    off: eventsOf((answer) => fieldOf(answer, "enabled") === false),
  };
}
