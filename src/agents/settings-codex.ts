// Codex: `~/.codex/hooks.json`, strict JSON with nothing but hooks in it. A hook runs only after the person has trusted
// exactly this definition, so the entries of one machine never change without need.

import { join, resolve } from "node:path";
import type { ClientSettings } from "./client-settings.ts";
import { editTimedEntries } from "./timed-entries.ts";

const CLIENT = "codex";

/** Seconds; Codex allows no more than 3 at the end of a session. */
const TIMEOUTS: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 5,
  PreToolUse: 5,
  PostToolUse: 10,
  Stop: 5,
  SubagentStop: 5,
  PreCompact: 5,
  SessionEnd: 3,
};

export const codexSettings: ClientSettings = {
  name: CLIENT,
  label: "Codex",
  program: "codex",
  // The version in which hooks became stable and saw every tool.
  since: [0, 124, 0],
  directory: ({ home, env, project }) =>
    project === null ? resolve(env["CODEX_HOME"] || join(home, ".codex")) : join(project, ".codex"),
  file: (at) => join(codexSettings.directory(at), "hooks.json"),
  ...editTimedEntries({
    client: CLIENT,
    timeouts: TIMEOUTS,
    comments: false,
  }),
  does: "memories at session start and at each prompt, write guard, capture",
  notes: [
    "Codex runs no hook that you have not trusted: start codex, type /hooks, read the entries, trust them",
    "trust belongs to the exact text of an entry: after every change of it, trust it again",
  ],
};
