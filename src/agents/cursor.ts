// Cursor: context for the model only when a conversation begins; at a prompt it takes no more than "go on" or "stop", so a
// recall there has nowhere to go. It may run Claude Code's hooks beside ours: who answers twice is decided by ids.

import { join } from "node:path";
import type { ClientSettings, SettingsRequest } from "./client-settings.ts";
import {
  type ClientCodec,
  type EventOrigin,
  type HookAnswer,
  type HookEvent,
  isRecord,
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

export const cursor: ClientCodec = {
  name: "cursor",
  // It documents no limit; what fits into the strictest of the others with a limit in characters fits here.
  contextChars: 10_000,
  showsNotices: false,
  readEvent: readCursorEvent,
  renderAnswer: renderCursorAnswer,
};

type Input = Readonly<Record<string, unknown>>;

function readCursorEvent(name: string, input: unknown): HookEvent | null {
  if (!isRecord(input)) return null;
  const origin = originOf(input);
  const tool = textIn(input, "tool_name");
  switch (name) {
    case "sessionStart":
      return { ...origin, kind: "session-start", source: "startup" };
    case "beforeSubmitPrompt": {
      const text = promptIn(input);
      return text === null ? null : { ...origin, kind: "prompt", text };
    }
    case "preToolUse":
      return tool === null ? null : { ...origin, kind: "before-tool", tool, input: input["tool_input"] };
    case "beforeShellExecution": {
      const command = textIn(input, "command");
      return command === null ? null : { ...origin, kind: "before-tool", tool: "Shell", input: { command } };
    }
    case "postToolUse": {
      const response = parsed(input["tool_output"]);
      return tool === null
        ? null
        : { ...origin, kind: "after-tool", tool, input: input["tool_input"], response };
    }
    case "afterAgentResponse":
      return { ...origin, kind: "turn-end", message: textIn(input, "text") };
    case "subagentStop":
      return { ...origin, kind: "turn-end", message: textIn(input, "summary") };
    case "preCompact":
      return { ...origin, kind: "before-compact" };
    case "sessionEnd":
      return { ...origin, kind: "session-end" };
    default:
      return null;
  }
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

/** The result of a tool is JSON inside of a text, and a text where it is not. */
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

const CLIENT = "cursor";

/** Seconds. At a prompt there is nothing to say to Cursor, so nothing is recalled there. */
const HOOKS: readonly (HookPart & { readonly timeout: number })[] = [
  { event: "sessionStart", timeout: 10 },
  { event: "beforeSubmitPrompt", part: "capture", timeout: 5 },
  { event: "preToolUse", timeout: 5 },
  { event: "beforeShellExecution", timeout: 5 },
  { event: "postToolUse", timeout: 10 },
  { event: "afterAgentResponse", timeout: 5 },
  { event: "subagentStop", timeout: 5 },
  { event: "preCompact", timeout: 5 },
  { event: "sessionEnd", timeout: 5 },
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
  file: (at) => join(cursorSettings.directory(at), "hooks.json"),
  merge: (text, request) => mergeEntries(text, listWanted(request), ENTRIES),
  remove: (text, request) => removeEntries(text, request, ENTRIES),
  inspect: (text, request) => inspectEntries(text, listWanted(request), ENTRIES),
  does: "memories at session start, write guard, capture",
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
