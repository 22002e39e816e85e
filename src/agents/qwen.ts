// Qwen Code: Claude Code's events, in a settings file like Gemini CLI's.

import { join } from "node:path";
import { CLAUDE_EVENTS, claudeSample, readClaudeEvent, renderClaudeAnswer } from "./claude-code.ts";
import type { ClientSettings } from "./client-settings.ts";
import { type ClientCodec, type HookEvent, isRecord, textIn } from "./hook-event.ts";
import { ALL_OFF } from "./merge-entries.ts";
import { memoryInJson } from "./own-memory.ts";
import { withTimedEntries } from "./timed-entries.ts";

const CLIENT = "qwen";

export const qwen = {
  name: CLIENT,
  events: CLAUDE_EVENTS,
  settingsPaths: {
    user: [".qwen/settings.json"],
    moved: { variable: "QWEN_HOME", paths: ["settings.json"] },
    project: [".qwen/settings.json"],
  },
  // The client documents no limit; this is the strictest documented limit in characters among the other clients.
  contextChars: 10_000,
  showsNotices: true,
  readEvent: readQwenEvent,
  renderAnswer: renderClaudeAnswer,
} as const satisfies ClientCodec;

/** The client also fires this event when a turn continues after a tool or a hook, with the id of that turn and no words of
 * the user, which must not open a private turn. A prompt that the user did not submit is treated like one for a subagent:
 * never captured. */
function readQwenEvent(name: string, input: unknown): HookEvent | null {
  const event = readClaudeEvent(name, input);
  if (event?.kind !== "prompt" || !isRecord(input) || textIn(input, "submitted_prompt") !== null)
    return event;
  return { ...event, agent: event.agent ?? CLIENT };
}

// Qwen Code: `~/.qwen/settings.json`, in which comments are allowed. Numbers from 1,000 on are milliseconds in every
// version; smaller ones are seconds in newer versions only.

export const qwenSettings: ClientSettings = /* @__PURE__ */ withTimedEntries({
  codec: qwen,
  label: "Qwen Code",
  program: "qwen",
  writesWhenAsked: true,
  since: null,
  commands: { path: (name) => join("commands", "credence", `${name}.md`), form: "markdown" },
  // On by default in the tested version.
  ownMemory: /* @__PURE__ */ memoryInJson({
    path: ["memory", "enableManagedAutoMemory"],
    comments: true,
    since: [0, 24, 4],
  }),
  entries: { inMilliseconds: true, more: { name: "credence" }, comments: true, off: ALL_OFF },
  serverHere: { fix: "qwen mcp remove credence, then run the command again" },
  sample: claudeSample,
  does: "memories at session start and at each prompt, write guard, capture, MCP server",
  notes: ["`/hooks` in a session shows the entries and whether they are enabled"],
});
