// Doctor's proof: every process that a connected client's hooks start is started as the client would start it. The guard has to deny
// a write into machine state; any other, told something that is no event, has to write down that it did not understand. The MCP
// server has to answer a search. And the version of each client, which may be newer than what was tested.

import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeServers, PROMPT_SLOT, PROMPT_TOOL_SINCE } from "../../agents/claude/server.ts";
import { claudeCode, claudeCodeSettings } from "../../agents/claude-code.ts";
import { isOlder } from "../../agents/client-settings.ts";
import { readAt } from "../../agents/edit-json.ts";
import { processFor } from "../../agents/event-process.ts";
import { type HookPart, hookWords, type Launch } from "../../agents/hook-words.ts";
import { findGroupedHooks } from "../../agents/merge-entries.ts";
import { sampleCall } from "../../agents/sample-call.ts";
import { removeTree } from "../../store/durable.ts";
import type { Ailment } from "../health/examine-root.ts";
import { readTrouble } from "../health/trouble.ts";
import { writeIfPossible } from "../workspace/open-records.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { noteClientVersion } from "./client-versions.ts";
import {
  ailment,
  type ClientSurvey,
  findDeadClients,
  listEntries,
  readSettingsOrNull,
} from "./examine-clients.ts";
import { type CallPlaces, resolveCache } from "./launch.ts";
import { ANSWER_MS, proveHookPatiently, proveServer, TRIES, writeServerProof } from "./proofs.ts";
import { askVersionOf, listUntested, surveyConnected } from "./survey-clients.ts";

export function examineAnswers(places: CallPlaces, workspace: Workspace): Ailment[] {
  const own = surveyConnected(places, workspace);
  const dead = findDeadClients(workspace, own);
  return own.flatMap((survey) => [
    // What is missing was said, and what is off, too.
    ...(dead.includes(survey.label) || !canProve(workspace, survey) ? [] : prove(places, workspace, survey)),
    ...examineVersion(places, workspace, survey),
  ]);
}

function canProve({ state }: Workspace, survey: ClientSurvey): boolean {
  const found = survey.inspect(readSettingsOrNull(survey.path));
  const { entries = [], off = "" } = found ?? {};
  return off === null && entries.every((each) => each.state === state.path);
}

function prove(places: CallPlaces, { state, cache }: Workspace, survey: ClientSurvey): Ailment[] {
  const { client, name, label } = survey;
  const launch = { node: "", script: "", state: state.path, cache: resolveCache(cache) };
  const call = sampleCall(client, launch, places.home);
  const { works, why } = proveHookPatiently(call, { cwd: places.home, env: places.env });
  const again = `credence install ${name} repairs it, or installing Credence again`;
  const deaf = works ? listDeaf(survey, launch, places) : [];
  const faults = works ? deaf.map((event) => `the hook for ${event} does not start as it should`) : [why];
  return faults.map((fault) => ailment("client", "error", `${label}: ${fault}; ${again}`));
}

/** Events whose hooks do not answer. Of the lines that start one process the first is tried: they differ in a word. */
function listDeaf(survey: ClientSurvey, launch: Launch, places: CallPlaces): string[] {
  const client = survey.name;
  const byProcess = Map.groupBy(listEntries(survey), ({ event, part }) =>
    processFor({ client, event, only: part ?? undefined }),
  );
  byProcess.delete("hook-guard");
  return [...byProcess.values()].flatMap(([entry]) => {
    if (entry === undefined) return [];
    const { event, part } = entry;
    const hook: HookPart = part === "recall" || part === "capture" ? { event, part } : { event };
    const words = hookWords(launch, client, hook);
    return Array.from({ length: TRIES }).some(() => isHeard(words, places)) ? [] : [event];
  });
}

/** A state of its own takes what the process writes down, and goes with it. */
function isHeard(words: readonly string[], { home, env }: CallPlaces): boolean {
  const state = mkdtempSync(join(tmpdir(), "credence-doctor-"));
  try {
    const [program = "", ...args] = words.map((word, at) => (words[at - 1] === "--state" ? state : word));
    spawnSync(program, args, { cwd: home, env: { ...env }, input: "?", timeout: ANSWER_MS });
    return readTrouble(state).some(({ code }) => code === "NOT_UNDERSTOOD");
  } finally {
    removeTree(state);
  }
}

function examineVersion(places: CallPlaces, { state }: Workspace, survey: ClientSurvey): Ailment[] {
  const version = askVersionOf(survey.client, places)?.join(".") ?? null;
  if (version !== null) noteClientVersion(state.path, survey.name, version);
  const then = "its hook was tried just now; if something is missing in a session, update Credence";
  return listUntested(state.path, [survey]).map((each) => ailment("client", "note", `${each}: ${then}`));
}

// The MCP server: is it there, does what the client would start answer, and do prompts ask it where they could?

const AGAIN = "credence install claude-code";

export async function examineServer(places: CallPlaces, workspace: Workspace): Promise<Ailment[]> {
  return [...(await examineClaudeServer(places, workspace)), ...listLacking(places, workspace)];
}

/** Of the other clients: what each would start is the same. */
function listLacking(places: CallPlaces, workspace: Workspace): Ailment[] {
  return surveyConnected(places, workspace)
    .filter(({ client: { settings } }) => settings.server !== undefined && settings !== claudeCodeSettings)
    .filter(({ hasServer }) => !hasServer())
    .map(({ name, label }) =>
      find("warning", `${label} does not have our MCP server: credence install ${name} adds it`),
    );
}

async function examineClaudeServer(places: CallPlaces, workspace: Workspace): Promise<Ailment[]> {
  const { state, now, troubles } = workspace;
  const at = { home: places.home, env: places.env, project: null };
  const path = claudeServers.file(at);
  const words = claudeServers.find(readSettingsOrNull(path));
  const isAsked = asksServer(readSettingsOrNull(claudeCodeSettings.file(at)) ?? "");
  if (words === null) {
    const lack = `${path} does not contain our MCP server`;
    if (isAsked) return [find("error", `${lack}, and prompts use it: ${AGAIN} adds it`)];
    return isConnectedByInstall(places, workspace) ? [find("warning", `${lack}: ${AGAIN} adds it`)] : [];
  }
  const { works, why } = await proveServer(words, places);
  writeIfPossible(troubles, () => writeServerProof(state.path, { words, works }, now));
  if (works) {
    const message = `the MCP server answers: ${AGAIN} lets prompts use it, which is faster`;
    return isAsked || !canAsk(places) ? [] : [find("note", message)];
  }
  const hint = isAsked ? `and prompts use it: ${AGAIN} changes that` : `${AGAIN} rewrites its entry`;
  return [find("error", `${why}; ${hint}`)];
}

/** Whether the prompts of a settings text go to the server: then no process is named for them. */
function asksServer(text: string): boolean {
  const hooks = findGroupedHooks(readAt({ text, comments: false })?.value, claudeCode.name);
  return hooks.some(({ slot, entry }) => slot === PROMPT_SLOT && entry === null);
}

/** For the person: in a project install writes no server. */
function isConnectedByInstall(places: CallPlaces, workspace: Workspace): boolean {
  return surveyConnected(places, workspace).some(({ client }) => client.settings === claudeCodeSettings);
}

const find = ailment.bind(null, "mcp");

function canAsk(places: CallPlaces): boolean {
  const version = askVersionOf({ codec: claudeCode, settings: claudeCodeSettings }, places);
  return version !== null && !isOlder(version, PROMPT_TOOL_SINCE);
}
