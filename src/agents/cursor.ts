// Cursor: context reaches the model only when a conversation begins; a prompt hook can only answer "continue" or "stop", so
// a recall there has no effect. Cursor may run Claude Code's hooks beside ours; ids prevent a second answer.

import { join } from "node:path";
import { type ClientSettings, SAMPLE_SESSION } from "./client-settings.ts";
import {
  type ClientCodec,
  type EventWords,
  type HookAnswer,
  type HookEvent,
  isRecord,
  readNamedEvent,
  textIn,
} from "./hook-event.ts";
import { editServers } from "./server-entry.ts";
import { withTimedEntries } from "./timed-entries.ts";

const WORDS: EventWords = {
  kinds: {
    sessionStart: "session-start",
    beforeSubmitPrompt: "prompt",
    preToolUse: "before-tool",
    beforeShellExecution: "before-tool",
    postToolUse: "after-tool",
    afterAgentResponse: "turn-end",
    subagentStop: "turn-end",
    preCompact: "before-compact",
    sessionEnd: "session-end",
  },
  prompt: "generation_id",
  agent: "subagent_id",
  message: "message",
};

export const cursor = {
  name: "cursor",
  events: WORDS.kinds,
  settingsPaths: { user: [".cursor/hooks.json", ".cursor/mcp.json"], project: [".cursor/hooks.json"] },
  // The client documents no limit; this is the strictest documented limit in characters among the other clients.
  contextChars: 10_000,
  showsNotices: false,
  readEvent: readCursorEvent,
  renderAnswer: renderCursorAnswer,
} as const satisfies ClientCodec;

/** A shell command comes without the name of its tool. User hooks run in ~/.cursor, so the working directory is taken from
 * the input. */
function readCursorEvent(name: string, input: unknown): HookEvent | null {
  if (!isRecord(input)) return null;
  const { workspace_roots: roots, tool_output, text, summary } = input;
  const command = textIn(input, "command");
  const shell = { tool_name: command === null ? null : "Shell", tool_input: { command } };
  return readNamedEvent(WORDS, name, {
    ...input,
    ...(name === "beforeShellExecution" ? shell : {}),
    session_id: textIn(input, "conversation_id") ?? input["session_id"],
    cwd: textIn(input, "cwd") ?? (Array.isArray(roots) ? roots[0] : null),
    source: "startup",
    tool_response: parsed(tool_output),
    message: name === "subagentStop" ? summary : text,
  });
}

/** The result of a tool is JSON in a string, or plain text. */
function parsed(output: unknown): unknown {
  if (typeof output !== "string") return output;
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

/** There is no channel for a notice: the client shows the notice of a prompt only if the hook blocks the prompt. */
function renderCursorAnswer({ kind }: HookEvent, { context = "", denial = "" }: HookAnswer): string {
  if (kind === "session-start" && context !== "") return JSON.stringify({ additional_context: context });
  if (kind !== "before-tool" || denial === "") return "";
  return JSON.stringify({ permission: "deny", user_message: denial, agent_message: denial });
}

// Cursor: `~/.cursor/hooks.json`, version 1. A shell command is judged twice, as a tool and as a command, because some
// versions do not call the tool hook for it.

export const cursorSettings: ClientSettings = /* @__PURE__ */ withTimedEntries({
  codec: cursor,
  label: "Cursor",
  program: "cursor-agent",
  since: null,
  server: /* @__PURE__ */ editServers({
    file: (at) => join(cursorSettings.directory(at), "mcp.json"),
    comments: false,
    fix: "remove it in Cursor's settings under MCP, then run the command again",
  }),
  entries: { comments: false, plain: { version: 1 }, onlyCaptures: true },
  sample: (command, cwd) => ({
    event: "preToolUse",
    input: { conversation_id: SAMPLE_SESSION, cwd, tool_name: "Shell", tool_input: { command } },
  }),
  does: "memories at session start, write guard, capture, MCP server",
  notes: [
    "Cursor takes memories only when a conversation begins, not at every prompt",
    "its settings have a Hooks page that lists the entries and what they last did",
  ],
});
