// A session begins, or goes on: what the model gets, and what the person is told beside it.

import { isMemoryId } from "../../memory/memory-id.ts";
import { recallAtStart, type StartRequest } from "../recall-at-start.ts";
import type { Workspace } from "../workspace.ts";
import { findWithdrawn } from "./find-withdrawn.ts";
import { listPersonLines } from "./person-lines.ts";

export type SessionRequest = StartRequest & {
  /** The conversation so far is still there, or a summary of it. */
  readonly continues: boolean;
  /** There is time for it, and nobody was told in this session yet. */
  readonly tellsPerson: () => boolean;
};

export type SessionOpening = { readonly context: string; readonly lines: readonly string[] };

export function startSession(
  workspace: Workspace,
  { continues, tellsPerson, ...request }: SessionRequest,
): SessionOpening {
  const { session = null } = request;
  const withdrawn = continues && session !== null ? findWithdrawn(workspace, session) : [];
  const said = renderWithdrawn(withdrawn.filter(isMemoryId));
  const room = (request.budgetChars ?? Number.POSITIVE_INFINITY) - said.length;
  const { text } = recallAtStart(workspace, { ...request, budgetChars: room });
  const lines = tellsPerson() ? listPersonLines(workspace, request) : [];
  return { context: `${said}${text}`, lines };
}

function renderWithdrawn(ids: readonly string[]): string {
  if (ids.length === 0) return "";
  return `Memories shown earlier in this session that no longer apply: ${ids.join(", ")}.\n`;
}
