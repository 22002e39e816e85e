// Threat: a model tries to act. It has no tool for it, and the attempt is recorded here for a person, with the intended
// action. The text of an attempt is the model's and therefore the session's, so it is cut and its secrets are removed
// first. Best effort: nothing in here throws, because a log that cannot be written must not end the call that it watches.

import { appendFileSync, chmodSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { flattenValue } from "../capture/flatten-value.ts";
import { type FindSecrets, redactAndTruncate } from "../capture/redact-and-truncate.ts";
import type { ToolAttempt } from "./provider.ts";

export type AuditRecord = {
  readonly ts: string;
  readonly source: AuditSource;
  readonly session: string | null;
  readonly project: string | null;
  readonly tool_name: string;
  readonly tool_input: string;
  readonly result: ToolAttempt["result"];
  readonly error_message: string | null;
};

export type AuditSource = "Observer" | "KnowledgeAgent";

export type AuditSetting = {
  readonly state: string;
  readonly source: AuditSource;
  readonly session: string | null;
  readonly project: string | null;
  readonly findSecrets: FindSecrets;
  readonly now: () => Instant;
  /** The size of one generation; for tests. */
  readonly bytesMax?: number;
};

const FILE = "observer-audit.log";
const INPUT_CHARS_MAX = 4_096;
const MESSAGE_CHARS_MAX = 300;
const NAME_CHARS_MAX = 100;
const BYTES_MAX = 50 * 1024 * 1024;
const GENERATIONS = 3;

/** One record per tool call, however often the call is reported. */
export function openAuditLog(setting: AuditSetting): (attempt: ToolAttempt) => void {
  const seen = new Set<string>();
  return (attempt) => {
    if (attempt.id !== null && seen.has(attempt.id)) return;
    if (attempt.id !== null) seen.add(attempt.id);
    write(setting, attempt);
  };
}

function write(setting: AuditSetting, attempt: ToolAttempt): boolean {
  try {
    append(join(setting.state, FILE), renderRecord(setting, attempt), setting.bytesMax ?? BYTES_MAX);
    return true;
  } catch {
    // A full disk or a closed directory; the attempt was denied all the same.
    return false;
  }
}

/** The last records of the current file, oldest first. */
export function readAuditLog(state: string, limit: number): AuditRecord[] {
  const path = join(state, FILE);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .slice(-limit)
    .map(parseJson)
    .filter(isAuditRecord);
}

function renderRecord({ findSecrets, now, ...from }: AuditSetting, attempt: ToolAttempt): string {
  const clean = (text: string, charsMax: number): string =>
    redactAndTruncate(text, { charsMax, findSecrets });
  // Redacted before it is cut, because half a secret is no longer recognised.
  const line = (text: string, charsMax: number): string =>
    clean(sanitizeLine(text, Number.POSITIVE_INFINITY), charsMax);
  const record: AuditRecord = {
    ts: renderInstant(now()),
    source: from.source,
    session: from.session,
    project: from.project,
    tool_name: line(attempt.tool, NAME_CHARS_MAX),
    tool_input: clean(flattenValue(attempt.input), INPUT_CHARS_MAX),
    result: attempt.result,
    error_message: attempt.message === null ? null : line(attempt.message, MESSAGE_CHARS_MAX),
  };
  return `${JSON.stringify(record)}\n`;
}

function append(path: string, line: string, bytesMax: number): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 && size + line.length > bytesMax) rotate(path);
  appendFileSync(path, line, { mode: 0o600 });
  // Independent of the umask.
  if (size === 0) chmodSync(path, 0o600);
}

function rotate(path: string): void {
  for (let number = GENERATIONS - 1; number >= 0; number -= 1) {
    const from = number === 0 ? path : `${path}.${number}`;
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${path}.${number + 1}`);
  }
}

function isAuditRecord(value: unknown): value is AuditRecord {
  if (!isRecord(value)) return false;
  const { ts, tool_name, tool_input, result } = value;
  return [ts, tool_name, tool_input, result].every((each) => typeof each === "string");
}
