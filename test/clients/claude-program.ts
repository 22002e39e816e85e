import { existsSync } from "node:fs";
import { CLAUDE_PROGRAM } from "../../scripts/verify/fetch-clients.ts";

/** The real Claude Code, of the version that these tests were written against. */
export function claudeProgram(): string {
  if (existsSync(CLAUDE_PROGRAM)) return CLAUDE_PROGRAM;
  throw new Error("Claude Code is not here: npm run verify fetches it");
}
