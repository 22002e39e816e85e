// The clients we speak with. A new one is a codec, its settings, and a line in both lists.

import { claudeCode, claudeCodeSettings } from "./claude-code.ts";
import type { ClientSettings } from "./client-settings.ts";
import { codex, codexSettings } from "./codex.ts";
import { cursor, cursorSettings } from "./cursor.ts";
import { gemini, geminiSettings } from "./gemini.ts";
import type { ClientCodec } from "./hook-event.ts";
import { opencode, opencodeSettings } from "./opencode.ts";

const CODECS: readonly ClientCodec[] = [claudeCode, codex, cursor, gemini, opencode];

export function findClient(name: string): ClientCodec | null {
  return CODECS.find((each) => each.name === name) ?? null;
}

// The settings of the clients we can connect, in the order in which install tries them.

export const ALL_SETTINGS: readonly ClientSettings[] = [
  claudeCodeSettings,
  codexSettings,
  cursorSettings,
  geminiSettings,
  opencodeSettings,
];

export function findSettings(name: string): ClientSettings | null {
  return ALL_SETTINGS.find((each) => each.name === name) ?? null;
}
