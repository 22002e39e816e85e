// Codex: Claude Code's words, a stricter reader (an answer with a key that is not in its schema is dropped whole), and a
// turn id where Claude Code has a prompt id.

import { join } from "node:path";
import { CLAUDE_EVENTS, claudeSample, readClaudeEvent, renderClaudeAnswer } from "./claude-code.ts";
import type { ClientSettings, OwnMemory, ServerSettings } from "./client-settings.ts";
import { codexServers, configFile } from "./codex/servers.ts";
import { readStatements } from "./codex/toml.ts";
import { codexTrust } from "./codex/trust.ts";
import { type ClientCodec, type HookEvent, isRecord, textIn } from "./hook-event.ts";
import { withOwnMemory } from "./own-memory.ts";
import { withTimedEntries } from "./timed-entries.ts";

/**
 * What is longer than 2,500 tokens goes to a file, and the model sees the two ends of it. Codex counts a token for every 4 bytes
 * of UTF-8. A UTF-16 unit takes at most 3 bytes, so this many units stay below whatever the text is. An entry may have more
 * room: then its line says so, because an older entry has not.
 */
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

/** The version with which it was tried: a conversation that is taken back to an earlier prompt is resumed, in a new transcript,
 * or goes on as another session. */
const REWIND_TOLD_SINCE = 166;

/** `head` is the beginning of its transcript. The source of a subagent's is no plain word: how a subagent begins was not tried. */
function tellsRewinds(head: string): boolean {
  const [, major, minor] = /"cli_version":"(\d{1,4})\.(\d{1,6})\.[^"]{1,40}","source":"/.exec(head) ?? [];
  return Number(major) > 0 || Number(minor) >= REWIND_TOLD_SINCE;
}

// Codex: `~/.codex/hooks.json`, strict JSON with nothing but hooks in it. A hook runs only after the person has trusted
// exactly this definition, times included, so the entries of one machine never change without need.

/** `memories` of the features: by its table, by a dotted key, or in a table of one line. It is off unless the person turned it on. */
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
  // The version in which an entry got a limit of its own for context.
  since: [0, 145, 0],
  server: /* @__PURE__ */ withOwnMemory<ServerSettings>(codexServers, memory),
  trust: codexTrust,
  ownMemory: memory,
  commands: { path: (name) => join("prompts", `credence-${name}.md`), form: "markdown" },
  entries: {
    comments: false,
    // As much as other clients have, and the tokens that it takes at most.
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
