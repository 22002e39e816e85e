// Doctor's proof: every process that a connected client's hooks start is started as the client would start it. The guard has to deny
// a write into machine state; any other, told something that is no event, has to write down that it did not understand. And the
// version of each client, which may be newer than what was tested.

import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, findClient } from "../../agents/clients.ts";
import { processFor } from "../../agents/event-process.ts";
import { type HookEntry, hookWords, type Launch } from "../../agents/hook-words.ts";
import { sampleCall } from "../../agents/sample-call.ts";
import { removeTree } from "../../store/durable.ts";
import type { Ailment } from "../health/examine-root.ts";
import { readTrouble } from "../health/trouble.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { noteClientVersion } from "./client-versions.ts";
import { type ClientSurvey, findDeadClients, isConnected, readSettingsOrNull } from "./examine-clients.ts";
import { type CallPlaces, findProgram, findVersion, resolveCache } from "./launch.ts";
import { ANSWER_MS, proveHookPatiently, TRIES } from "./proofs.ts";
import { listUntested, surveyClients } from "./survey-clients.ts";

export function examineAnswers(places: CallPlaces, workspace: Workspace): Ailment[] {
  const own = surveyClients(places, workspace).filter((each) => each.scope === "user" && isConnected(each));
  const dead = findDeadClients(workspace, own);
  return own.flatMap((survey) => [
    // What is missing was said, and what is off or started as 0.1 did, too.
    ...(dead.includes(survey.label) || !canProve(workspace, survey) ? [] : prove(places, workspace, survey)),
    ...examineVersion(places, workspace, survey),
  ]);
}

function canProve({ state }: Workspace, survey: ClientSurvey): boolean {
  const found = survey.inspect(readSettingsOrNull(survey.path));
  return (
    found !== null &&
    found.off === null &&
    found.entries.every((each) => !each.isOld && each.state === state.path)
  );
}

function prove(places: CallPlaces, { state, cache }: Workspace, survey: ClientSurvey): Ailment[] {
  const { name, label } = survey;
  const client = findClient(name);
  if (client === null) return [];
  const launch = { node: "", script: "", state: state.path, cache: resolveCache(cache) };
  const { works, why } = proveHookPatiently(sampleCall(client, launch, places.home), {
    cwd: places.home,
    env: places.env,
  });
  const again = `credence install ${name} repairs it, or installing Credence again`;
  if (!works) return [ailment("error", `${label}: ${why}; ${again}`)];
  const entries = survey.inspect(readSettingsOrNull(survey.path))?.entries ?? [];
  return listDeaf({ client, launch, entries }, places).map((event) =>
    ailment("error", `${label}: the hook for ${event} does not start as it should; ${again}`),
  );
}

type Tried = { readonly client: Client; readonly launch: Launch; readonly entries: readonly HookEntry[] };

/** Events whose hooks do not answer. Of the lines that start one process the first is tried: they differ in a word. */
function listDeaf({ client: { codec }, launch, entries }: Tried, places: CallPlaces): string[] {
  const client = codec.name;
  const byProcess = Map.groupBy(entries, ({ event, part }) =>
    processFor({ client, event, only: part ?? undefined }),
  );
  byProcess.delete("hook-guard");
  return [...byProcess.values()].flatMap(([entry]) => {
    if (entry === undefined) return [];
    const { event, part } = entry;
    const words = hookWords(
      launch,
      client,
      part === "recall" || part === "capture" ? { event, part } : { event },
    );
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
  const client = findClient(survey.name);
  const program = client === null ? null : findProgram(client.settings.program, places);
  if (program !== null)
    noteClientVersion(state.path, survey.name, findVersion(program, places)?.join(".") ?? null);
  return listUntested(state.path, [survey]).map((each) =>
    ailment(
      "note",
      `${each}: its hook was tried just now; if something is missing in a session, update Credence`,
    ),
  );
}

function ailment(level: Ailment["level"], message: string): Ailment {
  return { check: "client", level, message, repairable: false };
}
