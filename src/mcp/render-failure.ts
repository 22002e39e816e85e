// A failure as an answer: a code, what is wrong, and what to do about it in the words of the tools. Never a text that was
// refused, never a stack.

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { FailureCode } from "../memory/errors.ts";
import { renderLine } from "../memory/sanitize.ts";

const MESSAGE_CHARS_MAX = 400;

/** Where the table's advice is for somebody who types commands. */
const FIXES: Readonly<Partial<Record<FailureCode, string>>> = {
  USAGE: "look at the tool's input schema",
  NOT_FOUND: "memory_search finds ids; where both scopes have one, give scope",
  EXISTS: "memory_get shows it; memory_update changes it, another name makes a new one",
  INVALID_MEMORY: "correct what is named and call again",
  NO_ROOT: "ask the user to run credence init in the project",
  NEEDS_PERSON: "only the user can do this, at a terminal",
  DAILY_LIMIT: "go on without saving: there is room again tomorrow, and what the user saves is not limited",
  OCC_CONFLICT: "memory_get it again and repeat the change",
};

export async function renderFailure(error: unknown): Promise<CallToolResult> {
  const { explainFailure } = await import("../app/explain-failure.ts");
  const { code, message, hint } = explainFailure(error);
  const text = `error: ${code}: ${renderLine(message, MESSAGE_CHARS_MAX)}\nhint: ${FIXES[code] ?? hint}`;
  return { content: [{ type: "text", text }], isError: true };
}
