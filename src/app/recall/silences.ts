// Why recall says nothing, or nothing of one root, although there is something to say: a person asks that when an agent forgets.

import { describePause } from "../workspace/describe-pause.ts";
import { readPauses } from "../workspace/pause.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { listRecallNotices } from "./recall-notices.ts";

/** In sentences; of the pauses those that hold in a session, or all where none is given. */
export function listSilences(workspace: Workspace, session?: string | null): string[] {
  const { state, now, config } = workspace;
  const { "retrieval.enabled": isOn, "retrieval.max_inject": most } = config.config;
  const pauses = readPauses(state.path, now).filter(
    (pause) => session === undefined || pause.session === null || pause.session === session,
  );
  return [
    ...pauses.map(describePause),
    ...(isOn ? [] : ["retrieval.enabled is false on this machine"]),
    ...(most > 0 ? [] : ["retrieval.max_inject is 0 on this machine"]),
    ...listRecallNotices(workspace),
  ];
}

/** For a command that a person asks in an agent's place: one line, or none. */
export function renderSilences(workspace: Workspace, session: string | null): string {
  const silences = listSilences(workspace, session);
  return silences.length === 0 ? "" : `agents are shown less now: ${silences.join("; ")}\n`;
}
