// What a person should know about cards: who lists keys that are not theirs, and which keys of this person wait for a decision.
// Read-only.

import { withRemedy } from "../../memory/remedies.ts";
import { describeClaim } from "../people/team/key-holders.ts";
import { surveyTeam } from "../people/team/survey-team.ts";
import { sayUndecided } from "../people/team/undecided.ts";
import { askEach, type Workspace } from "../workspace/workspace.ts";
import type { Ailment } from "./examine-root.ts";

export function examineTeam(workspace: Workspace): Ailment[] {
  const isPerson = workspace.presence.kind === "person";
  // What a stranger's card lists is worth nothing as it is.
  const claims = askEach(workspace, workspace.roots, (root) => surveyTeam(workspace, root).claims)
    .flat()
    .filter(({ petname }) => petname !== null)
    .map((claim) => withRemedy(describeClaim(claim, isPerson), "followed"));
  const undecided = sayUndecided(workspace);
  return [
    ...[...new Set(claims)].map((message) => toAilment("warning", message)),
    ...(undecided === null ? [] : [toAilment("question", undecided)]),
  ];
}

function toAilment(level: Ailment["level"], message: string): Ailment {
  return { check: "team", level, message, repairable: false };
}
