// What each recall showed and left out, so that an answer can be explained afterwards. Never the prompt. Fails open: a
// receipt that cannot be written spoils no recall.

import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../memory/json.ts";
import { codeOf } from "../../store/fs-failure.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Receipt } from "./receipt.ts";

/** Two files of this size are kept: the current one and the one before. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

export function writeReceipt(workspace: Workspace, receipt: Receipt): void {
  const path = pathOf(workspace);
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FILE_BYTES_MAX)
      renameSync(path, `${path}.1`);
    appendFileSync(path, `${JSON.stringify(receipt)}\n`, { mode: 0o600 });
  } catch (error) {
    if (codeOf(error) === "") throw error;
  }
}

/** Oldest first, those that asked the root here; the user root is asked in every project, and its receipts there name other
 * projects' memories. A line that is damaged is left out. */
export function readReceipts(workspace: Workspace): Receipt[] {
  const path = pathOf(workspace);
  const here = workspace.roots[0]?.id;
  const text = [`${path}.1`, path]
    .map((each) => (existsSync(each) ? readFileSync(each, "utf8") : ""))
    .join("\n");
  return text
    .split("\n")
    .map((line) => (line === "" ? undefined : parseJson(line)))
    .filter(isReceipt)
    .filter(({ roots }) => here !== undefined && roots.includes(here));
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== "object" || value === null) return false;
  const { v, at, kind, outcome, roots, shown, left } = value as Readonly<Record<string, unknown>>;
  const isList = (list: unknown): boolean =>
    Array.isArray(list) && list.every((each) => typeof each === "object" && each !== null && "id" in each);
  const areTexts = [at, kind, outcome].every((each) => typeof each === "string");
  return v === 1 && areTexts && Array.isArray(roots) && isList(shown) && isList(left);
}

function pathOf(workspace: Workspace): string {
  return join(workspace.state.path, "receipts.ndjson");
}
