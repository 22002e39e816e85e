// Runs validators over files, a directory or standard input. Fails closed: an input that cannot be read or is too large to
// scan gets a verdict that is not clean.

import { closeSync, constants, type Dirent, fstatSync, openSync, readSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { SCAN_BYTES_MAX } from "../../memory/limits.ts";
import { isDoubtful, isOddName } from "../../memory/text/doubtful-names.ts";
import { isRoot } from "../../store/find-root.ts";
import { reading, readSorted } from "../../store/fs-failure.ts";
import {
  type CheckContext,
  EXIT_OF_LABEL,
  type Label,
  type ToolName,
  type Verdict,
} from "../../validate/verdict.ts";

export type { Verdict } from "../../validate/verdict.ts";
export type CheckTool = ToolName;

export type CheckRequest = {
  readonly tools: readonly CheckTool[];
  readonly files: readonly string[];
  readonly directory: string | null;
  readonly cwd: string;
  readonly stdin: (bytesMax: number) => Promise<Uint8Array>;
  /** The logical name of the text on standard input. */
  readonly stdinName: string | null;
  readonly context: CheckContext;
};

/** One verdict of each validator for each text. */
export async function checkFiles(request: CheckRequest): Promise<Verdict[]> {
  if (request.directory !== null) return checkDirectory(request, request.directory);
  if (request.files[0] === "-") return checkStdin(request);
  // Read first, so that a mistyped name ends the command before it prints half an answer.
  const sources = request.files.map((file) => ({
    file,
    read: readBounded(request.cwd, file, SCAN_BYTES_MAX),
  }));
  const verdicts: Verdict[] = [];
  for (const { file, read } of sources) verdicts.push(...(await checkText(request, { file, ...read })));
  return verdicts;
}

async function checkStdin(request: CheckRequest): Promise<Verdict[]> {
  const bytes = await request.stdin(SCAN_BYTES_MAX + 1);
  const complete = bytes.length <= SCAN_BYTES_MAX;
  const file = request.stdinName ?? "-";
  return checkText(request, { file, bytes: bytes.subarray(0, SCAN_BYTES_MAX), complete });
}

async function checkDirectory(request: CheckRequest, directory: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const entry of listMarkdown(request.cwd, directory)) {
    if (entry.kind === "odd") {
      const why = { rule: "unreadable", message: entry.why };
      const file = await coverFile(entry.name);
      verdicts.push(...request.tools.map((tool) => refusedVerdict(tool, file, why)));
      continue;
    }
    const read = readBounded(request.cwd, entry.path, SCAN_BYTES_MAX);
    verdicts.push(...(await checkText(request, { file: entry.name, ...read })));
  }
  return verdicts;
}

// One text, one validator. Validators are loaded on demand, because each is large.

const FAILED: Readonly<Record<ToolName, Label>> = {
  validate: "FAIL-STRUCT",
  "secret-check": "SECRET-DETECTED",
  "injection-check": "FLAGGED",
};

/** Bytes that are not UTF-8 are scanned all the same, because a secret next to a broken byte is still a secret. */
const lenient = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

export type BytesToCheck = {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** False when the text continues after these bytes. */
  readonly complete: boolean;
};

async function checkText({ tools, context }: CheckRequest, text: BytesToCheck): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const tool of tools) verdicts.push(await checkBytes({ tool, context }, text));
  const file = await coverFile(text.file);
  return verdicts.map((verdict) => ({ ...verdict, file }));
}

/** The name with secrets covered. Most names need no rule to be judged. */
async function coverFile(file: string): Promise<string> {
  const name = basename(file);
  if (!isDoubtful(name) && !isOddName(name)) return file;
  const { coverPath } = await import("../memories/hide-secrets.ts");
  return coverPath(file);
}

async function checkBytes(
  { tool, context }: { readonly tool: ToolName; readonly context: CheckContext },
  { file, bytes, complete }: BytesToCheck,
): Promise<Verdict> {
  if (tool === "validate") {
    const { checkStructure } = await import("../../validate/check-structure.ts");
    return { ...checkStructure(basename(file), bytes), file };
  }
  if (!complete) {
    const message = `larger than ${SCAN_BYTES_MAX / 1024 / 1024} MiB, so not scanned`;
    return refusedVerdict(tool, file, { rule: "unscanned", message });
  }
  const text = lenient.decode(bytes);
  if (tool === "secret-check") {
    const { checkSecrets } = await import("../../validate/check-secrets.ts");
    return checkSecrets(file, text, context);
  }
  const { checkInjection } = await import("../../validate/check-injection.ts");
  return checkInjection(file, text, context);
}

function refusedVerdict(
  tool: ToolName,
  file: string,
  { rule, message }: { readonly rule: string; readonly message: string },
): Verdict {
  const label = FAILED[tool];
  const severity = tool === "injection-check" ? "flag" : "error";
  const findings = [{ rule, severity, line: 1, column: 1, message }] as const;
  return { file, tool, label, exit: EXIT_OF_LABEL[label], findings };
}

// The .md files below a directory, sorted, without following a link out of it.
//
// Attack: a link to another place, a FIFO, an endless tree.

const DEPTH_MAX = 16;
/** Written by tools for readers, and no memories. */
const NOT_MEMORIES = new Set(["MEMORY.md", "index.md"]);

export type MarkdownEntry =
  | { readonly kind: "file"; readonly name: string; readonly path: string }
  | { readonly kind: "odd"; readonly name: string; readonly why: string };

function listMarkdown(cwd: string, directory: string): MarkdownEntry[] {
  const entries: MarkdownEntry[] = [];
  const walk = (below: string, depth: number): void => {
    const here = resolve(cwd, directory, below);
    for (const entry of readSorted(here, `the directory ${directory}`)) {
      const name = join(below, entry.name);
      if (entry.name === "README.md" && isRoot(here)) continue;
      if (!entry.isDirectory()) entries.push(...toEntries(entry, name, directory));
      else if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      else if (depth === DEPTH_MAX) entries.push({ kind: "odd", name, why: "nested too deeply to read" });
      else walk(name, depth + 1);
    }
  };
  walk("", 0);
  return entries;
}

function toEntries(entry: Dirent, name: string, directory: string): MarkdownEntry[] {
  if (!entry.name.endsWith(".md") || NOT_MEMORIES.has(entry.name)) return [];
  return entry.isFile()
    ? [{ kind: "file", name, path: join(directory, name) }]
    : [{ kind: "odd", name, why: "not a regular file, so not read" }];
}

// Reads a regular file up to a limit.
//
// Attack: an endless FIFO, a device, a file of a terabyte.

export type BoundedRead = { readonly bytes: Uint8Array; readonly complete: boolean };

export function readBounded(cwd: string, path: string, bytesMax: number): BoundedRead {
  // Without O_NONBLOCK, opening a FIFO would wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const descriptor = reading(path, () => openSync(resolve(cwd, path), flags));
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) {
      throw new CredenceError(
        "NOT_READABLE",
        `${path} is not a regular file`,
        "use - to read standard input",
      );
    }
    const buffer = Buffer.alloc(Math.min(stat.size, bytesMax) + 1);
    let length = 0;
    while (length < buffer.length) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      length += read;
    }
    return {
      bytes: buffer.subarray(0, Math.min(length, bytesMax)),
      complete: length <= bytesMax && stat.size <= bytesMax,
    };
  } finally {
    closeSync(descriptor);
  }
}
