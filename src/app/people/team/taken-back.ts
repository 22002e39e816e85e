// Keys of this person that were over and that they took back on this machine, with the version of their card up to which what it says
// of their end is past: an older copy in another root would end them again. Fails closed: without this record a key is over
// once more, and its characters are typed once more.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { replaceFile } from "../../../store/durable.ts";
import { withStateLock } from "../../../store/lock.ts";
import type { Workspace } from "../../workspace/workspace.ts";

export type TakenBack = { readonly key: string; readonly owner: string; readonly seq: number };

type MachineState = Pick<Workspace, "state">;

export function readTakenBack(machine: MachineState): TakenBack[] {
  const path = pathIn(machine);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  const keys = isRecord(value) ? value["keys"] : null;
  return Array.isArray(keys) ? keys.filter(isTakenBack) : [];
}

export function recordTakenBack(machine: MachineState, taken: readonly TakenBack[]): void {
  if (taken.length === 0) return;
  withStateLock(machine.state.path, () => {
    const others = readTakenBack(machine).filter(({ key }) => !taken.some((each) => each.key === key));
    const text = `${JSON.stringify({ v: 1, keys: [...others, ...taken] }, null, 2)}\n`;
    replaceFile(pathIn(machine), text, 0o600);
  });
}

function pathIn({ state }: MachineState): string {
  return join(state.path, "keys", "taken-back.json");
}

function isTakenBack(value: unknown): value is TakenBack {
  if (!isRecord(value)) return false;
  const { key, owner, seq } = value;
  return typeof key === "string" && typeof owner === "string" && Number.isSafeInteger(seq);
}
