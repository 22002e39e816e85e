// The one line with which every session begins for the person, and which no model sees: how many memories there are, how many
// of them a person approved, what waits, and what is observed until when. Without it nobody could tell a memory that works from
// one that is not connected.

import { pluralize } from "../../memory/pluralize.ts";
import { type Survey, totalWaiting } from "../survey/count.ts";
import { describeObserved, sayDays } from "../survey/observed.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { StartSurvey } from "./start-notices.ts";

const FIRST = "memory is on here; say to your agent: remember that we deploy on Tuesdays";

/** Where `session.line` is off, only what waits is said. @returns no line where there is nothing to say, or another line says
 * it. */
export function listSessionLine({ config }: Workspace, { counts, isFirst, isKnown }: StartSurvey): string[] {
  const { verified, inferred } = counts.inUse;
  const [total, waits] = [verified + inferred, totalWaiting(counts)];
  const waiting = waits === 0 ? [] : [`${pluralize(waits, "waits", "wait")}: credence review`];
  if (!isKnown || !config.config["session.line"]) return waiting;
  if (total + waits > 0) {
    const found = `${pluralize(total, "memory", "memories")}, ${verified} approved`;
    return [[found, ...waiting, ...sayObservedPart(counts)].join(" · ")];
  }
  // What nobody trusted vouches for, and what cannot be relied on, has a line of its own.
  if (counts.standings.foreign + counts.unreliable > 0) return [];
  return [isFirst ? FIRST : "no memories yet"];
}

function sayObservedPart({ observed }: Survey): string[] {
  if (observed.count === 0) return [];
  const days = sayDays(describeObserved(observed));
  return [`${observed.count} observed until ${days}: credence review --observed`];
}
