// Codex: `~/.codex/hooks.json`, strict JSON with nothing but hooks in it. A hook runs only after the person has trusted
// exactly this definition, so the entries of one machine never change without need.

import { join, resolve } from "node:path";
import type { ClientSettings, SettingsRequest } from "./client-settings.ts";
import { findGroupedHooks } from "./find-hooks.ts";
import { hookWords, quoteWords } from "./hook-words.ts";
import {
  type EntrySettings,
  inspectEntries,
  mergeEntries,
  removeEntries,
  type WantedEntry,
} from "./merge-entries.ts";

const CLIENT = "codex";

/** Seconds; Codex allows no more than 3 at the end of a session. */
const TIMEOUTS: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 5,
  PreToolUse: 5,
  PostToolUse: 10,
  Stop: 5,
  SubagentStop: 5,
  PreCompact: 5,
  SessionEnd: 3,
};

const ENTRIES: EntrySettings = {
  comments: false,
  fresh: {},
  find: (settings) => findGroupedHooks(settings, CLIENT),
};

export const codexSettings: ClientSettings = {
  name: CLIENT,
  label: "Codex",
  program: "codex",
  // The version in which hooks became stable and saw every tool.
  since: [0, 124, 0],
  directory: ({ home, env, project }) =>
    project === null ? resolve(env["CODEX_HOME"] || join(home, ".codex")) : join(project, ".codex"),
  file: (at) => join(codexSettings.directory(at), "hooks.json"),
  merge: (text, request) => mergeEntries(text, listWanted(request), ENTRIES),
  remove: (text) => removeEntries(text, ENTRIES),
  inspect: (text, request) => inspectEntries(text, listWanted(request), ENTRIES),
  does: "memories at session start and at each prompt, write guard, capture",
  notes: [
    "Codex runs no hook that you have not trusted: start codex, type /hooks, read the entries, trust them",
    "trust belongs to the exact text of an entry: after every change of it, trust it again",
  ],
};

function listWanted({ launch }: SettingsRequest): WantedEntry[] {
  return Object.entries(TIMEOUTS).map(([event, timeout]) => {
    const command = quoteWords(hookWords(launch, CLIENT, { event }));
    const handler = { type: "command", command, timeout };
    return { slot: event, list: ["hooks", event], value: { hooks: [handler] }, handler };
  });
}
