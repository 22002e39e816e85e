// Cursor: context for the model only when a conversation begins; at a prompt it takes no more than "go on" or "stop", so a
// recall there has nowhere to go. It may run Claude Code's hooks beside ours: who answers twice is decided by ids.

import { join } from "node:path";
import { type ClientSettings, SAMPLE_SESSION, type SettingsRequest } from "./client-settings.ts";
import {
  type ClientCodec,
  type EventKinds,
  type EventOrigin,
  type HookAnswer,
  type HookEvent,
  isRecord,
  kindOf,
  promptIn,
  textIn,
} from "./hook-event.ts";
import { type HookPart, hookWords, quoteWords, slotOf } from "./hook-words.ts";
import {
  type EntrySettings,
  findPlainHooks,
  inspectEntries,
  mergeEntries,
  removeEntries,
  type WantedEntry,
} from "./merge-entries.ts";
import { editServers } from "./server-entry.ts";

const CLIENT = "cursor";

const EVENTS: EventKinds = {
  sessionStart: "session-start",
  beforeSubmitPrompt: "prompt",
  preToolUse: "before-tool",
  beforeShellExecution: "before-tool",
  postToolUse: "after-tool",
  afterAgentResponse: "turn-end",
  subagentStop: "turn-end",
  preCompact: "before-compact",
  sessionEnd: "session-end",
};

export const cursor = {
  name: CLIENT,
  events: EVENTS,
  settingsPaths: { user: [".cursor/hooks.json", ".cursor/mcp.json"], project: [".cursor/hooks.json"] },
  // It documents no limit; what fits into the strictest of the others with a limit in characters fits here.
  contextChars: 10_000,
  showsNotices: false,
  readEvent: readCursorEvent,
  renderAnswer: renderCursorAnswer,
} as const satisfies ClientCodec;

type Input = Readonly<Record<string, unknown>>;

function readCursorEvent(name: string, input: unknown): HookEvent | null {
  const kind = kindOf(EVENTS, name);
  if (!isRecord(input) || kind === null) return null;
  const origin = originOf(input);
  switch (kind) {
    case "session-start":
      return { ...origin, kind, source: "startup" };
    case "prompt": {
      const text = promptIn(input);
      return text === null ? null : { ...origin, kind, text };
    }
    case "before-tool": {
      const asked = name === "beforeShellExecution" ? shellIn(input) : toolIn(input);
      return asked === null ? null : { ...origin, kind, ...asked };
    }
    case "after-tool": {
      const asked = toolIn(input);
      return asked === null ? null : { ...origin, kind, ...asked, response: parsed(input["tool_output"]) };
    }
    case "turn-end":
      return { ...origin, kind, message: textIn(input, name === "subagentStop" ? "summary" : "text") };
    case "before-compact":
    case "session-end":
      return { ...origin, kind };
  }
}

type ToolCall = { readonly tool: string; readonly input: unknown };

function toolIn(input: Input): ToolCall | null {
  const tool = textIn(input, "tool_name");
  return tool === null ? null : { tool, input: input["tool_input"] };
}

/** A shell command comes without the name of its tool. */
function shellIn(input: Input): ToolCall | null {
  const command = textIn(input, "command");
  return command === null ? null : { tool: "Shell", input: { command } };
}

/** User hooks run in ~/.cursor, so the folder that is worked in is the one the input names. */
function originOf(input: Input): EventOrigin {
  const roots = input["workspace_roots"];
  const first: unknown = Array.isArray(roots) ? roots[0] : null;
  return {
    session: textIn(input, "conversation_id") ?? textIn(input, "session_id"),
    prompt: textIn(input, "generation_id"),
    cwd: textIn(input, "cwd") ?? (typeof first === "string" && first !== "" ? first : null),
    agent: textIn(input, "subagent_id"),
  };
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

/** There is no channel for a notice: what it would show at a prompt, it shows only when it blocks the prompt. */
function renderCursorAnswer({ kind }: HookEvent, { context = "", denial = "" }: HookAnswer): string {
  if (kind === "session-start" && context !== "") return JSON.stringify({ additional_context: context });
  if (kind !== "before-tool" || denial === "") return "";
  return JSON.stringify({ permission: "deny", user_message: denial, agent_message: denial });
}

// Cursor: `~/.cursor/hooks.json`, version 1. A shell command is judged twice, as a tool and as a command: not every version
// calls the first for it.

/** Seconds; each is more than the hook gives itself. At a prompt there is nothing to say to Cursor, so nothing is recalled there. */
const HOOKS: readonly (HookPart & { readonly timeout: number })[] = [
  { event: "sessionStart", timeout: 5 },
  { event: "beforeSubmitPrompt", part: "capture", timeout: 4 },
  { event: "preToolUse", timeout: 3 },
  { event: "beforeShellExecution", timeout: 3 },
  { event: "postToolUse", timeout: 5 },
  { event: "afterAgentResponse", timeout: 3 },
  { event: "subagentStop", timeout: 3 },
  { event: "preCompact", timeout: 3 },
  { event: "sessionEnd", timeout: 3 },
];

const ENTRIES: EntrySettings = {
  comments: false,
  fresh: { version: 1 },
  find: (settings) => findPlainHooks(settings, CLIENT),
};

export const cursorSettings: ClientSettings = {
  name: CLIENT,
  label: "Cursor",
  program: "cursor-agent",
  since: null,
  directory: ({ home, project }) => join(project ?? home, ".cursor"),
  server: /* @__PURE__ */ editServers({
    file: (at) => join(cursorSettings.directory(at), "mcp.json"),
    comments: false,
    fix: "remove it in Cursor's settings under MCP, then run the command again",
  }),
  file: (at) => join(cursorSettings.directory(at), "hooks.json"),
  merge: (text, request) => mergeEntries(text, listWanted(request), ENTRIES),
  remove: (text, request) => removeEntries(text, request, ENTRIES),
  inspect: (text, request) => inspectEntries(text, listWanted(request), ENTRIES),
  sample: (command, cwd) => ({
    event: "preToolUse",
    input: { conversation_id: SAMPLE_SESSION, cwd, tool_name: "Shell", tool_input: { command } },
  }),
  does: "memories at session start, write guard, capture, MCP server",
  notes: [
    "Cursor takes memories only when a conversation begins, not at every prompt",
    "its settings have a Hooks page that lists the entries and what they last did",
  ],
};

function listWanted({ launch }: SettingsRequest): WantedEntry[] {
  return HOOKS.map((hook) => {
    const value = { command: quoteWords(hookWords(launch, CLIENT, hook)), timeout: hook.timeout };
    return { slot: slotOf(hook), list: ["hooks", hook.event], value };
  });
}
