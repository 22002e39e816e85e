// Gemini CLI: its own names, exactly one JSON object on stdout, and angle brackets in context that the client escapes.

import { join } from "node:path";
import { type ClientSettings, SAMPLE_SESSION } from "./client-settings.ts";
import {
  type ClientCodec,
  type EventKinds,
  type EventWords,
  type HookAnswer,
  type HookEvent,
  isRecord,
  readNamedEvent,
  textIn,
} from "./hook-event.ts";
import { memoryInJson } from "./own-memory.ts";
import { withTimedEntries } from "./timed-entries.ts";

const ASKED: EventKinds = {
  SessionStart: "session-start",
  BeforeAgent: "prompt",
  BeforeTool: "before-tool",
  AfterTool: "after-tool",
  AfterAgent: "turn-end",
  SessionEnd: "session-end",
};

const WORDS: EventWords = {
  // PreCompress belongs to entries that an earlier version wrote.
  kinds: { ...ASKED, PreCompress: "before-compact" },
  prompt: null,
  agent: null,
  message: "prompt_response",
};

export const gemini = {
  name: "gemini",
  events: WORDS.kinds,
  settingsPaths: { user: [".gemini/settings.json"], project: [".gemini/settings.json"] },
  // The client documents no limit; this is the strictest documented limit in characters among the other clients.
  contextChars: 10_000,
  // Without a terminal the client puts the context of a session's start before the user's first words, and a resumed
  // session then drops both.
  startsWithPrompt: true,
  showsNotices: true,
  readEvent: readGeminiEvent,
  renderAnswer: renderGeminiAnswer,
} as const satisfies ClientCodec;

/** The client fires PreCompress before each request to its model, even without a compaction; only its record tells. */
const COMPACTED = '\n{"$set":{"sessionId":';

function readGeminiEvent(name: string, input: unknown): HookEvent | null {
  const event = readNamedEvent(WORDS, name, input);
  const path = isRecord(input) ? textIn(input, "transcript_path") : null;
  return event?.kind === "prompt" && path !== null
    ? { ...event, transcript: { path, mark: COMPACTED, has: isInRecord } }
    : event;
}

/** The client rewrites the whole conversation when it is resumed or compacted, and appends later lines, unless one of them
 * rewinds. */
function isInRecord(record: string, said: string): boolean {
  const now = record.slice(record.lastIndexOf('\n{"$set":{"messages":'));
  const escaped = said.trim().replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return now.includes(JSON.stringify(escaped).slice(1, -1)) && !now.includes('\n{"$rewindTo":');
}

const EVENT_NAMES: Readonly<Partial<Record<HookEvent["kind"], string>>> = {
  "session-start": "SessionStart",
  prompt: "BeforeAgent",
};

function renderGeminiAnswer(
  { kind }: HookEvent,
  { context = "", notice = "", denial = "" }: HookAnswer,
): string {
  if (kind === "before-tool")
    return denial === "" ? "" : JSON.stringify({ decision: "deny", reason: denial });
  const hookEventName = EVENT_NAMES[kind];
  if (hookEventName === undefined || (context === "" && notice === "")) return "";
  return JSON.stringify({
    ...(context === "" ? {} : { hookSpecificOutput: { hookEventName, additionalContext: context } }),
    ...(notice === "" ? {} : { systemMessage: notice }),
  });
}

// Gemini CLI: `~/.gemini/settings.json`, in which comments are allowed. Its timeouts are milliseconds.

export const geminiSettings: ClientSettings = /* @__PURE__ */ withTimedEntries({
  codec: gemini,
  label: "Gemini CLI",
  program: "gemini",
  writesWhenAsked: true,
  // In older versions hooks were an experiment that had to be turned on.
  since: [0, 26, 0],
  commands: { path: (name) => join("commands", "credence", `${name}.toml`), form: "toml" },
  // The client reads through old sessions, and drafts notes and skills.
  ownMemory: /* @__PURE__ */ memoryInJson({
    path: ["experimental", "autoMemory"],
    comments: true,
    since: null,
  }),
  entries: {
    events: ASKED,
    inMilliseconds: true,
    more: { name: "credence" },
    comments: true,
    off: { path: ["hooksConfig", "enabled"], value: false },
  },
  serverHere: { fix: "gemini mcp remove credence, then run the command again" },
  sample: (command, cwd) => ({
    event: "BeforeTool",
    input: { session_id: SAMPLE_SESSION, cwd, tool_name: "run_shell_command", tool_input: { command } },
  }),
  does: "memories with the first and with each prompt, write guard, capture, MCP server",
  notes: [
    "`/hooks panel` in a session shows the entries and whether they are enabled",
    "told to remember something, it may write that into its GEMINI.md, too: no setting turns that off",
  ],
});
