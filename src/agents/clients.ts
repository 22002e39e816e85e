// The supported clients, in the order in which install tries them. A new client is a file beside this one and its two names
// here; other modules derive from these tables.

import { claudeCode, claudeCodeSettings } from "./claude-code.ts";
import type { ClientSettings } from "./client-settings.ts";
import { codex, codexSettings } from "./codex.ts";
import { copilot, copilotSettings } from "./copilot.ts";
import { cursor, cursorSettings } from "./cursor.ts";
import { gemini, geminiSettings } from "./gemini.ts";
import type { ClientCodec } from "./hook-event.ts";
import { opencode, opencodeSettings } from "./opencode.ts";
import { qwen, qwenSettings } from "./qwen.ts";

/** The part of a client that a hook needs. No settings are imported here, so that the bundle of a hook holds none of the
 * code that edits them. */
export const CODECS = [
  claudeCode,
  codex,
  copilot,
  cursor,
  gemini,
  opencode,
  qwen,
] as const satisfies readonly ClientCodec[];

type ClientName = (typeof CODECS)[number]["name"];

/** The compiler refuses a client that has a codec but no settings. */
const SETTINGS: Readonly<Record<ClientName, ClientSettings>> = {
  "claude-code": claudeCodeSettings,
  codex: codexSettings,
  copilot: copilotSettings,
  cursor: cursorSettings,
  gemini: geminiSettings,
  opencode: opencodeSettings,
  qwen: qwenSettings,
};

export type Client = { readonly codec: ClientCodec; readonly settings: ClientSettings };

export const CLIENTS: readonly Client[] = /* @__PURE__ */ CODECS.map((codec) => ({
  codec,
  settings: SETTINGS[codec.name],
}));

export function findCodec(name: string): ClientCodec | null {
  return CODECS.find((each) => each.name === name) ?? null;
}

export function findClient(name: string, clients = CLIENTS): Client | null {
  return clients.find(({ codec }) => codec.name === name) ?? null;
}
