// Writes a report to a file of its own, 0600, the old one or the new one and never a part.
//
// Attack: `--out` that lands in a root or in machine state, or that replaces something that is not ours. What is there
// already is replaced only if it is a plain file that begins as our reports do.

import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { toWriteFailure } from "../../store/fs-failure.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { type ExportPlace, findExportPlace } from "../transfer/write-export.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** How the three formats begin; nothing else begins so. */
export const REPORT_MARKS = {
  md: "<!-- credence audit report 1 -->\n",
  html: "<!doctype html>\n<!-- credence audit report 1 -->\n",
  json: '{\n  "v": 1,\n  "kind": "credence-audit",\n',
} as const;
export type ReportFormat = keyof typeof REPORT_MARKS;

const REPORT_BYTES_MAX = 512 * 1024 * 1024;

/** Where it will go, or the refusal; asked before the work is done. */
export function findReportPlace(workspace: Workspace, place: ExportPlace): string {
  const path = findExportPlace(workspace, place);
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined && !isOurs(path)) {
    throw new CredenceError(
      "EXISTS",
      `${place.out} already exists and is not an audit report`,
      "give another path with --out",
    );
  }
  return path;
}

export function writeReport(path: string, text: string): void {
  try {
    ensureDirectory(dirname(path), 0o700);
    replaceFile(path, text, 0o600);
  } catch (error) {
    throw toWriteFailure(error, "the report");
  }
}

function isOurs(path: string): boolean {
  const content = readFileContent(path, REPORT_BYTES_MAX);
  if (content.kind === "refused") return false;
  const longest = Math.max(...Object.values(REPORT_MARKS).map(({ length }) => length));
  const begin = Buffer.from(content.bytes.subarray(0, longest)).toString("utf8");
  return Object.values(REPORT_MARKS).some((mark) => begin.startsWith(mark));
}
