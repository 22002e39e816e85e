// The log as lines: when, which memory, what was done and by whom.

import { type LoggedEvent, readLog } from "../../app/history/read-log.ts";
import { CredenceError } from "../../memory/errors.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { callContext, openWorkspaceFor, requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { parseCount, parseSince, textOf } from "../call/values.ts";
import { createPaint, fitText } from "../terminal/style.ts";

const REASON_CHARS = 200;

export async function showLog(
  io: Io,
  call: Call,
  limits: { readonly fallback: number; readonly max: number },
): Promise<number> {
  const limit = parseCount(call, "limit", limits);
  const since = parseSince(call, callContext(io, call).now);
  const given = textOf(call, "id");
  const id = given === null ? null : parseMemoryId(given);
  if (given !== null && id === null) throw new CredenceError("USAGE", `${given} is not the id of a memory`);
  const workspace = await openWorkspaceFor(io, call);
  try {
    await requireRootFor(workspace);
    const { events, isCut } = readLog(workspace, { since, id, by: textOf(call, "by"), limit });
    if (call.json) io.out(renderJson(events));
    else io.out(events.map((event) => renderEvent(event, io)).join("") || "no changes\n");
    if (isCut && !call.json) io.err(`older changes: --limit ${limit * 5}\n`);
    return 0;
  } finally {
    workspace.close();
  }
}

const INDENT = " ".repeat(18);

function renderEvent({ at, dated, scope, id, says, by, reason, act }: LoggedEvent, io: Io): string {
  const paint = createPaint(io);
  const name = id === null ? "a forgotten memory" : renderTerminalLine(id);
  const where = scope === "user" ? " [user]" : "";
  const who = by === null ? "" : ` by ${renderTerminalLine(by)}`;
  const why = reason === null ? "" : `: ${cut(renderTerminalLine(reason))}`;
  const clock = dated === null ? "" : ` (dated ${dated}, which cannot be right)`;
  const first = `${at.slice(0, 10)} ${at.slice(11, 16)}  `;
  const colour = act === "lowered" || act === "quarantined" ? paint.bad : (text: string): string => text;
  const words = `${first}${paint.strong(name)}${where}  ${colour(says)}${who}${why}${clock}`;
  return `${fitText(words, INDENT, io)}\n`;
}

function cut(text: string): string {
  const chars = [...text];
  return chars.length <= REASON_CHARS ? text : `${chars.slice(0, REASON_CHARS - 1).join("")}…`;
}
