// Why recall says nothing, or nothing of one root, although there is something to say: a person asks that when an agent forgets.

import type { ConfigNotice } from "../../memory/config/root-config.ts";
import { SILENCE_REMEDIES } from "../../memory/recall-remedies.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import { describePause, readPauses } from "../workspace/pause.ts";
import { isPersonsOwn, readRootConfig } from "../workspace/read-config.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** In sentences; of the pauses those that hold in a session, or all where none is given. */
export function listSilences(workspace: Workspace, session?: string | null): string[] {
  const { state, now, config } = workspace;
  const { "retrieval.enabled": isOn, "retrieval.max_inject": most } = config.config;
  const pauses = readPauses(state.path, now).filter(
    (pause) => session === undefined || pause.session === null || pause.session === session,
  );
  return [
    ...pauses.map(describePause),
    ...(isOn ? [] : [`retrieval.enabled is false on this machine: ${SILENCE_REMEDIES["recall-off"]}`]),
    ...(most > 0 ? [] : [`retrieval.max_inject is 0 on this machine: ${SILENCE_REMEDIES["recall-zero"]}`]),
    ...listRecallNotices(workspace),
  ];
}

/** For a command that a person asks in an agent's place: one line, or none. */
export function renderSilences(workspace: Workspace, session: string | null): Shown {
  const silences = listSilences(workspace, session);
  return silences.length === 0 ? says`` : says`agents are shown less now: ${silences.join("; ")}\n`;
}

// Threat: a repository whose own configuration silences what a person approved. It may, and the person is told.

function sayWhat(notice: ConfigNotice): string {
  switch (notice.kind) {
    case "recall-off":
      return "turns recall of its memories off";
    case "recall-zero":
      return "sets retrieval.max_inject to 0: none of its memories is recalled";
    case "lowered":
      return `lowers ${notice.key} to ${notice.value}, so fewer of its memories are recalled`;
    case "categories-off":
      return `turns recall of its ${notice.categories.join(", ")} memories off`;
  }
}

/** A sentence for each way in which a root keeps its memories from being recalled, against this machine's configuration. */
export function listRecallNotices({
  roots,
  config,
  state,
}: Pick<Workspace, "roots" | "config" | "state">): string[] {
  return roots.flatMap(({ path, shown, id }) => {
    const { notices } = readRootConfig(config.config, path);
    const news = notices.filter(
      (each) => each.kind !== "lowered" || !isPersonsOwn(state.path, id, [each.key, each.value]),
    );
    return news.map(
      (each) => `the memory-config.json in ${shown} ${sayWhat(each)}: ${SILENCE_REMEDIES.silenced}`,
    );
  });
}
