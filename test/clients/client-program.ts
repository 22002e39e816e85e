// The real programs, of the versions that these tests were written against.

import { existsSync } from "node:fs";
import {
  CLAUDE_PROGRAM,
  CODEX_PROGRAM,
  COPILOT_PROGRAM,
  GEMINI_PROGRAM,
  OPENCODE_PROGRAM,
  QWEN_PROGRAM,
} from "../../scripts/verify/fetch-clients.ts";

export const claudeProgram = (): string => present("Claude Code", CLAUDE_PROGRAM);
export const codexProgram = (): string => present("Codex", CODEX_PROGRAM);
export const copilotProgram = (): string => present("GitHub Copilot CLI", COPILOT_PROGRAM);
/** For Node. */
export const geminiProgram = (): string => present("Gemini CLI", GEMINI_PROGRAM);
export const opencodeProgram = (): string => present("OpenCode", OPENCODE_PROGRAM);
/** For Node. */
export const qwenProgram = (): string => present("Qwen Code", QWEN_PROGRAM);

function present(label: string, path: string | null): string {
  if (path !== null && existsSync(path)) return path;
  throw new Error(`${label} is not here: npm run verify fetches it`);
}
