// What one context of a session was given: which parts of its start are due, and what it was shown. A start that was late or
// killed comes with the next prompt by it, and a text is not repeated while the model has it (shown-earlier.ts). A context is a
// session, or a subagent of it, between two of its beginnings: a start, a resume, a compaction, a clear.
//
// The record is one file of lines. A beginning replaces the file, and its line has a mark; an answer appends lines with the mark
// that it read, so an answer that a beginning overtakes leaves nothing that counts. No line holds a word of a memory, nor its id.

import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { OWN_PROCESS, temporaryBeside } from "../../store/durable.ts";
import { codeOf, ifPossible } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { CONTEXTS, STARTING } from "./claim-once.ts";

const FILE_BYTES_MAX = 256 * 1024;

export type ContextPlace = {
  readonly state: string;
  /** The client's own names. */
  readonly session: string | null;
  readonly agent: string | null;
};

export const START_PARTS = ["block", "lines"] as const;
/** What a start gives: the block to the model, lines to the person. */
export type StartPart = (typeof START_PARTS)[number];

/** The start block that a conversation has, by its digest and the file that keeps the conversation. */
type SaidBlock = { readonly digest: string; readonly transcript: string };

export type Beginning = {
  readonly due?: readonly StartPart[];
  /** The conversation so far is still there, or a summary of it. */
  readonly continues?: boolean;
};

export type ContextRecord = {
  readonly mark: string;
  readonly due: readonly StartPart[];
  readonly continues: boolean;
  /** To be called once the client has the answer. */
  readonly noteGiven: (given: readonly StartPart[], block?: SaidBlock | null) => void;
};

/** From here on the model has nothing of what it was shown before. A part that is due stays due until it is given. @returns null
 * where no record can be kept. */
export function beginContext(
  place: ContextPlace,
  { due = [], continues = false }: Beginning = {},
): (ContextRecord & { readonly lastBlock: SaidBlock | null }) | null {
  const last = readContext(place);
  const mark = `${OWN_PROCESS}-${Math.random().toString(36).slice(2)}`;
  const all = START_PARTS.filter((part) => due.includes(part) || last?.due.includes(part));
  const goesOn = continues || (last !== null && last.due.length > 0 && last.continues);
  const begun = { mark, due: all, continues: goesOn };
  try {
    if (!putFirst(place, begun)) return null;
  } catch (error) {
    if (codeOf(error) === "") throw error;
    removeContext(place);
    return null;
  }
  return { ...recordOf(place, begun), lastBlock: last?.block ?? null };
}

/** @returns null where nothing of the session's start is due. */
export function openDue(place: ContextPlace): ContextRecord | null {
  const read = readContext(place);
  return read === null || read.due.length === 0 ? null : recordOf(place, read);
}

export function isBegun(place: ContextPlace): boolean {
  return readContext(place) !== null;
}

/** No prompt comes any more that could bring it. */
export function dropDue(place: ContextPlace): void {
  const path = pathIn(STARTING, place);
  if (path !== null) removeStarting(path);
}

export function describeBlock(block: string, transcript: string): SaidBlock {
  return { digest: sha256Hex(Buffer.from(block)), transcript };
}

type Begun = Pick<ContextRecord, "mark" | "due" | "continues">;

function recordOf(place: ContextPlace, { mark, due, continues }: Begun): ContextRecord {
  const noteGiven: ContextRecord["noteGiven"] = (given, block = null) =>
    ifPossible(() => {
      const now = readContext(place);
      if (now === null || now.mark !== mark) return;
      appendLine(place, { mark, given, block });
      if (now.due.every((part) => given.includes(part))) settle(place);
    }, undefined);
  return { mark, due, continues, noteGiven };
}

// A record whose start is due lies in a directory of its own, which goes with the last of them: the launcher of a prompt looks
// whether that directory is there, and takes the smallest process where it is not.

function settle(place: ContextPlace): void {
  const [from, to] = [pathIn(STARTING, place), pathIn(CONTEXTS, place)];
  if (from === null || to === null) return;
  ifPossible(() => renameSync(from, to));
  removeStarting(from);
}

function removeStarting(path: string): void {
  ifPossible(() => rmSync(path, { force: true }));
  ifPossible(() => rmdirSync(join(path, "..")));
}

/** Where not even this can be done, no prompt can be counted either. */
function removeContext(place: ContextPlace): void {
  const path = pathIn(CONTEXTS, place);
  if (path !== null) ifPossible(() => rmSync(path, { force: true }));
  dropDue(place);
}

/** The old file or the new one. Not on disk before it is needed: what a crash of the machine takes away is shown in full. */
function putFirst(place: ContextPlace, begun: Begun): boolean {
  const [waiting, path] = [pathIn(STARTING, place), pathIn(CONTEXTS, place)];
  if (waiting === null || path === null) return false;
  ensurePrivate(join(path, ".."));
  const temporary = temporaryBeside(path);
  writeFileSync(temporary, `${JSON.stringify({ v: 1, ...begun })}\n`, { mode: 0o600, flag: "wx" });
  if (begun.due.length === 0) {
    renameSync(temporary, path);
    removeStarting(waiting);
    return true;
  }
  ensurePrivate(join(waiting, ".."));
  renameSync(temporary, waiting);
  return true;
}

/** Wherever the record is by now; one that is gone is not made again. */
export function appendLine(place: ContextPlace, line: object): void {
  const path = findRecord(place);
  if (path === null) return;
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
  try {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  } finally {
    closeSync(file);
  }
}

/** A name that is not plain is no file's: such a context is told in full, and nothing of its start is due. */
const PLAIN_NAME = /^[\w-]{1,100}$/;

function pathIn(directory: string, { state, session, agent }: ContextPlace): string | null {
  const names = [session ?? "", ...(agent === null ? [] : [agent])];
  return names.every((name) => PLAIN_NAME.test(name)) ? join(state, directory, names.join(".")) : null;
}

type Line = Readonly<Record<string, unknown>>;

export type ReadContext = {
  readonly mark: string;
  readonly due: readonly StartPart[];
  readonly continues: boolean;
  readonly block: SaidBlock | null;
  /** Those of its answers. */
  readonly lines: readonly Line[];
};

/** @returns null when there is none, or it is not ours. */
export function readContext(place: ContextPlace): ReadContext | null {
  return ifPossible(() => {
    const path = findRecord(place);
    if (path === null || statSync(path).size > FILE_BYTES_MAX) return null;
    return toContext(readFileSync(path, "utf8").trimEnd().split("\n").map(parseJson));
  }, null);
}

function findRecord(place: ContextPlace): string | null {
  const paths = [pathIn(STARTING, place), pathIn(CONTEXTS, place)];
  return paths.find((path) => path !== null && existsSync(path)) ?? null;
}

function toContext([first, ...rest]: readonly unknown[]): ReadContext | null {
  if (!isRecord(first) || first["v"] !== 1 || !rest.every(isRecord)) return null;
  const { mark, due, continues } = first;
  if (typeof mark !== "string" || !Array.isArray(due)) return null;
  const lines = rest.filter((line) => line["mark"] === mark);
  const given = lines.flatMap((line) => (Array.isArray(line["given"]) ? line["given"] : []));
  const block = lines.findLast((line) => Array.isArray(line["given"]))?.["block"];
  return {
    ...{ mark, continues: continues === true, lines, block: isSaidBlock(block) ? block : null },
    due: START_PARTS.filter((part) => due.includes(part) && !given.includes(part)),
  };
}

function isSaidBlock(value: unknown): value is SaidBlock {
  return isRecord(value) && typeof value["digest"] === "string" && typeof value["transcript"] === "string";
}
