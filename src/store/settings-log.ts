// The journal of the settings: what was set, from what to what, when and by whom. It is also how a text that a model is shown is
// told from one that somebody wrote into config.json past the command: only what a person set stands here.

import { join } from "node:path";
import { isRecord, parseJson } from "../memory/json.ts";
import type { Scope } from "../memory/memory.ts";
import { appendLine } from "./durable.ts";
import type { JournalEntry } from "./journal.ts";
import { readQuietly } from "./log-file.ts";

export type SettingValue = boolean | number | string | null | readonly string[];

export type SettingEntry = JournalEntry & {
  readonly command: "config-set";
  /** Of the root whose own file was changed, and which root that is; null for this machine's. */
  readonly scope: Scope | null;
  readonly root: string | null;
  /** What applied and what applies. No text stands here that fails the checks. */
  readonly before: SettingValue;
  readonly after: SettingValue;
};

/** On disk before the setting is: a change that nobody could trace would be worse than a line about none. */
export function appendSetting(stateDirectory: string, entry: SettingEntry): void {
  appendLine(pathIn(stateDirectory), JSON.stringify(entry), 0o600);
}

/** Oldest first. A line that is damaged, or that a crash cut short, is left out. */
export function readSettings(stateDirectory: string): SettingEntry[] {
  // None yet, or one that cannot be read: then nothing is known to be a person's.
  const lines = readQuietly(pathIn(stateDirectory)).split("\n");
  return lines.map((line) => (line === "" ? null : parseJson(line))).filter(isSettingEntry);
}

function pathIn(stateDirectory: string): string {
  return join(stateDirectory, "settings.ndjson");
}

/** The file is ours alone: what is looked at is what decides. */
function isSettingEntry(value: unknown): value is SettingEntry {
  return (
    isRecord(value) &&
    value["command"] === "config-set" &&
    typeof value["id"] === "string" &&
    "after" in value
  );
}
