// A failure as an answer: a code, what is wrong, and what to do about it in the words of the tools. Never a text that was
// refused, never a stack.

import type { CallToolResult } from "@modelcontextprotocol/server";
import { type CredenceError, FAILURES, type FailureCode } from "../memory/errors.ts";
import { renderLine } from "../memory/text/sanitize.ts";

const MESSAGE_CHARS_MAX = 400;

type Advice = Readonly<Partial<Record<FailureCode, string>>>;

/** Whatever comes with the failure: that names options of commands. */
const INSTEAD: Advice = {
  NOT_FOUND: "memory_search finds ids; where both scopes have one, give scope",
  INVALID_MEMORY: "correct what is named and call again",
};

/** Where nothing comes with it, and the table's advice is for somebody who types commands. */
const FIXES: Advice = {
  USAGE: "look at the tool's input schema",
  EXISTS: "memory_get shows it, or why it is withheld; another name makes a new one",
  NO_ROOT: "ask the user to run credence init in the project",
  NEEDS_PERSON: "only the user can do this, at a terminal",
  DAILY_LIMIT: "go on without saving: there is room again tomorrow, and what the user saves is not limited",
  OCC_CONFLICT: "memory_get it again and repeat the change",
};

export async function renderFailure(error: unknown): Promise<CallToolResult> {
  const { explainFailure } = await import("../app/health/explain-failure.ts");
  const failure = explainFailure(error);
  const message = renderLine(failure.message, MESSAGE_CHARS_MAX);
  const text = `error: ${failure.code}: ${message}\nhint: ${adviseOn(failure)}`;
  return { content: [{ type: "text", text }], isError: true };
}

function adviseOn({ code, hint }: CredenceError): string {
  const isOfTable = hint === FAILURES[code].fix;
  return INSTEAD[code] ?? (isOfTable ? FIXES[code] : undefined) ?? hint;
}
