// The newest version of this person's own card, in machine state beside their key; and the last one of each card whose key may be
// stolen, which is to go wherever an earlier version lies.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { replaceFile } from "../../../store/durable.ts";
import { withStateLock } from "../../../store/lock.ts";
import { type Card, parseCard, renderCard } from "../../../trust/cards.ts";
import type { Workspace } from "../../workspace/workspace.ts";

type MachineState = Pick<Workspace, "state">;

const KEPT = "card.json";
const ENDED = "ended-cards.json";
const TAKEN_BACK = "taken-back.json";

/** @returns null when there is none, or it is damaged: then a root has a copy. */
export function readKeptCard(machine: MachineState): Card | null {
  return parse(read(machine, KEPT));
}

/** Of cards whose keys were distrusted here, the last one last. */
export function readEndedCards(machine: MachineState): Card[] {
  const value = parseJson(read(machine, ENDED) ?? "");
  const cards = isRecord(value) ? value["cards"] : null;
  return Array.isArray(cards) ? cards.flatMap((each) => parse(each) ?? []) : [];
}

export function keepCard(machine: MachineState, text: string): void {
  write(machine, KEPT, text);
}

export function keepEndedCard(
  machine: MachineState,
  ended: { readonly owner: string; readonly text: string },
): void {
  const others = readEndedCards(machine).filter(({ owner }) => owner !== ended.owner);
  const cards = [...others.map(renderCard), ended.text];
  write(machine, ENDED, `${JSON.stringify({ v: 1, cards }, null, 2)}\n`);
}

function read({ state }: MachineState, name: string): string | null {
  const path = join(state.path, "keys", name);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

function parse(text: unknown): Card | null {
  if (typeof text !== "string") return null;
  const value = parseJson(text);
  const card = isRecord(value) ? parseCard(text, `${String(value["owner"])}.json`) : null;
  return card !== null && "hash" in card ? card : null;
}

function write(machine: MachineState, name: string, text: string): void {
  withStateLock(machine.state.path, () => replace(machine, name, text));
}

/** The caller holds the lock of machine state. */
function replace({ state }: MachineState, name: string, text: string): void {
  replaceFile(join(state.path, "keys", name), text, 0o600);
}

// Keys of this person that were over and that they took back on this machine, with the version of their card up to which what it says
// of their end is past: an older copy in another root would end them again. Fails closed: without this record a key is over
// once more, and its characters are typed once more.

export type TakenBack = { readonly key: string; readonly owner: string; readonly seq: number };

export function readTakenBack(machine: MachineState): TakenBack[] {
  const value = parseJson(read(machine, TAKEN_BACK) ?? "");
  const keys = isRecord(value) ? value["keys"] : null;
  return Array.isArray(keys) ? keys.filter(isTakenBack) : [];
}

export function recordTakenBack(machine: MachineState, taken: readonly TakenBack[]): void {
  if (taken.length === 0) return;
  withStateLock(machine.state.path, () => {
    const others = readTakenBack(machine).filter(({ key }) => !taken.some((each) => each.key === key));
    replace(machine, TAKEN_BACK, `${JSON.stringify({ v: 1, keys: [...others, ...taken] }, null, 2)}\n`);
  });
}

function isTakenBack(value: unknown): value is TakenBack {
  if (!isRecord(value)) return false;
  const { key, owner, seq } = value;
  return typeof key === "string" && typeof owner === "string" && Number.isSafeInteger(seq);
}
