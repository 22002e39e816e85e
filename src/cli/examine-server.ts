// Doctor's look at the MCP server: does what the client would start answer, and do prompts ask it where they could?

import { isOlder, parseVersion } from "../agents/client-settings.ts";
import { asksServer, PROMPT_TOOL_SINCE } from "../agents/prompt-tool.ts";
import { claudeServers } from "../agents/server-claude-code.ts";
import { claudeCodeSettings } from "../agents/settings-claude-code.ts";
import { readSettingsOrNull } from "../app/examine-clients.ts";
import type { Ailment } from "../app/examine-root.ts";
import { askVersion, findProgram } from "../app/find-program.ts";
import { proveServer } from "../app/prove-server.ts";
import { writeServerProof } from "../app/server-proof.ts";
import type { Workspace } from "../app/workspace.ts";
import type { Io } from "./command.ts";

const AGAIN = "credence install claude-code";

export async function examineServer(io: Io, { state, now }: Workspace): Promise<Ailment[]> {
  const at = { home: io.home, env: io.env, project: null };
  const words = claudeServers.find(readSettingsOrNull(claudeServers.file(at)));
  if (words === null) return [];
  const { works, why } = await proveServer(words, io);
  writeServerProof(state.path, { words, works }, now);
  const isAsked = asksServer(readSettingsOrNull(claudeCodeSettings.file(at)));
  if (works) {
    const message = `the MCP server answers: ${AGAIN} lets prompts ask it, which is quicker`;
    return isAsked || !canAsk(io) ? [] : [{ check: "mcp", level: "note", message, repairable: false }];
  }
  const hint = isAsked ? `and prompts ask it: ${AGAIN} changes that` : `${AGAIN} writes its entry anew`;
  return [{ check: "mcp", level: "error", message: `${why}; ${hint}`, repairable: false }];
}

function canAsk(io: Io): boolean {
  const program = findProgram(claudeCodeSettings.program, io);
  const version = program === null ? null : parseVersion(askVersion(program, io));
  return version !== null && !isOlder(version, PROMPT_TOOL_SINCE);
}
