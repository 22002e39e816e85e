// What a settings file was before our entries came into it, and which text install made of it: kept in machine state until
// they leave. A rule that a person had before is not ours because we would write the same.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { findEntry } from "../../store/paths.ts";
import { ensurePrivate } from "../../store/state-directory.ts";

export type SettingsOrigin = {
  /** Null where there was no file. */
  readonly before: string | null;
  /** The SHA-256 of what install made of it. */
  readonly after: string;
  /** Directories that install made for the file, the deepest first. */
  readonly made: readonly string[];
};

export type OriginPlace = { readonly state: string; readonly file: string };

const DIRECTORY = "installed";

/** Null where nothing is known. */
export function readOrigin(place: OriginPlace): SettingsOrigin | null {
  const path = pathOf(place);
  const value = findEntry(path)?.isFile() === true ? parseJson(readFileSync(path, "utf8")) : null;
  if (typeof value !== "object" || value === null || !("before" in value) || !("after" in value)) return null;
  const { before, after } = value;
  const isText = before === null || typeof before === "string";
  return isText && typeof after === "string" ? { before, after, made: madeOf(value) } : null;
}

/** Earlier versions did not keep it. */
function madeOf(value: object): string[] {
  const made: unknown = "made" in value ? value.made : null;
  return Array.isArray(made) ? made.filter((each) => typeof each === "string") : [];
}

export function originOf(before: string | null, after: string, made: readonly string[]): SettingsOrigin {
  return { before, after: sha256Hex(after), made };
}

export function writeOrigin(place: OriginPlace, { before, after, made }: SettingsOrigin): void {
  const text = JSON.stringify({ v: 1, file: place.file, before, after, made });
  ensurePrivate(join(place.state, DIRECTORY));
  writing("machine state", () => replaceFile(pathOf(place), `${text}\n`, 0o600));
}

export function removeOrigin(place: OriginPlace): void {
  writing("machine state", () => rmSync(pathOf(place), { force: true }));
}

/** Is this, to the byte, what install made? */
export function isAsInstalled({ after }: SettingsOrigin, text: string): boolean {
  return sha256Hex(text) === after;
}

function pathOf({ state, file }: OriginPlace): string {
  return join(state, DIRECTORY, `${sha256Hex(file)}.json`);
}
