// What a person was told when the last session of a root began, so that the next one tells only what is new.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Instant, parseInstant, renderInstant } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import type { OpenRoot } from "../workspace/workspace.ts";

export type LastSession = {
  readonly at: Instant;
  /** The place of the last approval among those this machine has seen. */
  readonly approvals: number;
};

const FILE = "last-session.json";

/** Null before the first session, or where the file is damaged. */
export function readLastSession({ records }: OpenRoot): LastSession | null {
  const path = join(records, FILE);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  if (typeof value !== "object" || value === null) return null;
  const { v, at, approvals } = value as Readonly<Record<string, unknown>>;
  const instant = typeof at === "string" ? parseInstant(at) : null;
  if (v !== 1 || instant === null || !Number.isSafeInteger(approvals)) return null;
  return { at: instant, approvals: Number(approvals) };
}

export function writeLastSession({ records }: OpenRoot, { at, approvals }: LastSession): void {
  const text = JSON.stringify({ v: 1, at: renderInstant(at), approvals });
  replaceFile(join(records, FILE), `${text}\n`, 0o600);
}
