// Gemini CLI: `~/.gemini/settings.json`, in which it allows comments. Its timeouts are milliseconds.

import { join } from "node:path";
import type { ClientSettings } from "./client-settings.ts";
import { isRecord } from "./read-input.ts";
import { editTimedEntries } from "./timed-entries.ts";

const CLIENT = "gemini";

/** Milliseconds. */
const TIMEOUTS: Readonly<Record<string, number>> = {
  SessionStart: 10_000,
  BeforeAgent: 5_000,
  BeforeTool: 5_000,
  AfterTool: 10_000,
  AfterAgent: 5_000,
  PreCompress: 5_000,
  SessionEnd: 5_000,
};

export const geminiSettings: ClientSettings = {
  name: CLIENT,
  label: "Gemini CLI",
  program: "gemini",
  // Before it hooks were an experiment that had to be turned on.
  since: [0, 26, 0],
  directory: ({ home, project }) => join(project ?? home, ".gemini"),
  file: (at) => join(geminiSettings.directory(at), "settings.json"),
  ...editTimedEntries({
    client: CLIENT,
    timeouts: TIMEOUTS,
    more: { name: "credence" },
    comments: true,
    findOff: (settings) => {
      const config = isRecord(settings) ? settings["hooksConfig"] : null;
      return isRecord(config) && config["enabled"] === false ? "hooksConfig.enabled" : null;
    },
  }),
  does: "memories at session start and at each prompt, write guard, capture",
  notes: ["`/hooks panel` in a session shows the entries and whether they are enabled"],
};
