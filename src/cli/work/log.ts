// The log as lines: when, which memory, what was done and by whom.

import { type LoggedEvent, readLog } from "../../app/history/read-log.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { renderTerminalLine, says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { callContext } from "../call/open-workspace.ts";
import { parseCount, parseSince, textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { type Line, line, toned } from "../report/report.ts";

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
  return answerIn({ io, call, needsRoot: true }, async (workspace) => {
    const { events, isCut, thinUntil } = readLog(workspace, { since, id, by: textOf(call, "by"), limit });
    const isThin = thinUntil !== null && (since === null || renderInstant(since) <= thinUntil);
    if (isCut && !call.json) io.err(says`older changes: --limit ${limit * 5}\n`);
    else if (isThin && !call.json)
      io.err(says`until ${thinUntil.slice(0, 10)} of each memory only the last of each kind of change\n`);
    return { json: events, says: events.length === 0 ? ["no changes"] : events.map(sayLogged) };
  });
}

function sayLogged({ at, dated, scope, id, says: said, by, reason, act }: LoggedEvent): Line {
  const where = scope === "user" ? " [user]" : "";
  const who = by === null ? "" : ` by ${by}`;
  const why = reason === null ? "" : `: ${cut(renderTerminalLine(reason))}`;
  const clock = dated === null ? "" : ` (dated ${dated}, which cannot be right)`;
  const isLower = act === "lowered" || act === "quarantined";
  return line(
    18,
    `${at.slice(0, 10)} ${at.slice(11, 16)}  `,
    toned("strong", id ?? "a forgotten memory"),
    `${where}  `,
    isLower ? toned("bad", said) : said,
    `${who}${why}${clock}`,
  );
}

function cut(text: string): string {
  const chars = [...text];
  return chars.length <= REASON_CHARS ? text : `${chars.slice(0, REASON_CHARS - 1).join("")}…`;
}
