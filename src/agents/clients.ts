// The clients we speak with. A new one is a codec, its settings, and a line in both lists.

import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { gemini } from "./gemini.ts";
import type { ClientCodec } from "./hook-event.ts";
import { opencode } from "./opencode.ts";

const CODECS: readonly ClientCodec[] = [claudeCode, codex, cursor, gemini, opencode];

export function findClient(name: string): ClientCodec | null {
  return CODECS.find((each) => each.name === name) ?? null;
}
