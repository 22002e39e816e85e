// Claude Code keeps the user's MCP servers in `.claude.json`, next to much else of its own.

import { join } from "node:path";
import type { ServerEntries, Version } from "../client-settings.ts";
import { isRecord } from "../hook-event.ts";
import { slotOf } from "../hook-words.ts";
import { editServers, SERVER_NAME } from "../server-entry.ts";

export const claudeServers: ServerEntries = /* @__PURE__ */ editServers({
  file: ({ home, env }) => join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json"),
  comments: false,
  more: { type: "stdio" },
  fix: "claude mcp remove credence, then run the command again",
});

// The prompt hook of Claude Code that asks the session's own MCP server instead of starting a process. The client fills in
// `${…}` once, and adds the answer only in the form that answer-hook.ts gives it.

const EVENT = "UserPromptSubmit";

/** The tested version: an older one may take such an answer for a message and add nothing. */
export const PROMPT_TOOL_SINCE: Version = [2, 1, 325];

export const PROMPT_TOOL = {
  type: "mcp_tool",
  server: SERVER_NAME,
  tool: "memory_search",
  input: {
    hook: true,
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the client fills these in
    query: "${prompt}",
    session: "${session_id}",
    prompt_id: "${prompt_id}",
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the client fills these in
  },
} as const;

/** Replaces the command of the same part. */
export const PROMPT_SLOT = /* @__PURE__ */ slotOf({ event: EVENT, part: "recall" });

export function isPromptTool(handler: unknown, event: string): boolean {
  if (!isRecord(handler) || event !== EVENT) return false;
  const { type, server, tool } = PROMPT_TOOL;
  return handler["type"] === type && handler["server"] === server && handler["tool"] === tool;
}
