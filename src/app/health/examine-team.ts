// Finds disputes about keys, and the keys of the user that wait for a decision. Read-only.

import { withRemedy } from "../../memory/remedies.ts";
import { decideNow, readRecord, sayUndecided } from "../people/follow-people.ts";
import { describeClaim } from "../people/survey-people.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Ailment } from "./examine-root.ts";

export function examineTeam(workspace: Workspace): Ailment[] {
  const { claims } = decideNow(workspace, readRecord(workspace).statements);
  const named = claims.map((claim) => withRemedy(describeClaim(workspace, claim), "followed"));
  const undecided = sayUndecided(workspace);
  return [
    ...[...new Set(named)].map((message) => toAilment("warning", message)),
    ...(undecided === null ? [] : [toAilment("question", undecided)]),
  ];
}

function toAilment(level: Ailment["level"], message: string): Ailment {
  return { check: "team", level, message, repairable: false };
}
