// Wishes that agents and scripts filed about memories a person approved: to be read in review. A line that is not one is left
// out; nothing in here decides anything.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../memory/json.ts";
import { parseMemoryId } from "../../memory/memory-id.ts";
import type { OpenRoot } from "../workspace/workspace.ts";
import { REQUESTS_FILE, type Request } from "./requests.ts";

/** The newest of them: more than this nobody reads. */
const REQUESTS_MAX = 1_000;

/** Oldest first. */
export function readRequests(root: OpenRoot): Request[] {
  const path = join(root.records, REQUESTS_FILE);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return lines.slice(-REQUESTS_MAX).map(parseJson).filter(isRequest);
}

function isRequest(value: unknown): value is Request {
  if (typeof value !== "object" || value === null) return false;
  const { v, at, id, command, digest, reason } = value as Readonly<Record<string, unknown>>;
  return (
    v === 1 &&
    typeof at === "string" &&
    typeof id === "string" &&
    parseMemoryId(id) === id &&
    typeof command === "string" &&
    (digest === null || typeof digest === "string") &&
    (reason === null || typeof reason === "string")
  );
}
