// Apart from the reading of requests: that is done when a session begins, by a process that changes no root.

import { join } from "node:path";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { OpenRoot } from "../workspace/workspace.ts";
import { withLock } from "./change-root.ts";
import { readRequests } from "./read-requests.ts";
import { REQUESTS_FILE, type Request } from "./requests.ts";

/** After a person decided: those wishes that they saw, and none that came since. */
export function dropRequests(root: OpenRoot, dropped: readonly Request[]): void {
  const gone = new Set(dropped.map((request) => JSON.stringify(request)));
  // Whoever files one holds the lock, too.
  withLock(root, () => {
    const left = readRequests(root).map((request) => JSON.stringify(request));
    const text = left.filter((line) => !gone.has(line)).map((line) => `${line}\n`);
    writing("machine state", () => replaceFile(join(root.records, REQUESTS_FILE), text.join(""), 0o600));
  });
}
