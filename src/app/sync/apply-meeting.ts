// Writes what was decided: under the root's lock, if what was looked at is still so, statements before the files that they are
// about, and journalled like every other change. Killed at any instant it leaves whole operations, and the next sync decides the
// rest anew: a version that was taken is then the same on both sides.

import { join } from "node:path";
import { blobOid } from "../../git/object-store.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { type Change, hasPending } from "../../store/transaction.ts";
import { commitOperations, type Operation, transactionPlace, withLock } from "../change/change-root.ts";
import { planJoin } from "../change/merge/join-memory.ts";
import { finishForgetting, noteForgetting, type Trace } from "../change/removed/erase-traces.ts";
import { computeOpaqueId } from "../memories/forgotten.ts";
import type { Papers } from "./decide/decide-papers.ts";
import type { Decision } from "./decide/decision.ts";
import { inputFor, type Meeting } from "./meeting.ts";
import { bytesMaxOf, parsePath } from "./synced-paths.ts";

/** By path, what the root has now; null where a file went. */
type Written = ReadonlyMap<string, Uint8Array | null>;

/** A meeting, what was decided, and what the root has of it. */
export type Met = { readonly meeting: Meeting; readonly decided: Decided; readonly written: Written };

export type Decided = { readonly papers: Papers; readonly decisions: readonly Decision[] };

/** @returns null when somebody changed one of the files meanwhile: nothing was written, and it is decided anew. */
export function applyMeeting(meeting: Meeting, decided: Decided): Written | null {
  const { workspace, root } = meeting;
  // The machine merges and quarantines; a person who sits there signs nothing by it.
  const asMachine = { ...meeting, workspace: { ...workspace, keys: { ...workspace.keys, person: null } } };
  return withLock(root, () => {
    finishForgetting(workspace, root);
    if (!isAsExpected(meeting, decided)) return null;
    return writeAll(asMachine, decided);
  });
}

function isAsExpected({ root }: Meeting, { papers, decisions }: Decided): boolean {
  const acting = decisions.filter(({ changes, join: joined }) => changes.length > 0 || joined !== undefined);
  const expected = [...papers.expects, ...acting.flatMap(({ expects }) => [...expects])];
  return expected.every(([path, oid]) => oidOnDisk(root.path, path) === oid);
}

function oidOnDisk(root: string, path: string): string | null {
  const parsed = parsePath(path);
  const content = parsed === null ? null : readFileContent(join(root, path), bytesMaxOf(parsed));
  return content?.kind === "bytes" ? blobOid(content.bytes) : null;
}

/** As many are one transaction. */
const OPERATIONS_AT_ONCE = 500;

function writeAll(meeting: Meeting, decided: Decided): Written {
  const { workspace, root } = meeting;
  const written = new Map<string, Uint8Array | null>();
  const commitAll = (operations: readonly Operation[]): void => {
    for (let at = 0; at < operations.length; at += OPERATIONS_AT_ONCE) {
      const piece = operations.slice(at, at + OPERATIONS_AT_ONCE);
      commitOperations(workspace, root, { operations: piece });
      for (const change of piece.flatMap(({ changes }) => changes)) note(written, change);
    }
  };
  commitAll(planAll(decided));
  // What stood before a merge is asked of the statements on disk. A text and what is put beside it are one transaction.
  for (const { id, changes, join: joined } of decided.decisions) {
    if (joined !== undefined) commitAll([...planOne(id, changes), ...planJoin(workspace, root, joined)]);
  }
  forgetAll(meeting, decided, commitAll);
  return written;
}

/** Their tombstones are on disk by now. As where a person forgets here: a note of what is to go, the files, then every trace. */
function forgetAll(
  meeting: Meeting,
  decided: Decided,
  commitAll: (operations: readonly Operation[]) => void,
): void {
  const { workspace, root } = meeting;
  const traces = tracesOf(meeting, decided);
  if (traces.length === 0) return;
  noteForgetting(root, traces);
  const opaque = new Map(traces.map((each) => [each.id, each.opaque]));
  const operations = decided.decisions.flatMap(({ id, changes }): Operation[] => {
    const nameless = opaque.get(id);
    if (nameless === undefined || changes.length === 0) return [];
    return [{ record: { command: "forget", id: nameless, actor: "machine", digest: null }, changes }];
  });
  try {
    commitAll(operations);
  } finally {
    if (!hasPending(transactionPlace(root))) finishForgetting(workspace, root);
  }
}

function note(written: Map<string, Uint8Array | null>, change: Change): void {
  if (change.kind === "write") written.set(change.path, new TextEncoder().encode(change.text));
  else written.set(change.kind === "move" ? change.from : change.path, null);
}

function planAll({ papers, decisions }: Decided): Operation[] {
  const byId = new Map(decisions.filter(({ kind }) => kind !== "forgotten").map((each) => [each.id, each]));
  const ids = [...new Set([...papers.changes.keys(), ...byId.keys()])];
  // Tombstones and cards first: a path sorts before every id.
  return ids.toSorted(byPathFirst).flatMap((id): Operation[] => {
    const decision = byId.get(id);
    const own = decision?.join === undefined ? decision?.changes : [];
    return planOne(id, [...(papers.changes.get(id) ?? []), ...(own ?? [])]);
  });
}

function planOne(id: string, changes: readonly Change[]): Operation[] {
  if (changes.length === 0) return [];
  const text = changes.findLast((each) => each.kind === "write" && each.path.endsWith(".md"));
  const digest = text?.kind === "write" ? digestOf(text.text) : null;
  return [{ record: { command: "sync", id: id.replace(/\.json$/, ""), actor: "machine", digest }, changes }];
}

function byPathFirst(one: string, other: string): number {
  const rank = (id: string): number => Number(!id.includes("/"));
  return rank(one) - rank(other) || (one < other ? -1 : 1);
}

function digestOf(text: string): string | null {
  const parsed = parseMemory(text);
  return parsed.kind === "broken" ? null : digestMemory(parsed.memory);
}

/** Forgotten elsewhere by somebody trusted here: every trace of it goes here, too. */
function tracesOf(meeting: Meeting, { decisions }: Decided): Trace[] {
  const { workspace, root } = meeting;
  return decisions
    .filter(({ kind }) => kind === "forgotten")
    .map(({ id }) => {
      const { attestations, remembered } = inputFor(meeting, { id, text: null, directory: "memories" });
      const digests = [...new Set([...attestations, ...remembered].map(({ digest }) => digest))];
      return { id, opaque: computeOpaqueId(workspace, root, id), digests };
    });
}
