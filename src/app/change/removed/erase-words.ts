// The words of a forgotten id in what this machine keeps in lines or as JSON. The table below names every place where we put
// ids of this root; each is read by its own format, and only what it says of this root's memory changes. No other file is
// looked at: the same word in a path, a setting or another root's record is not the memory's.
//
// Lines change in place, by a line of the same length: whoever appends meanwhile loses nothing, every position stays what it
// was, and no copy with the old word is left on disk.

import { closeSync, fsyncSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { listSpool, parseSpoolLine, placeSpool, renderSpoolLine } from "../../../observer/spool/spool.ts";
import { replaceFile, writeAll } from "../../../store/durable.ts";
import { ifThere, writing } from "../../../store/fs-failure.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

export type Renaming = {
  /** An id: of letters, digits and `_`. Found only where it stands alone. */
  readonly word: string;
  /** As long as the word. */
  readonly by: string;
};

export function eraseWords(state: string, root: OpenRoot, renamings: readonly Renaming[]): void {
  for (const { path, rename } of listLogs(state, root)) {
    applyRewrite(path, planRewrite(path, renamings, rename));
  }
  eraseFromSpool(state, root, renamings);
  eraseFromPage(state, root, renamings);
}

/** Every id in a text that stands alone. */
export function renameWords(text: string, renamings: readonly Renaming[]): string {
  return renamings.reduce(
    (left, { word, by }) => (left.includes(word) ? left.replaceAll(wordPattern(word), by) : left),
    text,
  );
}

/** Would a longer id begin or end here, it would be another. */
export function wordPattern(id: string): RegExp {
  return new RegExp(`(?<![a-z0-9_])${id}(?![a-z0-9_])`, "g");
}

type Line = Readonly<Record<string, unknown>>;
type Rename = (line: Line, renamings: readonly Renaming[]) => Line;
type Log = { readonly path: string; readonly rename: Rename };

/** Of each log the current file and those before it. */
function listLogs(state: string, root: OpenRoot): Log[] {
  const logs: readonly Log[] = [
    { path: join(root.records, "accesses.ndjson"), rename: inFields("id") },
    { path: join(root.records, "asked-moved.ndjson"), rename: inFields("id") },
    { path: join(root.records, "observer", "batches.ndjson"), rename: inFields("outcomes") },
    { path: join(state, "receipts.ndjson"), rename: renameInReceipt(root) },
    { path: join(state, "observer-audit.log"), rename: renameInAudit(root) },
  ];
  return logs.flatMap(({ path, rename }) =>
    ["", ".1", ".2", ".3"].map((generation) => ({ path: `${path}${generation}`, rename })),
  );
}

function inFields(...names: readonly string[]): Rename {
  return (line, renamings) =>
    Object.fromEntries(
      Object.entries(line).map(([name, value]) => [
        name,
        names.includes(name) ? renameIn(value, renamings) : value,
      ]),
    );
}

/** A receipt names memories of several roots, each by its scope. */
function renameInReceipt({ id, scope }: OpenRoot): Rename {
  return (line, renamings) => {
    const { roots, shown, left } = line;
    if (!Array.isArray(roots) || !roots.includes(id)) return line;
    const inList = (list: unknown): unknown =>
      Array.isArray(list)
        ? list.map((each) =>
            isRecord(each) && each["scope"] === scope ? inFields("id")(each, renamings) : each,
          )
        : list;
    return { ...line, shown: inList(shown), left: inList(left) };
  };
}

/** What a model of the Observer tried is noted with the project that it read about. */
function renameInAudit(root: OpenRoot): Rename {
  const project = root.project ?? root.path;
  const inTexts = inFields("tool_input", "error_message");
  return (line, renamings) => (line["project"] === project ? inTexts(line, renamings) : line);
}

function renameIn(value: unknown, renamings: readonly Renaming[]): unknown {
  if (typeof value === "string") return renameWords(value, renamings);
  if (Array.isArray(value)) return value.map((each) => renameIn(each, renamings));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renameIn(each, renamings)]));
}

// A captured line begins with the hash of the rest. What the Observer has read of a session it knows by these hashes, and
// is told the new ones first: a process that is killed in between finds the old lines again, and does the same.

const CAPTURED = ["text", "tool", "input", "output", "paths", "taint"] as const;

function eraseFromSpool(state: string, root: OpenRoot, renamings: readonly Renaming[]): void {
  const spool = placeSpool(state, root.id);
  const aside = namesIn(join(spool, "aside")).map((name) => join(spool, "aside", name));
  const paths = [...listSpool(spool).map(({ path }) => path), ...aside];
  const rehashed: Renaming[] = [];
  const plans = paths.map((path) => planSpoolFile(path, renamings, rehashed));
  const records = join(root.records, "observer");
  for (const name of namesIn(records).filter((each) => /\.(?:intent|progress)\.json$/.test(each))) {
    renameInJson(join(records, name), [...renamings, ...rehashed]);
  }
  const batches = join(records, "batches.ndjson");
  if (rehashed.length > 0) applyRewrite(batches, planRewrite(batches, rehashed, inFields("outcomes")));
  for (const [place, path] of paths.entries()) applyRewrite(path, plans[place] ?? []);
}

function planSpoolFile(path: string, renamings: readonly Renaming[], rehashed: Renaming[]): Rewritten[] {
  return planLines(path, renamings, (text) => {
    const line = parseSpoolLine(text);
    if (line === null) return null;
    const rewritten = renderSpoolLine({ ...line.record, ...inFields(...CAPTURED)(line.record, renamings) });
    const by = parseSpoolLine(rewritten)?.id ?? line.id;
    rehashed.push({ word: line.id, by });
    return rewritten;
  });
}

/** Decisions of a page that nobody signed, each with its root. */
function eraseFromPage(state: string, { id }: OpenRoot, renamings: readonly Renaming[]): void {
  const isOurs = (value: unknown): value is Line => isRecord(value) && value["root"] === id;
  const rename = (value: unknown): unknown => {
    if (!isRecord(value) || !Array.isArray(value["unsigned"])) return value;
    const unsigned = value["unsigned"].map((each) => (isOurs(each) ? inFields("id")(each, renamings) : each));
    return { ...value, unsigned };
  };
  const directory = join(state, "page");
  for (const name of namesIn(directory).filter((each) => /^unsigned-\d+\.json$/.test(each))) {
    renameInJson(join(directory, name), renamings, rename);
  }
}

function renameInJson(path: string, renamings: readonly Renaming[], rename = renameIn): void {
  const text = readIfThere(path)?.toString("utf8") ?? "";
  const value = parseJson(text);
  const renamed = JSON.stringify(rename(value, renamings));
  if (value === null || renamed === JSON.stringify(value)) return;
  writing("machine state", () => replaceFile(path, `${renamed}\n`, 0o600));
}

// Lines in place.

type Rewritten = { readonly at: number; readonly bytes: Buffer };

function planRewrite(path: string, renamings: readonly Renaming[], rename: Rename): Rewritten[] {
  return planLines(path, renamings, (text) => {
    const line = parseJson(text);
    if (!isRecord(line)) return null;
    const renamed = rename(line, renamings);
    return renamed === line ? text : JSON.stringify(renamed);
  });
}

/** `rewrite` returns null for a line that cannot be read. */
function planLines(
  path: string,
  renamings: readonly Renaming[],
  rewrite: (line: string) => string | null,
): Rewritten[] {
  const bytes = readIfThere(path) ?? Buffer.alloc(0);
  const rewritten: Rewritten[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf("\n", at);
    const end = next < 0 ? bytes.length : next;
    const line = bytes.subarray(at, end);
    if (renamings.some(({ word }) => line.includes(word))) {
      const text = line.toString("utf8");
      const fresh = Buffer.from(rewrite(text) ?? "");
      // Nobody can read a line that was cut short or that another hand wrote, so there is nothing in it but the word.
      const left = fresh.length === line.length ? fresh : renameBytes(line, renamings);
      if (!left.equals(line)) rewritten.push({ at, bytes: left });
    }
    at = end + 1;
  }
  return rewritten;
}

function renameBytes(line: Buffer, renamings: readonly Renaming[]): Buffer {
  return Buffer.from(renameWords(line.toString("latin1"), renamings), "latin1");
}

function applyRewrite(path: string, rewritten: readonly Rewritten[]): void {
  if (rewritten.length === 0) return;
  writing(path, () => {
    const descriptor = ifThere(() => openSync(path, "r+"), null);
    if (descriptor === null) return;
    try {
      for (const { at, bytes } of rewritten) writeAll(descriptor, bytes, at);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** A log is moved on and a spool is trimmed meanwhile: what is gone names nothing. */
function readIfThere(path: string): Buffer | null {
  return ifThere(() => readFileSync(path), null);
}

function namesIn(directory: string): string[] {
  return ifThere(() => readdirSync(directory), []);
}
