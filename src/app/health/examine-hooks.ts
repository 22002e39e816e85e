// What the hooks do, whoever calls them: whether a person paused them, and whether they failed lately.

import { addDays, renderInstant } from "../../memory/instant.ts";
import { describePause } from "../workspace/describe-pause.ts";
import { readPauses } from "../workspace/pause.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Ailment } from "./examine-root.ts";
import { readTrouble } from "./trouble.ts";

/** Older trouble is over, or was told. */
const TROUBLE_DAYS = 7;

export function examineHooks(workspace: Workspace): Ailment[] {
  return [...examinePause(workspace), ...examineTrouble(workspace)];
}

function examinePause({ state, now }: Workspace): Ailment[] {
  return readPauses(state.path, now).map((pause) => ({
    check: "paused",
    level: "note",
    message: describePause(pause),
    repairable: false,
  }));
}

function examineTrouble({ state, now }: Workspace): Ailment[] {
  const since = renderInstant(addDays(now, -TROUBLE_DAYS));
  const recent = readTrouble(state.path).filter(({ at }) => at >= since);
  const last = recent.at(-1);
  if (last === undefined) return [];
  const times = `${recent.length} time${recent.length === 1 ? "" : "s"} in ${TROUBLE_DAYS} days`;
  const where = `${last.client} ${last.event} at ${last.at}`;
  const message = `a hook failed ${times}, last with ${last.code} in ${where}`;
  return [{ check: "hooks", level: "warning", message, repairable: false }];
}
