// Texts that were refused because of a secret, so that a person learns of them afterwards: when, by which rule, by which
// command. Not one word of the text or of its name: it was never stored. Fails open: a note that cannot be written refuses all the same.

import { join } from "node:path";
import { renderInstant } from "../../memory/instant.ts";
import { isRecord } from "../../memory/json.ts";
import { appendToLog, readLog } from "../../store/log-file.ts";
import { actorOf, type Workspace } from "../workspace/workspace.ts";

export type RefusedText = {
  readonly v: 1;
  readonly at: string;
  /** The roots that were open. */
  readonly roots: readonly string[];
  readonly rule: string;
  readonly command: string;
  readonly by: "person" | "agent";
};

const FILE = "refused.ndjson";
const FILE_BYTES_MAX = 128 * 1024;

export function noteRefused(
  workspace: Workspace,
  { rule, command }: Pick<RefusedText, "rule" | "command">,
): void {
  const isPerson = actorOf(workspace) === "person" || workspace.presence.kind === "person";
  const note: RefusedText = {
    v: 1,
    at: renderInstant(workspace.now),
    roots: workspace.roots.map(({ id }) => id),
    rule,
    command,
    by: isPerson ? "person" : "agent",
  };
  appendToLog(join(workspace.state.path, FILE), note, FILE_BYTES_MAX);
}

/** Oldest first, those of the root here. */
export function readRefused({ state, roots }: Workspace): RefusedText[] {
  const here = roots[0]?.id;
  return readLog(join(state.path, FILE), isRefused).filter(
    (each) => here !== undefined && each.roots.includes(here),
  );
}

const WORD = /^[a-z0-9-]{1,60}$/;

/** Its words are shown to people: what is not ours is not read. */
function isRefused(value: unknown): value is RefusedText {
  if (!isRecord(value)) return false;
  const { v, at, roots, rule, command, by } = value;
  const areWords = [rule, command].every((each) => typeof each === "string" && WORD.test(each));
  return (
    v === 1 &&
    typeof at === "string" &&
    Array.isArray(roots) &&
    areWords &&
    (by === "person" || by === "agent")
  );
}
