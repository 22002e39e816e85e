// Doctor's proof: every connected client's hook is started as the client would start it, and has to deny a write into machine
// state. And the version of each client, which may be newer than what was tested.

import { sayUntested } from "../../agents/client-settings.ts";
import { findClient } from "../../agents/clients.ts";
import { sampleCall } from "../../agents/sample-call.ts";
import type { Ailment } from "../health/examine-root.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { noteClientVersion, readClientVersions } from "./client-versions.ts";
import { type ClientSurvey, findDeadClients, isConnected, readSettingsOrNull } from "./examine-clients.ts";
import { type CallPlaces, findProgram, findVersion, resolveCache } from "./launch.ts";
import { proveHookTwice } from "./proofs.ts";
import { surveyClients } from "./survey-clients.ts";

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

function prove(places: CallPlaces, { state, cache }: Workspace, { name, label }: ClientSurvey): Ailment[] {
  const client = findClient(name);
  if (client === null) return [];
  const launch = { node: "", script: "", state: state.path, cache: resolveCache(cache) };
  const { works, why } = proveHookTwice(sampleCall(client, launch, places.home), {
    cwd: places.home,
    env: places.env,
  });
  if (works) return [];
  return [ailment("error", `${label}: ${why}; credence install ${name} repairs it`)];
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

/** In sentences, by what was last seen. */
export function listUntested(state: string, surveys: readonly ClientSurvey[]): string[] {
  const seen = readClientVersions(state);
  const connected = surveys.filter(({ scope }) => scope === "user").filter(isConnected);
  return connected.flatMap((survey) => sayUntested(survey, seen[survey.name] ?? null) ?? []);
}

function ailment(level: Ailment["level"], message: string): Ailment {
  return { check: "client", level, message, repairable: false };
}
