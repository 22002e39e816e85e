// A request: an agent or a script wants to change what a person approved. Nothing changes; the wish waits for review.

import { join } from "node:path";
import { renderInstant } from "../../memory/instant.ts";
import { appendLine } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";

export const REQUESTS_FILE = "requests.ndjson";

export type Request = {
  readonly v: 1;
  readonly at: string;
  readonly id: string;
  readonly command: string;
  readonly digest: string | null;
  readonly reason: string | null;
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
