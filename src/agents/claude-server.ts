// Claude Code keeps the MCP servers of the person in `.claude.json`, beside much else that is its own: one key of ours comes and
// goes, and every other byte stays.

import { join } from "node:path";
import type { Edited, ServerSettings, SettingsRequest, Version } from "./client-settings.ts";
import { addUnderKey, readAt, replaceAt } from "./edit-json.ts";
import { isRecord } from "./hook-event.ts";
import { isServerWords, serverWords, slotOf } from "./hook-words.ts";
import { refuseText } from "./refuse-text.ts";
import { removeAt } from "./remove-json.ts";

const SERVER_NAME = "credence";
const PATH = ["mcpServers", SERVER_NAME];

export const claudeServers: ServerSettings = {
  file: ({ home, env }) => join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json"),
  merge: (given, request) => {
    const wanted = renderEntry(request);
    if (given === null) return { kind: "edited", text: renderFresh(wanted) };
    const json = { text: given, comments: false };
    if (readAt(json) === null) return refuseText(json, UNREADABLE);
    const there = readAt(json, PATH);
    // Of this name there can be one; a server of another origin is not ours to replace.
    if (there !== null && findWords(there.value) === null) return refuseOther();
    if (there !== null && JSON.stringify(there.value) === JSON.stringify(wanted))
      return { kind: "edited", text: json.text };
    const text = there === null ? addUnderKey(json, PATH, wanted) : replaceAt(json, PATH, wanted);
    return text === null ? UNREADABLE : { kind: "edited", text };
  },
  remove: (text) => {
    if (text === null) return { kind: "edited", text };
    const json = { text, comments: false };
    // Whether our server is in there nobody can say.
    if (readAt(json) === null) return refuseText(json, UNREADABLE);
    return { kind: "edited", text: claudeServers.find(text) === null ? text : removeAt(json, PATH) };
  },
  find: (text) => {
    const there = text === null ? null : readAt({ text, comments: false }, PATH);
    return there === null ? null : findWords(there.value);
  },
};

const UNREADABLE = {
  kind: "refused",
  why: "it is not the JSON that the client writes, so nothing was changed",
  fix: "repair the file, then run the command again",
} as const;

function refuseOther(): Edited {
  const why = `it has an MCP server "${SERVER_NAME}" that is not ours, so nothing was changed`;
  return { kind: "refused", why, fix: `claude mcp remove ${SERVER_NAME}, then run the command again` };
}

function renderEntry({ launch }: SettingsRequest): unknown {
  const [command, ...args] = serverWords(launch);
  return { type: "stdio", command, args };
}

/** In a text of this layout the containers are ours, and go with the entry. */
function renderFresh(entry: unknown): string {
  return `${JSON.stringify({ mcpServers: { [SERVER_NAME]: entry } }, null, 2)}\n`;
}

function findWords(entry: unknown): readonly string[] | null {
  if (!isRecord(entry) || typeof entry["command"] !== "string" || !Array.isArray(entry["args"])) return null;
  const words = [entry["command"], ...entry["args"].map(String)];
  return isServerWords(words) ? words : null;
}

// The prompt hook of Claude Code that asks the session's own MCP server instead of starting a process. The client fills in what
// stands in `${…}`, once, and adds the answer only in the form that answer-hook.ts gives it.

const EVENT = "UserPromptSubmit";

/** The version that it was tried with: an older one may take such an answer for a message and add nothing. */
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

/** It replaces the command of the same part. */
export const PROMPT_SLOT = /* @__PURE__ */ slotOf({ event: EVENT, part: "recall" });

export function isPromptTool(handler: unknown, event: string): boolean {
  if (!isRecord(handler) || event !== EVENT) return false;
  const { type, server, tool } = PROMPT_TOOL;
  return handler["type"] === type && handler["server"] === server && handler["tool"] === tool;
}

/** Whether the prompts of a settings text go to the server. */
export function asksServer(text: string | null): boolean {
  const settings: unknown = text === null ? null : readAt({ text, comments: false })?.value;
  const hooks = isRecord(settings) ? settings["hooks"] : null;
  const groups = isRecord(hooks) ? hooks[EVENT] : null;
  const list: readonly unknown[] = Array.isArray(groups) ? groups : [];
  return list.some((group) => {
    const handlers = isRecord(group) ? group["hooks"] : null;
    return Array.isArray(handlers) && handlers.some((handler) => isPromptTool(handler, EVENT));
  });
}
