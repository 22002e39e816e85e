// The real programs, of the versions that these tests were written against.

import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
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

/** A directory for PATH, as installers make one: setup and doctor run no program out of a work tree, and these lie in ours.
 * @returns the directory. */
export function linkProgram(base: string, name: string, program: string): string {
  const directory = join(base, "bin");
  mkdirSync(directory, { recursive: true });
  symlinkSync(program, join(directory, name));
  return directory;
}

function present(label: string, path: string | null): string {
  if (path !== null && existsSync(path)) return path;
  throw new Error(`${label} is not here: npm run verify fetches it`);
}
