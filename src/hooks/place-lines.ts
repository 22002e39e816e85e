// What a session's start tells of the machine that it begins on: an agent that is newer than what was tested, another home, another
// Node. None of it keeps the session from its memories.

import { CLIENT_LABELS, sayUntested } from "../agents/client-settings.ts";
import type { Workspace } from "../app/workspace/workspace.ts";
import { withRemedy } from "../memory/remedies.ts";
import { type HookPlace, LOST_NODE, SESSION_HOME } from "./hook.ts";

/** Once a day for each version. That the hooks answer is known by whoever reads it. */
export async function takeNewClient({ client, state }: HookPlace, workspace: Workspace): Promise<string[]> {
  const { claimAfterwards } = await import("../app/recall/claim-once.ts");
  const { readClientVersions } = await import("../app/clients/client-versions.ts");
  const { name } = client;
  const version = readClientVersions(state)[name] ?? null;
  const said = sayUntested({ name, label: CLIENT_LABELS[name] ?? name }, version);
  if (said === null || !claimAfterwards(workspace, "untested", said)) return [];
  return [withRemedy(`${said}; hooks answered in this session`, "untested")];
}

/** Each once in a session: `isNew` says whether it was told. */
export function listPlaceLines(place: HookPlace, isNew: (what: string) => boolean): string[] {
  const lines = { home: sayHome(place), node: sayNode(place) };
  return Object.entries(lines).flatMap(([what, line]) => (line !== null && isNew(what) ? [line] : []));
}

/** Whose memories these are: those of the home that install saw. */
function sayHome({ home, shellEnv }: HookPlace): string | null {
  const given = shellEnv[SESSION_HOME] || home;
  const other = `this session's HOME is not ${home}, which Credence was installed for and goes on using`;
  return given === home ? null : withRemedy(other, "other-home");
}

/** The launcher found another; the next one that is removed may be the last. */
function sayNode({ node, shellEnv }: HookPlace): string | null {
  const lost = shellEnv[LOST_NODE] || null;
  const instead = `Node is gone (${lost}), and Credence runs with ${node} instead`;
  return lost === null ? null : withRemedy(instead, "lost-node");
}
