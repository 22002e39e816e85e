// Our line in Claude Code's status line, which setup adds only after the user agrees. Machine state records whether it was
// added, so that uninstall removes it and nothing that the user set.

import type { SettingsRequest } from "../client-settings.ts";
import { readAt } from "../edit-json.ts";
import { isRecord } from "../hook-event.ts";
import { quoteWords, statuslineWords } from "../hook-words.ts";
import type { FoundEntry, WantedEntry } from "../merge-entries.ts";

const SLOT = "statusLine";

export function lacksStatusline(text: string | null): boolean {
  const settings = text === null ? {} : readAt({ text, comments: false })?.value;
  return isRecord(settings) && !(SLOT in settings);
}

/** Replaces nothing of the user's: if the key has another value, our line is not wanted. */
export function listExtras(text: string | null, request: SettingsRequest): WantedEntry[] {
  if (request.extras?.includes("statusline") !== true) return [];
  const settings = text === null ? null : readAt({ text, comments: false })?.value;
  const isFree = lacksStatusline(text) || findExtras(settings, request).length > 0;
  return isFree ? [{ slot: SLOT, list: [SLOT], value: valueFor(request), isKey: true }] : [];
}

export function findExtras(settings: unknown, request: SettingsRequest): FoundEntry[] {
  if (request.extras?.includes("statusline") !== true) return [];
  const value = isRecord(settings) ? settings[SLOT] : undefined;
  const isOurs = JSON.stringify(value) === JSON.stringify(valueFor(request));
  return isOurs ? [{ slot: SLOT, path: [SLOT], value, isPart: false, entry: null }] : [];
}

function valueFor({ launch }: SettingsRequest): unknown {
  return { type: "command", command: quoteWords(statuslineWords(launch)) };
}
