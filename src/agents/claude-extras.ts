// What setup may add to Claude Code's settings besides our hooks, each only after a person's yes: its status line, and the
// setting that turns off its own memory. Which of them were added is noted in machine state, so that uninstall takes away
// those and nothing that the person chose.

import {
  EXTRAS,
  type Extra,
  isOlder,
  type OfferPlace,
  type OwnMemory,
  type SettingsRequest,
  type Version,
} from "./client-settings.ts";
import { readAt } from "./edit-json.ts";
import { isRecord } from "./hook-event.ts";
import { quoteWords, statuslineWords } from "./hook-words.ts";
import type { FoundEntry, WantedEntry } from "./merge-entries.ts";

const MEMORY = "autoMemoryEnabled";
const KEYS: Readonly<Record<Extra, string>> = { "own-memory-off": MEMORY, statusline: "statusLine" };

/** It keeps notes of its own from 2.1.59 on, unless a setting or a variable says otherwise. */
const SINCE: Version = [2, 1, 59];

export const claudeMemory: OwnMemory = {
  since: SINCE,
  setting: '"autoMemoryEnabled": false',
  isOn: (text, env) => {
    const isOffByVariable = /^(?:1|true|yes|on)$/i.test(env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"] ?? "");
    return !isOffByVariable && readTop(text)?.[MEMORY] !== false;
  },
};

export function listClaudeOffers(text: string | null, { version, env }: OfferPlace): Extra[] {
  const settings = readTop(text);
  if (settings === null || version === null) return [];
  const isOn = !isOlder(version, SINCE) && claudeMemory.isOn(text, env);
  // Who wrote that it is on wants it so.
  return EXTRAS.filter((extra) => !(KEYS[extra] in settings) && (extra === "statusline" || isOn));
}

/** Nothing of the person's is replaced: what has another value under its key is not wanted. */
export function listExtras(text: string | null, request: SettingsRequest): WantedEntry[] {
  const settings = readTop(text) ?? {};
  const found = findExtras(settings, request).map(({ slot }) => slot);
  return (request.extras ?? []).flatMap((extra): WantedEntry[] => {
    const slot = KEYS[extra];
    const isFree = found.includes(slot) || !(slot in settings);
    return isFree ? [{ slot, list: [slot], value: valueFor(extra, request), isKey: true }] : [];
  });
}

export function findExtras(settings: unknown, request: SettingsRequest): FoundEntry[] {
  return (request.extras ?? []).flatMap((extra): FoundEntry[] => {
    const slot = KEYS[extra];
    const value = isRecord(settings) ? settings[slot] : undefined;
    const isOurs = JSON.stringify(value) === JSON.stringify(valueFor(extra, request));
    return isOurs ? [{ slot, path: [slot], value, isPart: false, entry: null }] : [];
  });
}

function valueFor(extra: Extra, { launch }: SettingsRequest): unknown {
  if (extra === "own-memory-off") return false;
  return { type: "command", command: quoteWords(statuslineWords(launch)) };
}

/** @returns null for a text that is not settings. */
function readTop(text: string | null): Readonly<Record<string, unknown>> | null {
  const value = text === null ? {} : readAt({ text, comments: false })?.value;
  return isRecord(value) ? value : null;
}
