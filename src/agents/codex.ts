// Codex: Claude Code's events, a stricter reader (an answer with a key outside of its schema is dropped as a whole), and a
// turn id in place of Claude Code's prompt id.

import { join } from "node:path";
import { CLAUDE_EVENTS, claudeSample, readClaudeEvent, renderClaudeAnswer } from "./claude-code.ts";
import type { ClientSettings, OwnMemory, ServerSettings } from "./client-settings.ts";
import { codexServers, configFile } from "./codex/servers.ts";
import { readStatements } from "./codex/toml.ts";
import { codexTrust } from "./codex/trust.ts";
import { type ClientCodec, type HookEvent, isRecord, textIn } from "./hook-event.ts";
import { withOwnMemory } from "./own-memory.ts";
import { withTimedEntries } from "./timed-entries.ts";

/** Context above 2,500 tokens goes to a file, of which the model sees the two ends. Codex counts one token per 4 bytes of
 * UTF-8. A UTF-16 unit takes at most 3 bytes, so this many units stay below the limit for any text. An entry may have more
 * room; its command line says so, because an older entry has not. */
const CONTEXT_CHARS = 3_333;

export const codex = {
  name: "codex",
  events: CLAUDE_EVENTS,
  settingsPaths: {
    user: [".codex/hooks.json", ".codex/config.toml"],
    moved: { variable: "CODEX_HOME", paths: ["hooks.json", "config.toml"] },
    project: [".codex/hooks.json", ".codex/config.toml"],
  },
  contextChars: CONTEXT_CHARS,
  tellsRewinds: true,
  showsNotices: true,
  readEvent: readCodexEvent,
  renderAnswer: renderClaudeAnswer,
} as const satisfies ClientCodec;

function readCodexEvent(name: string, input: unknown): HookEvent | null {
  const event = readClaudeEvent(name, input);
  if (event === null || !isRecord(input)) return null;
  const transcript = textIn(input, "transcript_path");
  const named = { ...event, prompt: textIn(input, "turn_id") };
  if (transcript === null) return named;
  if (named.kind === "session-start") return { ...named, transcript };
  return named.kind === "prompt" ? { ...named, length: { transcript, tells: tellsRewinds } } : named;
}

/** The tested version: a conversation that is rewound to an earlier prompt is resumed in a new transcript, or continues as
 * another session. */
const REWIND_TOLD_SINCE = 166;

/** `head` is the beginning of the transcript. False for the transcript of a subagent, whose source is not a plain word,
 * because the start of a subagent was not tested. */
function tellsRewinds(head: string): boolean {
  const [, major, minor] = /"cli_version":"(\d{1,4})\.(\d{1,6})\.[^"]{1,40}","source":"/.exec(head) ?? [];
  return Number(major) > 0 || Number(minor) >= REWIND_TOLD_SINCE;
}

// Codex: `~/.codex/hooks.json`, strict JSON with nothing but hooks in it. A hook runs only after the user has trusted
// exactly this definition, times included, so the entries of a machine never change without need.

/** `memories` of the features: in its table, by a dotted key, or in an inline table. Off unless the user turned it on. */
const memory: OwnMemory = {
  since: null,
  file: configFile,
  setting: "memories = false under [features]",
  isOn: (text) => findFeature(text ?? "")?.word === "true",
  turnOff: (text, isAsked) => (isAsked ? swapFeature(text, ["true", "false"]) : text),
  turnBack: (text) => swapFeature(text, ["false", "true"]),
};

function findFeature(text: string): { readonly word: string; readonly start: number } | null {
  for (const { table, key, value, valueAt } of readStatements(text) ?? []) {
    const path = [...table, ...(key ?? [])].join(".");
    if (valueAt === null || (path !== "features.memories" && path !== "features")) continue;
    const found = (path === "features" ? IN_ONE_LINE : /^(?:true|false)/).exec(value);
    if (found !== null) return { word: found[0], start: valueAt + found.index };
  }
  return null;
}

const IN_ONE_LINE = /(?<=^\{(?:[^{}"'#]*,)?\s{0,20}memories\s{0,20}=\s{0,20})(?:true|false)/;

function swapFeature(text: string, [from, to]: readonly [from: string, to: string]): string {
  const found = findFeature(text);
  if (found?.word !== from) return text;
  return text.slice(0, found.start) + to + text.slice(found.start + from.length);
}

export const codexSettings: ClientSettings = /* @__PURE__ */ withTimedEntries({
  codec: codex,
  label: "Codex",
  program: "codex",
  // The version in which an entry got its own limit for context.
  since: [0, 145, 0],
  server: /* @__PURE__ */ withOwnMemory<ServerSettings>(codexServers, memory),
  trust: codexTrust,
  ownMemory: memory,
  commands: { path: (name) => join("prompts", `credence-${name}.md`), form: "markdown" },
  entries: {
    comments: false,
    // The same room as in other clients, and the maximum of tokens that it takes.
    roomy: {
      events: ["SessionStart", "UserPromptSubmit"],
      chars: 10_000,
      told: { additionalContextLimit: 7_500 },
    },
  },
  sample: claudeSample,
  does: "memories at session start and at each prompt, write guard, capture",
  notes: [],
});
