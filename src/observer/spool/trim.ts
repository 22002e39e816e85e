// Bounds a spool by age, number of files and size. The oldest events are removed first, and the removal is recorded.

import { appendFileSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, type Instant, renderInstant } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import {
  DROPPED_FILE,
  listNames,
  listSpool,
  type MeasuredFile,
  measureFiles,
  pathOfTurns,
  unlessGone,
} from "./spool.ts";

export type SpoolBound = { readonly daysMax: number; readonly filesMax: number; readonly bytesMax: number };

export const SPOOL_BOUND: SpoolBound = { daysMax: 14, filesMax: 200, bytesMax: 32 * 1024 * 1024 };

/** For a spool without a current writer: its lines may stay for their time, and no longer. */
export const AGE_BOUND: SpoolBound = {
  ...SPOOL_BOUND,
  filesMax: Number.POSITIVE_INFINITY,
  bytesMax: Number.POSITIVE_INFINITY,
};

const DROPPED_BYTES_MAX = 64 * 1024;

export type DropCount = { readonly files: number; readonly bytes: number };

/** `keep` is the session being written to; null when there is none. */
export function trimSpool(
  directory: string,
  now: Instant,
  { keep, bound = SPOOL_BOUND }: TrimSetting,
): DropCount {
  const files = measureFiles(listSpool(directory)).sort(byAge);
  const gone = chooseGone(files, now, bound).filter(
    (file) => file.key !== keep || file.number !== lastOf(files, keep),
  );
  for (const { path } of gone) removeFile(path);
  const left = new Set(files.filter((file) => !gone.includes(file)).map(({ key }) => key));
  for (const { key } of gone) if (!left.has(key)) removeFile(pathOfTurns(directory, key));
  removeLeftovers(directory, now, bound);
  const dropped = { files: gone.length, bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0) };
  if (dropped.files > 0) noteDropped(directory, { at: renderInstant(now), ...dropped });
  return dropped;
}

export type TrimSetting = { readonly keep: string | null; readonly bound?: SpoolBound };

/** The amount removed since the spool was cleared, as far as it is recorded. */
export function readDropped(directory: string): DropCount {
  const path = join(directory, DROPPED_FILE);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return { files: 0, bytes: 0 };
  const entries = readFileSync(path, "utf8").split("\n").map(parseJson).filter(isDropped);
  return entries.reduce((sum, each) => ({ files: sum.files + each.files, bytes: sum.bytes + each.bytes }), {
    files: 0,
    bytes: 0,
  });
}

/** False when the file is already gone, because another process trims as well. */
export function removeFile(path: string): boolean {
  return unlessGone(() => {
    unlinkSync(path);
    return true;
  }, false);
}

function chooseGone(files: readonly MeasuredFile[], now: Instant, bound: SpoolBound): MeasuredFile[] {
  let [count, bytes] = [files.length, files.reduce((sum, file) => sum + file.bytes, 0)];
  return files.filter((file) => {
    const isOver = count > bound.filesMax || bytes > bound.bytesMax;
    if (!isOver && !isOld(file.mtimeMs, now, bound)) return false;
    count -= 1;
    bytes -= file.bytes;
    return true;
  });
}

/** Removes leftovers of killed processes, and the turns of sessions without lines. */
function removeLeftovers(directory: string, now: Instant, bound: SpoolBound): void {
  const keys = new Set(listSpool(directory).map(({ key }) => key));
  const others = listNames(directory).filter((name) => /\.(?:json|tmp)$/.test(name));
  const loose = others.filter((name) => !keys.has(name.split(".")[0] ?? "") || name.endsWith(".tmp"));
  const files = measureFiles(loose.map((name) => ({ path: join(directory, name) })));
  for (const { path, mtimeMs } of files) if (isOld(mtimeMs, now, { ...bound, daysMax: 1 })) removeFile(path);
}

function isOld(mtimeMs: number, now: Instant, { daysMax }: SpoolBound): boolean {
  return now - mtimeMs > daysMax * DAY_MS;
}

function byAge(a: MeasuredFile, b: MeasuredFile): number {
  return a.mtimeMs - b.mtimeMs || a.number - b.number || (a.name < b.name ? -1 : 1);
}

function lastOf(files: readonly MeasuredFile[], key: string | null): number {
  return Math.max(-1, ...files.filter((file) => file.key === key).map(({ number }) => number));
}

function noteDropped(directory: string, note: DropCount & { readonly at: string }): void {
  const path = join(directory, DROPPED_FILE);
  const isFull = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > DROPPED_BYTES_MAX;
  const line = `${JSON.stringify({ v: 1, ...note })}\n`;
  if (isFull) writeFileSync(path, line, { mode: 0o600 });
  else appendFileSync(path, line, { mode: 0o600 });
}

function isDropped(value: unknown): value is DropCount {
  return (
    typeof value === "object" &&
    value !== null &&
    "files" in value &&
    "bytes" in value &&
    typeof value.files === "number" &&
    typeof value.bytes === "number"
  );
}
