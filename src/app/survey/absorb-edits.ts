// Turns edits by hand into drafts of this machine. A draft travels with sync and is not used, and the text before the
// edit stays in use. Readers only read; this runs under the lock, during a sync or a repair, so that no edit is ever
// overwritten. A file that equals an earlier version, for example from a backup, is no edit: its text is known, and the
// ledger prints the current one.
//
// Attack: a program edits every file so that this machine signs texts of its choice. A draft vouches for nothing; it is
// judged before it is signed, the number of drafts per day is limited, and a file that no trusted signer ever vouched
// for is left alone.

import { CredenceError } from "../../memory/errors.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { isVouching, STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { textNamedBy } from "../../memory/law/statement.ts";
import { readRowPlaces } from "../../search/index/queue.ts";
import { readStandingIds } from "../../search/index/waiting.ts";
import { listOneOfEach } from "../../store/memory-files.ts";
import { commitChanges, commitOperations, withLock } from "../change/change-root.ts";
import { countDraft, draftsLeft } from "../change/daily-limit.ts";
import { findFail } from "../change/judge-text.ts";
import { attestPresent } from "../change/sign/attest.ts";
import { withIndexes } from "../index/open-index.ts";
import { countUnread } from "../index/survey-files.ts";
import { reload } from "../memories/find-memory.ts";
import { findSigner } from "../memories/known-signers.ts";
import { loadFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { lookClosely } from "./look-closely.ts";

export type LeftEdit = { readonly id: string; readonly why: string };

/** @returns the edits that were not signed, and why. */
export async function absorbEdits(workspace: Workspace, root: OpenRoot): Promise<LeftEdit[]> {
  if (root.kind === "shared" || root.waits) return [];
  const left: LeftEdit[] = [];
  const asMachine = { ...workspace, keys: { ...workspace.keys, person: null } };
  // Only a full comparison finds a file that was edited in place.
  await lookClosely(workspace, root, { judgedMax: 0 });
  const stale = new Set<string>();
  for (const target of loadNotInUse(workspace, root)) {
    if (!isEdit(workspace, target)) {
      if (isStale(target)) stale.add(target.input.place.id);
      continue;
    }
    const { id } = target.file;
    const fail = await findFail(workspace, { name: id, text: target.text ?? "", isApproved: false });
    if (fail !== null) left.push({ id, why: fail.reason });
    else if (draftsLeft(workspace, root) === 0) left.push({ id, why: "enough edits were signed today" });
    else absorb(asMachine, target);
  }
  if (stale.size > 0) settle(asMachine, root, stale);
  return left;
}

/** True when the file lies where its memory no longer is, or has a text that was replaced. */
function isStale({ file, standing: { standing, cause } }: LoadedMemory): boolean {
  return standing === "quarantined" ? file.directory === "memories" : CAUSES[cause].isEdit === true;
}

function settle(workspace: Workspace, root: OpenRoot, also: ReadonlySet<string>): void {
  const record = { command: "sync", id: "sync", actor: "machine", digest: null } as const;
  withLock(root, () => commitOperations(workspace, root, { operations: [{ record, changes: [] }], also }));
}

/** Finds candidates among the memories not in use, because an edit outside of our commands takes a memory out of use.
 * Foreign files have no rows when there are too many of them, so they are all read. */
function loadNotInUse(workspace: Workspace, root: OpenRoot): LoadedMemory[] {
  const files = withIndexes(workspace, { roots: [root] }, ([indexed]) => {
    if (indexed === undefined) return [];
    const { index } = indexed;
    const ids = new Set(NOT_IN_USE.flatMap((standing) => readStandingIds(index, standing)));
    const rows = countUnread(index) === 0 ? null : readRowPlaces(index);
    return listOneOfEach(root.path, (id) => ids.has(id) || (rows !== null && !rows.has(id)));
  });
  return [...loadFiles(workspace, root, files)];
}

const NOT_IN_USE = ["foreign", "retired", "quarantined"] as const;

/** True when no statement names the present text and a trusted signer vouched for the memory at some time, even if the
 * memory is out of use now. */
function isEdit(workspace: Workspace, { root, digest, input }: LoadedMemory): boolean {
  const said = [...input.attestations, ...input.remembered];
  // A rejection of the edit names its text, too, but does not vouch for it.
  const isNamed = said.some(
    (each) => STATEMENT_KINDS[each.act].rank !== undefined && textNamedBy(each) === input.sets.text,
  );
  const isVouchedFor = said.some(
    (each) => isVouching(each) && findSigner(workspace, root, each.signer) !== null,
  );
  return digest !== null && !isNamed && isVouchedFor;
}

function absorb(workspace: Workspace, target: LoadedMemory): void {
  const { root } = target;
  try {
    withLock(root, () => {
      const now = reload(workspace, target, target.digest);
      countDraft(workspace, root);
      commitChanges(workspace, root, {
        record: { command: "draft", id: now.input.place.id, actor: "machine", digest: now.digest },
        changes: [attestPresent(workspace, now, "draft")],
      });
    });
  } catch (error) {
    // The file was edited again meanwhile; the next run finds it.
    if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
  }
}
