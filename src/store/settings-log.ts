// The journal of the settings: what was set, from what to what, when and by whom. It is also how a text that a model is shown is
// told from one that somebody wrote into config.json past the command: only what a person set stands here.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../memory/json.ts";
import { SCOPES, type Scope } from "../memory/memory.ts";
import { appendLine } from "./durable.ts";
import type { JournalEntry } from "./journal.ts";

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
  const path = pathIn(stateDirectory);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.map((line) => (line === "" ? null : parseJson(line))).filter(isSettingEntry);
}

function pathIn(stateDirectory: string): string {
  return join(stateDirectory, "settings.ndjson");
}

function isSettingEntry(value: unknown): value is SettingEntry {
  if (!isRecord(value)) return false;
  const { v, at, command, id, actor, scope, root, before, after } = value;
  const isWhole = v === 1 && command === "config-set" && typeof at === "string" && typeof id === "string";
  const isPlaced =
    scope === null ? root === null : SCOPES.some((each) => each === scope) && typeof root === "string";
  return isWhole && isPlaced && (actor === "person" || actor === "machine") && [before, after].every(isValue);
}

function isValue(value: unknown): value is SettingValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === "string");
  return value === null || ["boolean", "number", "string"].includes(typeof value);
}
