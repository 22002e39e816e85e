// Cursor: `~/.cursor/hooks.json`, version 1. A shell command is judged twice, as a tool and as a command: not every version
// calls the first for it.

import { join } from "node:path";
import type { ClientSettings, SettingsRequest } from "./client-settings.ts";
import { findPlainHooks } from "./find-hooks.ts";
import { type HookPart, hookWords, quoteWords, slotOf } from "./hook-words.ts";
import {
  type EntrySettings,
  inspectEntries,
  mergeEntries,
  removeEntries,
  type WantedEntry,
} from "./merge-entries.ts";

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
