// What machine state keeps in lines or as JSON about a memory that is forgotten. The table below names every place where an id of
// this root, or a word of its session, may stand; no other file is looked at, because the same word in a setting, a path or another
// root's record is not the memory's. A line that tells of the memory is dropped, and so is a JSON file.
//
// A line is dropped in place: line ends take the place of its bytes. A process that appends meanwhile loses nothing, and every
// position in the file stays what it was.

import { closeSync, fsyncSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import type { Memory } from "../../../memory/memory.ts";
import { listSpool, placeSpool } from "../../../observer/spool/spool.ts";
import { removeTree, replaceFile, writeAll } from "../../../store/durable.ts";
import { ifThere, writing } from "../../../store/fs-failure.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

/** A memory that is forgotten, by everything that leads to its traces. */
export type Trace = {
  readonly id: string;
  readonly borns: readonly string[];
  /** Digests of every text that a statement about this memory names. */
  readonly digests: readonly string[];
  /** Its titles and the whole lines of its texts. */
  readonly words: readonly string[];
};

/** A shorter line, such as the heading of a section, stands in many texts. */
const LINE_CHARS_MIN = 16;

export function wordsOf({ name, description, body }: Memory): string[] {
  const lines = [description, ...body.split("\n")].map((line) => line.trim());
  return [name, ...lines.filter((line) => line.length >= LINE_CHARS_MIN)];
}

type Telling = (text: string) => boolean;

/** Does a text tell of one of these memories? A longer id would be another one's. */
export function createTelling(traces: readonly Trace[]): Telling {
  const ids = traces.map(({ id }) => id);
  const inside = traces.flatMap(({ digests, words }) => [...digests, ...words]).map(flatten);
  return (text) => {
    const flat = flatten(text);
    return (
      ids.some((id) => flat.includes(id) && idPattern(id).test(flat)) ||
      inside.some((each) => flat.includes(each))
    );
  };
}

/** A text inside JSON, and inside JSON in it, has other quotes and backslashes. */
function flatten(text: string): string {
  return text.replaceAll(/["\\]/g, "");
}

export function idPattern(id: string): RegExp {
  return new RegExp(`(?<![a-z0-9_])${id}(?![a-z0-9_])`);
}

export function eraseLines(state: string, root: OpenRoot, traces: readonly Trace[]): void {
  const tells = createTelling(traces);
  for (const { path, isOurs } of listLogs(state, root)) {
    dropLines(path, (line) => tells(line) && isOurs(parseJson(line), traces));
  }
  for (const path of listRecords(root)) {
    if (tells(readIfThere(path).toString("utf8"))) writing(path, () => removeTree(path));
  }
  eraseFromPage(state, root, traces);
}

/** Nobody can tell whose a line was that a crash cut short. */
type Owning = (line: unknown, traces: readonly Trace[]) => boolean;
type Log = { readonly path: string; readonly isOurs: Owning };

/** Of each log the current file and those before it. */
function listLogs(state: string, root: OpenRoot): Log[] {
  const own = ["accesses", "answers", "asked-moved", "requests", "observer/batches"];
  const logs: readonly Log[] = [
    ...own.map((name) => ({ path: join(root.records, `${name}.ndjson`), isOurs: () => true })),
    { path: join(state, "receipts.ndjson"), isOurs: isReceiptOf(root) },
    { path: join(state, "observer-audit.log"), isOurs: isAuditOf(root) },
  ];
  const spool = placeSpool(state, root.id);
  const aside = namesIn(join(spool, "aside")).map((name) => join(spool, "aside", name));
  const captured = [...listSpool(spool).map(({ path }) => path), ...aside];
  return [
    ...logs.flatMap((log) => ["", ".1", ".2", ".3"].map((age) => ({ ...log, path: `${log.path}${age}` }))),
    ...captured.map((path) => ({ path, isOurs: () => true })),
  ];
}

/** A receipt names memories of several roots, each by its scope. */
function isReceiptOf({ id: root, scope }: OpenRoot): Owning {
  return (line, traces) => {
    if (!isRecord(line)) return true;
    const { roots, shown, left } = line;
    const named = [shown, left].flatMap((list) => (Array.isArray(list) ? list : []));
    const isNamed = named.some(
      (each) => isRecord(each) && each["scope"] === scope && traces.some(({ id }) => id === each["id"]),
    );
    return Array.isArray(roots) && roots.includes(root) && isNamed;
  };
}

/** What a model of the Observer tried is noted with the project that it read about. */
function isAuditOf(root: OpenRoot): Owning {
  const project = root.project ?? root.path;
  return (line) => !isRecord(line) || line["project"] === project;
}

/** What the Observer was about to do with what it read of a session: it reads again what is left. */
function listRecords({ records }: OpenRoot): string[] {
  const observer = join(records, "observer");
  return namesIn(observer)
    .filter((name) => name.endsWith(".intent.json"))
    .map((name) => join(observer, name));
}

/** Decisions of a page that nobody signed, each with its root. */
function eraseFromPage(state: string, { id: root }: OpenRoot, traces: readonly Trace[]): void {
  const isOurs = (each: unknown): boolean =>
    isRecord(each) && each["root"] === root && traces.some(({ id }) => id === each["id"]);
  const directory = join(state, "page");
  for (const name of namesIn(directory).filter((each) => /^unsigned-\d+\.json$/.test(each))) {
    const path = join(directory, name);
    const value = parseJson(readIfThere(path).toString("utf8"));
    if (!isRecord(value) || !Array.isArray(value["unsigned"])) continue;
    const unsigned = value["unsigned"].filter((each) => !isOurs(each));
    if (unsigned.length < value["unsigned"].length)
      writing("machine state", () => replaceFile(path, `${JSON.stringify({ ...value, unsigned })}\n`, 0o600));
  }
}

const LINE_END = 0x0a;

function dropLines(path: string, isDropped: (line: string) => boolean): void {
  const bytes = readIfThere(path);
  const dropped: { readonly at: number; readonly length: number }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(LINE_END, at);
    const end = next < 0 ? bytes.length : next;
    if (end > at && isDropped(bytes.toString("utf8", at, end))) dropped.push({ at, length: end - at });
    at = end + 1;
  }
  if (dropped.length === 0) return;
  writing(path, () => {
    const descriptor = ifThere(() => openSync(path, "r+"), null);
    if (descriptor === null) return;
    try {
      for (const { at, length } of dropped) writeAll(descriptor, Buffer.alloc(length, LINE_END), at);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** A log is moved on and a spool is trimmed meanwhile: what is gone tells of nothing. */
function readIfThere(path: string): Buffer {
  return ifThere(() => readFileSync(path), Buffer.alloc(0));
}

function namesIn(directory: string): string[] {
  return ifThere(() => readdirSync(directory), []);
}
