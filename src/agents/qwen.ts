// Qwen Code: Claude Code's words, in a settings file like Gemini CLI's.

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
  // It documents no limit; what fits into the strictest of the others with a limit in characters fits here.
  contextChars: 10_000,
  showsNotices: true,
  readEvent: readQwenEvent,
  renderAnswer: renderClaudeAnswer,
} as const satisfies ClientCodec;

/** It fires too when a turn goes on after a tool or a hook, with the id of that turn and no word of the person, and a private
 * turn must not be opened by that. What nobody submitted is like what is said to a subagent: never captured. */
function readQwenEvent(name: string, input: unknown): HookEvent | null {
  const event = readClaudeEvent(name, input);
  if (event?.kind !== "prompt" || !isRecord(input) || textIn(input, "submitted_prompt") !== null)
    return event;
  return { ...event, agent: event.agent ?? CLIENT };
}

// Qwen Code: `~/.qwen/settings.json`, in which it allows comments. Numbers from 1,000 on are milliseconds to every version;
// smaller ones are seconds to newer versions alone.

export const qwenSettings: ClientSettings = /* @__PURE__ */ withTimedEntries({
  codec: qwen,
  label: "Qwen Code",
  program: "qwen",
  writesWhenAsked: true,
  since: null,
  commands: { path: (name) => join("commands", "credence", `${name}.md`), form: "markdown" },
  // On unless it is turned off, in the version that was looked at.
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
