// How far a session was read, and what had been in its context until there: a file of the session may be gone, and the taint
// of what it held is not.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../memory/json.ts";
import { TAINTS_MAX } from "../../memory/limits.ts";
import { readCount, readText } from "../../observer/model/json-fields.ts";
import type { Cursors } from "../../observer/spool/pending.ts";
import { listNames, listSpool } from "../../observer/spool/spool-files.ts";
import { removeFile } from "../../observer/spool/trim.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { ObserverPlace } from "./observer-place.ts";

export type Progress = { readonly v: 1; readonly files: Cursors; readonly taint: readonly string[] };

const NO_PROGRESS: Progress = { v: 1, files: {}, taint: [] };
/** Stands for those that are more than a memory can name. */
const MORE = "others";
const NAME = /^(?<key>[0-9a-f]{32})\.progress\.json$/;

export function readProgress({ records }: Pick<ObserverPlace, "records">, key: string): Progress {
  const path = pathOf(records, key);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  return isProgress(value) ? value : NO_PROGRESS;
}

export function writeProgress({ records }: ObserverPlace, key: string, progress: Progress): void {
  writing("machine state", () => {
    ensureDirectory(records, 0o700);
    replaceFile(pathOf(records, key), `${JSON.stringify(progress)}\n`, 0o600);
  });
}

/** Of sessions whose lines are all gone. */
export function dropOldProgress({ records, spool }: ObserverPlace): void {
  const keys = new Set(listSpool(spool).map(({ key }) => key));
  for (const name of listNames(records)) {
    const key = NAME.exec(name)?.groups?.["key"];
    if (key !== undefined && !keys.has(key)) removeFile(join(records, name));
  }
}

/** Every source that was in the context so far, as many as a memory can name. */
export function addTaint(known: readonly string[], more: readonly string[]): string[] {
  const all = [...new Set([...known, ...more])];
  if (all.length <= TAINTS_MAX) return all;
  return [...all.filter((name) => name !== MORE).slice(0, TAINTS_MAX - 1), MORE];
}

function pathOf(records: string, key: string): string {
  return join(records, `${key}.progress.json`);
}

function isProgress(value: unknown): value is Progress {
  if (typeof value !== "object" || value === null) return false;
  const { v, files, taint } = value as Readonly<Record<string, unknown>>;
  const isList = Array.isArray(taint) && taint.every((each) => typeof each === "string");
  return (
    v === 1 && isList && typeof files === "object" && files !== null && Object.values(files).every(isCursor)
  );
}

function isCursor(value: unknown): boolean {
  return readText(value, "id") !== null && readCount(value, "end") !== null;
}
