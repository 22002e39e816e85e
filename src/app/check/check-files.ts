// Runs one validator over files, a directory or standard input. Fails closed: what cannot be read or is too large to
// scan gets a verdict that is not clean.

import { SCAN_BYTES_MAX } from "../../memory/limits.ts";
import type { CheckContext, ToolName, Verdict } from "../../validate/verdict.ts";
import { checkBytes, refusedVerdict } from "./check-bytes.ts";
import { listMarkdown } from "./list-markdown.ts";
import { readBounded } from "./read-bounded.ts";

export type { Verdict } from "../../validate/verdict.ts";
export type CheckTool = ToolName;

export type CheckRequest = {
  readonly tool: CheckTool;
  readonly files: readonly string[];
  readonly directory: string | null;
  readonly cwd: string;
  readonly stdin: (bytesMax: number) => Promise<Uint8Array>;
  /** The logical name of the text on standard input. */
  readonly stdinName: string | null;
  readonly context: CheckContext;
};

export async function checkFiles(request: CheckRequest): Promise<Verdict[]> {
  if (request.directory !== null) return checkDirectory(request, request.directory);
  if (request.files[0] === "-") return [await checkStdin(request)];
  // Read first: a mistyped name ends the command before it prints half an answer.
  const sources = request.files.map((file) => ({
    file,
    read: readBounded(request.cwd, file, SCAN_BYTES_MAX),
  }));
  const verdicts: Verdict[] = [];
  for (const { file, read } of sources) verdicts.push(await checkBytes(request, { file, ...read }));
  return verdicts;
}

async function checkStdin(request: CheckRequest): Promise<Verdict> {
  const bytes = await request.stdin(SCAN_BYTES_MAX + 1);
  const complete = bytes.length <= SCAN_BYTES_MAX;
  const file = request.stdinName ?? "-";
  return checkBytes(request, { file, bytes: bytes.subarray(0, SCAN_BYTES_MAX), complete });
}

async function checkDirectory(request: CheckRequest, directory: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const entry of listMarkdown(request.cwd, directory)) {
    if (entry.kind === "odd") {
      verdicts.push(refusedVerdict(request.tool, entry.name, { rule: "unreadable", message: entry.why }));
      continue;
    }
    const read = readBounded(request.cwd, entry.path, SCAN_BYTES_MAX);
    verdicts.push(await checkBytes(request, { file: entry.name, ...read }));
  }
  return verdicts;
}
