// Doctor's look at the MCP server: is it there, does what the client would start answer, and do prompts ask it where they
// could?

import { claudeCodeSettings } from "../../agents/claude-code.ts";
import { asksServer, claudeServers, PROMPT_TOOL_SINCE } from "../../agents/claude-server.ts";
import { isOlder, parseVersion } from "../../agents/client-settings.ts";
import { isConnected, readSettingsOrNull } from "../../app/clients/examine-clients.ts";
import { askVersion, findProgram } from "../../app/clients/launch.ts";
import { proveServer, writeServerProof } from "../../app/clients/proofs.ts";
import type { Ailment } from "../../app/health/examine-root.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import type { Io } from "../call/command.ts";
import { surveyClients } from "./survey-clients.ts";

const AGAIN = "credence install claude-code";

export async function examineServer(io: Io, workspace: Workspace): Promise<Ailment[]> {
  const { state, now } = workspace;
  const at = { home: io.home, env: io.env, project: null };
  const path = claudeServers.file(at);
  const words = claudeServers.find(readSettingsOrNull(path));
  const isAsked = asksServer(readSettingsOrNull(claudeCodeSettings.file(at)));
  if (words === null) {
    const lack = `${path} has no MCP server of ours`;
    if (isAsked) return [ailment("error", `${lack}, and prompts ask it: ${AGAIN} adds it`)];
    return isConnectedByInstall(io, workspace) ? [ailment("warning", `${lack}: ${AGAIN} adds it`)] : [];
  }
  const { works, why } = await proveServer(words, io);
  writeServerProof(state.path, { words, works }, now);
  if (works) {
    const message = `the MCP server answers: ${AGAIN} lets prompts ask it, which is quicker`;
    return isAsked || !canAsk(io) ? [] : [ailment("note", message)];
  }
  const hint = isAsked ? `and prompts ask it: ${AGAIN} changes that` : `${AGAIN} writes its entry anew`;
  return [ailment("error", `${why}; ${hint}`)];
}

/** For the person: in a project install writes no server. */
function isConnectedByInstall(io: Io, workspace: Workspace): boolean {
  const surveys = surveyClients(io, workspace).filter(({ scope }) => scope === "user");
  return surveys.some((survey) => survey.name === claudeCodeSettings.name && isConnected(survey));
}

function ailment(level: Ailment["level"], message: string): Ailment {
  return { check: "mcp", level, message, repairable: false };
}

function canAsk(io: Io): boolean {
  const program = findProgram(claudeCodeSettings.program, io);
  const version = program === null ? null : parseVersion(askVersion(program, io));
  return version !== null && !isOlder(version, PROMPT_TOOL_SINCE);
}
