// Qwen Code: Claude Code's words, in a settings file like Gemini CLI's.

import { join, resolve } from "node:path";
import { CLAUDE_EVENTS, claudeSample, readClaudeEvent, renderClaudeAnswer } from "./claude-code.ts";
import type { ClientSettings } from "./client-settings.ts";
import { type ClientCodec, type HookEvent, isRecord, textIn } from "./hook-event.ts";
import { withTimedEntries } from "./merge-entries.ts";
import { memoryInJson } from "./own-memory.ts";
import { editServers, withServer } from "./server-entry.ts";

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

const TIMEOUTS: Readonly<Record<string, number>> = {
  SessionStart: 5_000,
  SubagentStart: 5_000,
  UserPromptSubmit: 4_000,
  PreToolUse: 3_000,
  PostToolUse: 5_000,
  Stop: 3_000,
  SubagentStop: 3_000,
  PreCompact: 3_000,
  SessionEnd: 3_000,
};

const HOOKS: ClientSettings = /* @__PURE__ */ withTimedEntries({
  name: CLIENT,
  label: "Qwen Code",
  program: "qwen",
  writesWhenAsked: true,
  since: null,
  directory: ({ home, env, project }) =>
    project === null ? resolve(env["QWEN_HOME"] || join(home, ".qwen")) : join(project, ".qwen"),
  file: (at) => join(HOOKS.directory(at), "settings.json"),
  commands: { path: (name) => join("commands", "credence", `${name}.md`), form: "markdown" },
  // On unless it is turned off, in the version that was looked at.
  ownMemory: /* @__PURE__ */ memoryInJson({
    path: ["memory", "enableManagedAutoMemory"],
    comments: true,
    since: [0, 24, 4],
  }),
  entries: {
    timeouts: TIMEOUTS,
    more: { name: "credence" },
    comments: true,
    findOff: (settings) =>
      isRecord(settings) && settings["disableAllHooks"] === true ? "disableAllHooks" : null,
  },
  sample: claudeSample,
  does: "memories at session start and at each prompt, write guard, capture, MCP server",
  notes: ["`/hooks` in a session shows the entries and whether they are enabled"],
});

export const qwenSettings: ClientSettings = /* @__PURE__ */ withServer(
  HOOKS,
  /* @__PURE__ */ editServers({
    file: (at) => HOOKS.file(at),
    comments: true,
    fix: "qwen mcp remove credence, then run the command again",
  }),
);
