// Appends to a session's spool and reads it back. Many short processes write at once and none waits for another: a line is one
// write to a file opened for appending, which a local file system carries out whole and in turn. A line begins with a line
// end, so that one which a crash cut short spoils no other; readers skip what is empty or not whole.

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

/** A session goes on in its next file from here. Files go by the time of their last line, so none may hold many days. */
const FILE_BYTES_MAX = 1024 * 1024;
const FILE_MS_MAX = 86_400_000;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Says whether a new file was begun: then it is time to see what has to go. */
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
    // Whatever the umask says.
    if (isNewFile) fchmodSync(descriptor, 0o600);
    // The rest of a line would be a second write, and another process may come in between.
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
  /** Lines that are not whole, or were changed. */
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

// The names in a spool, a directory for each root: a session has one file after the other, numbered, and a small one that
// remembers its turns. Sessions are named by a hash, because a client may call one whatever it likes.

export type SpoolFile = {
  readonly path: string;
  readonly name: string;
  /** Of the session it belongs to. */
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

/** Those with lines, by session and number. */
export function listSpool(directory: string): SpoolFile[] {
  const files = listNames(directory).flatMap((name): SpoolFile[] => {
    const { key, number } = NAME.exec(name)?.groups ?? {};
    return key === undefined ? [] : [{ path: join(directory, name), name, key, number: Number(number) }];
  });
  return files.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)) || a.number - b.number);
}

/** Everything in the spool. */
export function listNames(directory: string): string[] {
  const entries = unlessGone(() => readdirSync(directory, { withFileTypes: true }), []);
  return entries.filter((entry: Dirent) => entry.isFile()).map(({ name }) => name);
}

/** What was removed in the meantime is left out. */
export function measureFiles<File extends { readonly path: string }>(
  files: readonly File[],
): (File & { readonly bytes: number; readonly mtimeMs: number })[] {
  return files.flatMap((file) => {
    const stat = statSync(file.path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ ...file, bytes: stat.size, mtimeMs: stat.mtimeMs }];
  });
}

// One captured event, as one line of NDJSON. It begins with its id, which is a hash of all the rest, so that a line can be
// verified by itself: many processes write to one file, and none knows what the others wrote.

export type SpoolRecord = {
  readonly v: 1;
  readonly at: string;
  /** Two events that are alike in everything else are still two. */
  readonly nonce: string;
  readonly kind: "prompt" | "tool" | "turn-end";
  readonly session: string;
  readonly prompt: string | null;
  readonly client: string;
  readonly agent: string | null;
  /** What was said: by the person in a prompt, by the model at the end of a turn. */
  readonly text: string | null;
  readonly tool: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly paths: readonly string[];
  /** Where the words in it came from, if not from here. */
  readonly taint: readonly string[];
};

export type SpoolLine = { readonly id: string; readonly record: SpoolRecord };

/** Far above any honest line: a file is read line by line. */
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

/** @returns when a line was captured, read from its beginning; null when it does not say. */
function findTime(start: string): number | null {
  const at = Date.parse(TIME.exec(start)?.groups?.["at"] ?? "");
  return Number.isNaN(at) ? null : at;
}

function idOf(rest: string): string {
  return sha256Hex(rest).slice(0, ID_CHARS);
}

/** The hash says that it is ours; a later version of us may have written it. */
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

// Reading what another process may have dropped just now, to keep the spool within its bounds: what is gone is empty.

export function readIfThere(path: string, encoding: "utf8" | "latin1" = "utf8"): string {
  return unlessGone(() => readFileSync(path, encoding), "");
}

/** So many bytes, a character each. */
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

/** Another process trims as well: of what is gone meanwhile `otherwise` is the answer. */
export function unlessGone<Result, Other>(work: () => Result, otherwise: Other): Result | Other {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return otherwise;
    throw error;
  }
}
