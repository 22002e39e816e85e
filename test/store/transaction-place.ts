// A root with one memory in it, and the changes of a demotion: two new files, one removed.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "../../src/store/journal.ts";
import { type Change, commit, type TransactionPlace } from "../../src/store/transaction.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { filesOf, readSnapshot } from "../faults/snapshot.ts";
import type { Call } from "../faults/trouble.ts";
import { freshDir, type Owner } from "../temp-dir.ts";

export const ENTRY: JournalEntry = {
  v: 1,
  op: "20260501120000-0a",
  at: "2026-05-01T12:00:00Z",
  command: "demote",
  id: "project_x",
  actor: "machine",
  digest: null,
  reason: null,
};

export const OLD = "old text";
const OLD_SHA256 = createHash("sha256").update(OLD).digest("hex");

export const DEMOTE: readonly Change[] = [
  { kind: "write", path: "attest/project_x/1.json", text: "{}" },
  { kind: "write", path: "quarantine/project_x.md", text: "new text" },
  { kind: "remove", path: "memories/project_x.md", sha256: OLD_SHA256 },
];

/** The files of the root once they took effect. */
export const DEMOTED = { "attest/project_x/1.json": "{}", "quarantine/project_x.md": "new text" };

export type Place = TransactionPlace & { readonly base: string };

export function makePlace(owner: Owner): Place {
  const base = freshDir(owner);
  const place = placeIn(base, "here");
  return { ...place, base };
}

function placeIn(base: string, name: string): TransactionPlace {
  const [root, records] = [join(base, name, "root"), join(base, name, "records")];
  for (const path of [records, join(root, "memories")]) mkdirSync(path, { recursive: true });
  writeFileSync(join(root, "memories", "project_x.md"), OLD);
  return { root, records, modes: { file: 0o644, directory: 0o755 } };
}

export function filesIn({ root }: Place): Record<string, string> {
  return Object.fromEntries(filesOf(readSnapshot(root)));
}

/** Demotes, and stops at the first call that `isIt` names, as a killed process would. */
export function stopAt(place: Place, isIt: (call: Call) => boolean, changes = DEMOTE): void {
  const rehearsal = placeIn(place.base, "rehearsal");
  armFaults({ under: place.base, at: 0, trouble: { kind: "none" } });
  commit(rehearsal, [ENTRY], changes);
  const index = disarmFaults().findIndex(isIt);
  assert.notEqual(index, -1);
  armFaults({ under: place.base, at: index + 1, trouble: { kind: "fail", code: "EIO", lasting: true } });
  assert.throws(() => commit(place, [ENTRY], changes));
  disarmFaults();
}
