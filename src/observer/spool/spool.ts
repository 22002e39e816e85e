// Appends to a session's spool and reads it back. Many short processes write at once and none waits for another: a line is
// one write to a file opened for appending, which a local file system carries out whole and in turn. A line begins with a
// line end, so that a line cut short by a crash spoils no other; readers skip empty and incomplete lines.

import {
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isRecord, parseJson } from "../../memory/json.ts";

/** From this size on, a session continues in its next file. Files expire by the time of their last line, so none may span
 * many days. */
const FILE_BYTES_MAX = 1024 * 1024;
const FILE_MS_MAX = 86_400_000;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** @returns whether a new file was begun; then the spool should be trimmed. */
export function appendToSpool(directory: string, key: string, line: string): { readonly isNewFile: boolean } {
  const bytes = Buffer.from(`\n${line}\n`);
  if (bytes.length > LINE_BYTES_MAX) throw new CredenceError("INTERNAL", "a captured line is too long");
  const files = listSpool(directory).filter((file) => file.key === key);
  if (files.length === 0) makeDirectory(directory);
  const last = measureFiles(files.slice(-1))[0];
  const isNewFile = last === undefined || isFull(last, line);
  const number = last === undefined ? 0 : last.number + Number(isNewFile);
  const descriptor = openSync(pathOfLines(directory, key, number), APPEND, 0o600);
  try {
    // Independent of the umask.
    if (isNewFile) fchmodSync(descriptor, 0o600);
    // The rest of a line would need a second write, and another process may write in between.
    if (writeSync(descriptor, bytes) < bytes.length)
      throw new CredenceError("DISK_FULL", "a captured line was truncated");
  } finally {
    closeSync(descriptor);
  }
  return { isNewFile };
}

function isFull({ path, bytes }: MeasuredFile, line: string): boolean {
  if (bytes >= FILE_BYTES_MAX) return true;
  const [begun, now] = [findTime(readStart(path, START_CHARS)), findTime(line)];
  return begun !== null && now !== null && Math.abs(now - begun) > FILE_MS_MAX;
}

export type SpoolContent = {
  readonly lines: readonly SpoolLine[];
  /** Lines that are incomplete, or were changed. */
  readonly damaged: readonly { readonly file: string; readonly line: number }[];
};

export function readSpool(files: readonly SpoolFile[]): SpoolContent {
  const lines: SpoolLine[] = [];
  const damaged: { file: string; line: number }[] = [];
  for (const { path, name } of files) {
    for (const [index, text] of readIfThere(path).split("\n").entries()) {
      if (text === "") continue;
      const line = parseSpoolLine(text);
      if (line === null) damaged.push({ file: name, line: index + 1 });
      else lines.push(line);
    }
  }
  return { lines, damaged };
}

export function makeDirectory(directory: string): void {
  const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (made !== undefined) chmodSync(directory, 0o700);
}

// The names in a spool, one directory per root: a session has numbered files, and a small file that remembers its turns.
// Sessions are named by a hash, because a client may choose any name.

export type SpoolFile = {
  readonly path: string;
  readonly name: string;
  /** The key of its session. */
  readonly key: string;
  readonly number: number;
};

export type MeasuredFile = SpoolFile & { readonly bytes: number; readonly mtimeMs: number };

export const DROPPED_FILE = "dropped.ndjson";

const KEY_CHARS = 32;
const NAME = /^(?<key>[0-9a-f]{32})\.(?<number>\d{1,6})\.ndjson$/;

export function placeSpool(state: string, rootId: string): string {
  return join(state, "spool", rootId);
}

export function keyOfSession(session: string): string {
  return sha256Hex(session).slice(0, KEY_CHARS);
}

export function pathOfLines(directory: string, key: string, number: number): string {
  return join(directory, `${key}.${number}.ndjson`);
}

export function pathOfTurns(directory: string, key: string): string {
  return join(directory, `${key}.json`);
}

/** The files with lines, by session and number. */
export function listSpool(directory: string): SpoolFile[] {
  const files = listNames(directory).flatMap((name): SpoolFile[] => {
    const { key, number } = NAME.exec(name)?.groups ?? {};
    return key === undefined ? [] : [{ path: join(directory, name), name, key, number: Number(number) }];
  });
  return files.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)) || a.number - b.number);
}

/** Every file in the spool. */
export function listNames(directory: string): string[] {
  const entries = unlessGone(() => readdirSync(directory, { withFileTypes: true }), []);
  return entries.filter((entry: Dirent) => entry.isFile()).map(({ name }) => name);
}

/** Measures files; a file that was removed meanwhile is left out. */
export function measureFiles<File extends { readonly path: string }>(
  files: readonly File[],
): (File & { readonly bytes: number; readonly mtimeMs: number })[] {
  return files.flatMap((file) => {
    const stat = statSync(file.path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ ...file, bytes: stat.size, mtimeMs: stat.mtimeMs }];
  });
}

// One captured event, as one line of NDJSON. It begins with its id, which is a hash of all the rest, so that a line can be
// verified alone: many processes write to one file, and none knows what the others wrote.

export type SpoolRecord = {
  readonly v: 1;
  readonly at: string;
  /** Distinguishes two events that are equal in everything else. */
  readonly nonce: string;
  readonly kind: "prompt" | "tool" | "turn-end";
  readonly session: string;
  readonly prompt: string | null;
  readonly client: string;
  readonly agent: string | null;
  /** The words of the user in a prompt, or of the model at the end of a turn. */
  readonly text: string | null;
  readonly tool: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly paths: readonly string[];
  /** The foreign sources of its words. */
  readonly taint: readonly string[];
};

export type SpoolLine = { readonly id: string; readonly record: SpoolRecord };

/** Far above any honest line, because a file is read line by line. */
export const LINE_BYTES_MAX = 32 * 1024;

const ID_CHARS = 32;
/** The time of a file, or of a line, is in its first characters. */
const START_CHARS = 128;
const TIME = /^\s?\{"id":"[0-9a-f]{32}","v":1,"at":"(?<at>[^"]{1,40})"/;
const HEAD = /^\{"id":"(?<id>[0-9a-f]{32})",/;

export function renderSpoolLine(record: SpoolRecord): string {
  const rest = JSON.stringify(record).slice(1);
  return `{"id":"${idOf(rest)}",${rest}`;
}

/** @returns null when the line is incomplete, or was changed after it was written. */
export function parseSpoolLine(line: string): SpoolLine | null {
  const head = HEAD.exec(line);
  const id = head?.groups?.["id"];
  if (head === null || id === undefined || idOf(line.slice(head[0].length)) !== id) return null;
  const value = parseJson(line);
  if (!isRecord(value)) return null;
  const { id: _, ...record } = value;
  return isSpoolRecord(record) ? { id, record } : null;
}

/** @returns the capture time from the beginning of a line; null when there is none. */
function findTime(start: string): number | null {
  const at = Date.parse(TIME.exec(start)?.groups?.["at"] ?? "");
  return Number.isNaN(at) ? null : at;
}

function idOf(rest: string): string {
  return sha256Hex(rest).slice(0, ID_CHARS);
}

/** The hash proves that the line is ours; a later version of ours may have written it. */
function isSpoolRecord<Value extends Readonly<Record<string, unknown>>>(
  value: Value,
): value is Value & SpoolRecord {
  const { v, at, kind, session, paths, taint } = value;
  const isList = (list: unknown): boolean =>
    Array.isArray(list) && list.every((each) => typeof each === "string");
  return (
    v === 1 &&
    typeof at === "string" &&
    (kind === "prompt" || kind === "tool" || kind === "turn-end") &&
    typeof session === "string" &&
    isList(paths) &&
    isList(taint)
  );
}

// Reads files that another process may just have removed to keep the spool within its bounds: a missing file reads as
// empty.

export function readIfThere(path: string, encoding: "utf8" | "latin1" = "utf8"): string {
  return unlessGone(() => readFileSync(path, encoding), "");
}

/** The first bytes, one character each. */
function readStart(path: string, bytesMax: number): string {
  return unlessGone(() => {
    const descriptor = openSync(path, "r");
    try {
      const start = Buffer.alloc(bytesMax);
      return start.toString("latin1", 0, readSync(descriptor, start));
    } finally {
      closeSync(descriptor);
    }
  }, "");
}

/** Another process trims as well, so `otherwise` is the result for a file that is gone. */
export function unlessGone<Result, Other>(work: () => Result, otherwise: Other): Result | Other {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return otherwise;
    throw error;
  }
}
