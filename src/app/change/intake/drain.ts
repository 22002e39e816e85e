// Files what the intake holds, for the next holder of the lock: each entry is verified, judged by today's rules, held against what a
// person removed since, and filed with the statement that was signed when it was accepted. Nothing is signed here. An entry goes
// only after its operation is done, or after a note that it cannot be; whoever is killed in between finds it filed.

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { CredenceError, type FailureCode } from "../../../memory/errors.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { isVouching } from "../../../memory/law/kinds.ts";
import {
  isTextStatement,
  parseStatement,
  type SignedStatement,
  type SignedTextStatement,
  textVouchedBy,
} from "../../../memory/law/statement.ts";
import { attestPath } from "../../../trust/attest-files.ts";
import { isNameRefused } from "../../memories/kept/forgotten-names.ts";
import { isGenuine } from "../../memories/known-signers.ts";
import { remarkUnfiled } from "../../workspace/remarks.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { commitChanges, withLock } from "../change-root.ts";
import { withSurroundings } from "../removed/removed-memories.ts";
import { makeRoomFor } from "../retain-summaries.ts";
import { judgeNew, type PassedJudgement, planCreation } from "../write-text.ts";
import { dropEntry, type Entry, isWaiting, noteUnfiled, readEntries, readUnfiled } from "./entries.ts";
import { countEntries } from "./place.ts";

/** One holder files so many, and the next one goes on. */
const AT_ONCE = 16;

export type Due = {
  readonly entry: Entry;
  readonly said: SignedStatement;
  /** Or what is wrong with it. */
  readonly judgement: PassedJudgement | CredenceError;
};

/** Before the lock is taken: judging takes longer than filing. */
export async function judgeDue(workspace: Workspace, root: OpenRoot): Promise<Due[]> {
  if (countEntries(root) === 0) return [];
  const machine = asMachine(workspace);
  const due: Due[] = [];
  for (const entry of readEntries(root, workspace.keys.machine).slice(0, AT_ONCE)) {
    const said = readStatement(workspace, root, entry);
    // Another root's, by a key of before, or not what was signed: it counts for nothing.
    if (said === null) dropEntry(root, entry.name);
    else due.push({ entry, said, judgement: await judge(machine, entry, said) });
  }
  return due;
}

/** Whoever has unlocked a key here has seen none of it. */
function asMachine(workspace: Workspace): Workspace {
  const { keys } = workspace;
  const presence = { kind: "nobody", why: "it was accepted earlier" } as const;
  return { ...workspace, keys: { ...keys, person: null }, presence };
}

function readStatement(workspace: Workspace, root: OpenRoot, entry: Entry): SignedTextStatement | null {
  const said = parseStatement(entry.statement, basename(entry.path, ".json"));
  if (!("hash" in said) || !isTextStatement(said)) return null;
  if (!isVouching(said) || attestPath(said) !== entry.path) return null;
  const isOurs = said.signer === workspace.keys.machine.signer && isGenuine(workspace, root, said);
  const isHere = said.root === root.id && said.scope === root.scope && said.id === entry.id;
  return isOurs && isHere ? said : null;
}

async function judge(
  workspace: Workspace,
  { id, text, command }: Entry,
  said: SignedStatement,
): Promise<Due["judgement"]> {
  try {
    const judgement = await judgeNew(workspace, id, { text, vouchedBy: "machine", command });
    if (textVouchedBy(said) === hashSource(text)) return judgement;
    return new CredenceError("INVALID_MEMORY", "its statement is about another text");
  } catch (error) {
    if (error instanceof CredenceError) return error;
    throw error;
  }
}

/** The caller holds the root's lock. */
export function fileDue(workspace: Workspace, root: OpenRoot, due: readonly Due[]): void {
  if (due.length === 0) return;
  const machine = asMachine(workspace);
  for (const each of due) {
    const { name, id, client } = each.entry;
    if (!isWaiting(root, name)) continue;
    if (!isFiled(machine, root, each) && !readUnfiled(root).some((note) => note.name === name)) {
      const code = fileOne(machine, root, each);
      if (code === "later") return;
      const at = renderInstant(machine.now);
      // A note would name what nothing here names any more.
      if (code !== null && !isNameRefused(root, id, machine.now))
        noteUnfiled(root, { v: 1, at, id, name, client, code });
    }
    dropEntry(root, name);
  }
}

/** A killed process had come so far; or it was filed long ago, and somebody put it back. */
function isFiled(workspace: Workspace, root: OpenRoot, { said, entry }: Due): boolean {
  if (existsSync(join(root.path, entry.path))) return true;
  return workspace
    .seenIn(root)
    .recall(entry.id)
    .some(({ hash }) => hash === said.hash);
}

/** What is wrong with the disk or the root, and not with the text: it waits. */
const LATER: ReadonlySet<FailureCode> = new Set([
  ...(["LOCK_TIMEOUT", "READ_ONLY", "DISK_FULL", "STATE_REFUSED", "NOT_READABLE"] as const),
  ...(["PATH_ERROR", "ROOT_TOO_LARGE", "UNKNOWN_FORMAT", "INTERNAL"] as const),
]);

/** @returns why it cannot be filed; null where it is, or was there. */
function fileOne(workspace: Workspace, root: OpenRoot, due: Due): FailureCode | "later" | null {
  const { entry, judgement } = due;
  const { id, text, command, path, statement } = entry;
  try {
    if (judgement instanceof CredenceError) throw judgement;
    const { judged } = judgement;
    const signed = { kind: "write", path, text: statement } as const;
    const creation = withSurroundings(workspace, { root, ids: [id] }, (around) =>
      planCreation(workspace, root, {
        ...{ id, text, by: "machine", command, judged, signed, around },
        counts: "accepted",
      }),
    );
    if (creation.kind === "unchanged") return null;
    const { record, changes } = creation.operation;
    const room = makeRoomFor(workspace, root, judged.memory);
    commitChanges(workspace, root, { record, changes: [...changes, ...room] });
    return null;
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    return LATER.has(error.code) ? "later" : error.code;
  }
}

/** For whoever opens a root and is about something else: what can be filed at once is, and a client is told of what could not be.
 * Fails open: what is left is filed by the next one. */
export async function drainIntake(
  workspace: Workspace,
  { client, waitMs = 0 }: { readonly client: string | null; readonly waitMs?: number },
): Promise<void> {
  const roots = workspace.roots.filter(({ waits }) => !waits);
  for (const root of roots) {
    const due = await judgeDue(workspace, root);
    if (due.length > 0)
      withLock(root, () => fileDue(workspace, root, due), { waitMs, instead: () => undefined });
    const untold = readUnfiled(root).filter((each) => each.client === client && !each.isTold);
    if (untold.length === 0) continue;
    workspace.remarks.add(remarkUnfiled(root, untold));
    for (const { name } of untold) noteUnfiled(root, { v: 1, told: name });
  }
}

/** For a person who reviews: of the last week, whoever was told. */
export function tellUnfiled(workspace: Workspace): void {
  const since = renderInstant(workspace.now - WEEK_MS);
  for (const root of workspace.roots) {
    const unfiled = readUnfiled(root).filter(({ at }) => at >= since);
    if (unfiled.length > 0) workspace.remarks.add(remarkUnfiled(root, unfiled));
  }
}

const WEEK_MS = 7 * 24 * 3_600_000;
