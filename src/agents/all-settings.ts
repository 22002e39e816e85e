// The settings of the clients we can connect, in the order in which install tries them.

import type { ClientSettings } from "./client-settings.ts";
import { claudeCodeSettings } from "./settings-claude-code.ts";
import { codexSettings } from "./settings-codex.ts";
import { cursorSettings } from "./settings-cursor.ts";
import { geminiSettings } from "./settings-gemini.ts";
import { opencodeSettings } from "./settings-opencode.ts";

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
