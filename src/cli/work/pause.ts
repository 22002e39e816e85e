// Threat: an agent that silences its own record. Pausing is for a person, as connecting is.

import { refuseAgent } from "../../app/people/presence.ts";
import { addPause, describePause, endPauses, type Pause } from "../../app/workspace/pause.ts";
import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import type { Call, Io } from "../call/command.ts";
import { callContext } from "../call/open-workspace.ts";
import { parseSpan, textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";

export async function changePause(io: Io, call: Call, verb: "pause" | "resume"): Promise<number> {
  const wanted = verb === "resume" ? null : pauseOf(call, callContext(io, call).now);
  refuseAgent(io, `${verb} memories`);
  return answerIn({ io, call }, async (workspace) => {
    const { state, now } = workspace;
    if (wanted === null) endPauses(state.path);
    const pauses = wanted === null ? [] : addPause(state.path, wanted, now);
    const said = wanted === null ? ["memories and capture are on"] : pauses.map(describePause);
    const held = pauses.find(({ session }) => session === wanted?.session) ?? null;
    return { json: toJson(held), says: said };
  });
}

/** The pinned JSON shape. */
function toJson(paused: Pause | null): Readonly<Record<string, unknown>> {
  const until = paused === null || paused.until === null ? null : renderInstant(paused.until);
  return { paused: paused !== null, until, session: paused?.session ?? null };
}

function pauseOf(call: Call, now: Instant): Pause {
  const given = textOf(call, "for");
  const session = textOf(call, "session");
  // An unset variable of a shell: a pause of nothing would look like one.
  if (session?.trim() === "") throw new CredenceError("USAGE", "--session takes the id of a session");
  if (given === null) return { until: null, session };
  const ms = parseSpan(given, "mhd");
  if (ms === null) throw new CredenceError("USAGE", "--for takes a time such as 30m, 1h or 2d");
  return { until: now + ms, session };
}
