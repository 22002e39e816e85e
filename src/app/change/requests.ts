// A request: an agent or a script wants to change a memory that a person approved. Nothing changes; the request waits
// for review.

import { join } from "node:path";
import { renderInstant } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { appendLine, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { readQuietly } from "../../store/log-file.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { withLock } from "./change-root.ts";

const REQUESTS_FILE = "requests.ndjson";

export type Request = {
  readonly v: 1;
  readonly at: string;
  readonly id: string;
  readonly command: string;
  readonly digest: string | null;
  readonly reason: string | null;
  /** Signed on another machine: the hash of the statement. Nobody here filed it. */
  readonly statement?: string;
};

export function fileRequest(
  workspace: Workspace,
  { root, file, digest }: LoadedMemory,
  wish: { readonly command: string; readonly reason: string | null },
): void {
  const request: Request = { v: 1, at: renderInstant(workspace.now), id: file.id, digest, ...wish };
  writing("machine state", () =>
    appendLine(join(root.records, REQUESTS_FILE), JSON.stringify(request), 0o600),
  );
}

// Requests that agents and scripts filed about memories a person approved, for review. A line that is not a request is
// skipped; nothing in here decides anything.

/** The newest of them: more than this nobody reads. */
const REQUESTS_MAX = 1_000;

/** Oldest first. */
export function readRequests(root: OpenRoot): Request[] {
  const path = join(root.records, REQUESTS_FILE);
  return readQuietly(path).split("\n").slice(-REQUESTS_MAX).map(parseJson).filter(isRequest);
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

// Apart from the reading of requests: that is done when a session begins, by a process that changes no root.

/** After a person decided: the requests that they saw, and none that came since. A statement stays, and is asked about no more. */
export function dropRequests(root: OpenRoot, dropped: readonly Request[]): void {
  const gone = new Set(dropped.map((request) => JSON.stringify(request)));
  // Whoever files one holds the lock, too.
  withLock(root, () => {
    const left = readRequests(root).map((request) => JSON.stringify(request));
    const text = left.filter((line) => !gone.has(line)).map((line) => `${line}\n`);
    const answered = [...readAnswered(root), ...dropped.flatMap(({ statement }) => statement ?? [])];
    writing("machine state", () => {
      replaceFile(join(root.records, REQUESTS_FILE), text.join(""), 0o600);
      const kept = answered.slice(-ANSWERED_MAX).map((hash) => `${hash}\n`);
      if (kept.length > 0) replaceFile(join(root.records, ANSWERED_FILE), kept.join(""), 0o600);
    });
  });
}

const ANSWERED_FILE = "answered-wishes";
const ANSWERED_MAX = 10_000;

/** Hashes of statements that a person here has answered to. */
export function readAnswered(root: OpenRoot): ReadonlySet<string> {
  const lines = readQuietly(join(root.records, ANSWERED_FILE)).split("\n");
  return new Set(lines.filter((line) => /^[0-9a-f]{64}$/.test(line)));
}
