// Gemini CLI: `~/.gemini/settings.json`, in which it allows comments. Its timeouts are milliseconds.

import { join } from "node:path";
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
import { isRecord } from "./read-input.ts";

const CLIENT = "gemini";

/** Milliseconds. */
const TIMEOUTS: Readonly<Record<string, number>> = {
  SessionStart: 10_000,
  BeforeAgent: 5_000,
  BeforeTool: 5_000,
  AfterTool: 10_000,
  AfterAgent: 5_000,
  PreCompress: 5_000,
  SessionEnd: 5_000,
};

const ENTRIES: EntrySettings = {
  comments: true,
  fresh: {},
  find: (settings) => findGroupedHooks(settings, CLIENT),
  findOff: (settings) => {
    const config = isRecord(settings) ? settings["hooksConfig"] : null;
    return isRecord(config) && config["enabled"] === false ? "hooksConfig.enabled" : null;
  },
};

export const geminiSettings: ClientSettings = {
  name: CLIENT,
  label: "Gemini CLI",
  program: "gemini",
  // Before it hooks were an experiment that had to be turned on.
  since: [0, 26, 0],
  directory: ({ home, project }) => join(project ?? home, ".gemini"),
  file: (at) => join(geminiSettings.directory(at), "settings.json"),
  merge: (text, request) => mergeEntries(text, listWanted(request), ENTRIES),
  remove: (text) => removeEntries(text, ENTRIES),
  inspect: (text, request) => inspectEntries(text, listWanted(request), ENTRIES),
  does: "memories at session start and at each prompt, write guard, capture",
  notes: ["`/hooks panel` in a session shows the entries and whether they are enabled"],
};

function listWanted({ launch }: SettingsRequest): WantedEntry[] {
  return Object.entries(TIMEOUTS).map(([event, timeout]) => {
    const command = quoteWords(hookWords(launch, CLIENT, { event }));
    const handler = { type: "command", name: "credence", command, timeout };
    return { slot: event, list: ["hooks", event], value: { hooks: [handler] }, handler };
  });
}
