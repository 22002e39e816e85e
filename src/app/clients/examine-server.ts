// Doctor's look at the MCP server: is it there, does what the client would start answer, and do prompts ask it where they
// could?

import { asksServer, claudeServers, PROMPT_TOOL_SINCE } from "../../agents/claude/server.ts";
import { claudeCodeSettings } from "../../agents/claude-code.ts";
import { isOlder } from "../../agents/client-settings.ts";
import { findClient } from "../../agents/clients.ts";
import type { Ailment } from "../health/examine-root.ts";
import { writeIfPossible } from "../workspace/open-records.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ailment, readSettingsOrNull } from "./examine-clients.ts";
import type { CallPlaces } from "./launch.ts";
import { proveServer, writeServerProof } from "./proofs.ts";
import { askVersionOf, surveyConnected } from "./survey-clients.ts";

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
  const isAsked = asksServer(readSettingsOrNull(claudeCodeSettings.file(at)));
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

/** For the person: in a project install writes no server. */
function isConnectedByInstall(places: CallPlaces, workspace: Workspace): boolean {
  return surveyConnected(places, workspace).some(({ client }) => client.settings === claudeCodeSettings);
}

const find = ailment.bind(null, "mcp");

function canAsk(places: CallPlaces): boolean {
  const client = findClient(claudeCodeSettings.name);
  const version = client === null ? null : askVersionOf(client, places);
  return version !== null && !isOlder(version, PROMPT_TOOL_SINCE);
}
