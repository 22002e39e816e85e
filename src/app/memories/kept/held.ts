// Memories that await the person's consent here, because others signed what would take many out of use at once. Their texts are
// retained and none of them is used until the person has seen the list: `credence sync --accept-changes`.
//
// Attack: a remote takes out ten memories with each sync, and so all of them in an hour. So what others took out of use is counted
// until the person looks, and not per sync.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { isMemoryName, type MemoryName } from "../../../memory/law/statement.ts";
import { replaceFile } from "../../../store/durable.ts";
import { writing } from "../../../store/fs-failure.ts";
import { readQuietly } from "../../../store/log-file.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

type Place = Pick<OpenRoot, "records">;

type MemoryNames = ReadonlySet<MemoryName>;

/** Of each workspace once: listing a root asks for every memory. */
const known = new WeakMap<object, Map<string, MemoryNames>>();

export function heldIn(workspace: object, root: Place): MemoryNames {
  const roots = known.get(workspace) ?? new Map<string, MemoryNames>();
  const held = roots.get(root.records) ?? new Set([...readChanges(root).awaiting, ...listHeldBack(root)]);
  known.set(workspace, roots.set(root.records, held));
  return held;
}

export type OthersChanges = {
  /** These wait for the person. */
  readonly awaiting: readonly MemoryName[];
  /** These went out of use by statements of others since the person last looked. */
  readonly taken: readonly MemoryName[];
};

export function readChanges(root: Place): OthersChanges {
  const value = parseJson(readQuietly(join(root.records, CHANGES)));
  const listOf = (key: keyof OthersChanges): MemoryName[] => {
    const names = isRecord(value) ? value[key] : [];
    return Array.isArray(names) ? names.filter(isMemoryName) : [];
  };
  return { awaiting: listOf("awaiting"), taken: listOf("taken") };
}

export function writeChanges(workspace: object, root: Place, changes: OthersChanges): void {
  known.delete(workspace);
  const path = join(root.records, CHANGES);
  const isNone = changes.awaiting.length + changes.taken.length === 0;
  writing("machine state", () => {
    if (isNone) rmSync(path, { force: true });
    else replaceFile(path, `${JSON.stringify({ v: 1, ...changes })}\n`, 0o600);
  });
}

const CHANGES = "held.json";

// Memories that came back when a person dropped a key whose statement had kept them out: they wait until the person has seen the list.

export function listHeldBack(root: Place): MemoryName[] {
  const value = parseJson(readQuietly(join(root.records, HELD_BACK)));
  const held = isRecord(value) && Array.isArray(value["held"]) ? value["held"] : [];
  return held.filter(isMemoryName);
}

export function holdBack(workspace: object, root: Place, names: readonly MemoryName[]): void {
  known.delete(workspace);
  const held = [...new Set([...listHeldBack(root), ...names])];
  writing("machine state", () =>
    replaceFile(join(root.records, HELD_BACK), `${JSON.stringify({ v: 1, held })}\n`, 0o600),
  );
}

export function releaseHeldBack(workspace: object, root: Place): void {
  known.delete(workspace);
  writing("machine state", () => rmSync(join(root.records, HELD_BACK), { force: true }));
}

const HELD_BACK = "held-back.json";
