// Claude Code keeps the MCP servers of the person in `.claude.json`, beside much else that is its own: one key of ours comes and
// goes, and every other byte stays.

import { join } from "node:path";
import type { Edited, ServerSettings, SettingsRequest } from "./client-settings.ts";
import { addUnderKey, readNode, replaceAt } from "./edit-json.ts";
import { SERVER_NAME } from "./prompt-tool.ts";
import { isRecord } from "./read-input.ts";
import { refuseText } from "./refuse-text.ts";
import { removeAt } from "./remove-json.ts";
import { readServerWords, serverWords } from "./server-words.ts";

const PATH = ["mcpServers", SERVER_NAME];

export const claudeServers: ServerSettings = {
  file: ({ home, env }) => join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json"),
  merge: (given, request) => {
    const wanted = renderEntry(request);
    if (given === null) return { kind: "edited", text: renderFresh(wanted) };
    const json = { text: given, comments: false };
    if (readNode(json) === null) return refuseText(json, UNREADABLE);
    const there = readNode(json, PATH);
    // Of this name there can be one; a server of another origin is not ours to replace.
    if (there !== null && findWords(there.value) === null) return OTHER;
    if (there !== null && JSON.stringify(there.value) === JSON.stringify(wanted))
      return { kind: "edited", text: json.text };
    const text = there === null ? addUnderKey(json, PATH, wanted) : replaceAt(json, PATH, wanted);
    return text === null ? UNREADABLE : { kind: "edited", text };
  },
  remove: (text) => {
    if (text === null) return { kind: "edited", text };
    const json = { text, comments: false };
    // Whether our server is in there nobody can say.
    if (readNode(json) === null) return refuseText(json, UNREADABLE);
    return { kind: "edited", text: claudeServers.find(text) === null ? text : removeAt(json, PATH) };
  },
  find: (text) => {
    const there = text === null ? null : readNode({ text, comments: false }, PATH);
    return there === null ? null : findWords(there.value);
  },
};

const UNREADABLE = {
  kind: "refused",
  why: "it is not the JSON that the client writes, so nothing was changed",
  fix: "mend the file, then run the command again",
} as const;

const OTHER: Edited = {
  kind: "refused",
  why: `it has an MCP server "${SERVER_NAME}" that is not ours, so nothing was changed`,
  fix: `claude mcp remove ${SERVER_NAME}, then run the command again`,
};

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
  return readServerWords(words) === null ? null : words;
}
