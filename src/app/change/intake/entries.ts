// The intake of a root: new texts of agents that could not have the lock in time, each with its complete statement, for the next
// holder of the lock. It lies in machine state and not in the root: no clone or sync brings an entry, the write guard keeps the whole
// place, and it can be written while the root itself is slow or held.
//
// Attack: an entry is planted, altered, copied back after it was filed or refused, or made of a text and a statement that were filed
// before. What counts is signed as a whole by this machine's key, and is filed once.

import { existsSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../../memory/file/sha256.ts";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { isMemoryId } from "../../../memory/memory.ts";
import { removeTree, replaceFile, syncDirectory } from "../../../store/durable.ts";
import { ifPossible, ifThere, writing } from "../../../store/fs-failure.ts";
import { appendDurably, readLog } from "../../../store/log-file.ts";
import type { SigningKey } from "../../../trust/key-file.ts";
import { isAcceptedBy, signAcceptance } from "../../../trust/sign.ts";
import { ENTRY_NAME, listEntryNames, placeIntake, placeUnfiled, type Records } from "./place.ts";

export const ENTRIES_MAX = 64;
const UNFILED_BYTES_MAX = 64 * 1024;

/** What was accepted: the text, and that it was written here. */
export type Accepted = {
  readonly at: string;
  readonly id: string;
  readonly command: string;
  readonly digest: string;
  /** Who is told if it cannot be filed: the mark of an MCP client, or nothing. */
  readonly client: string;
  readonly text: string;
  /** Where the statement goes in the root, and its bytes. */
  readonly path: string;
  readonly statement: string;
};

/** Of the session that a memory names; empty where no MCP client saved it. */
export function clientOf(session: string | null): string {
  return /^mcp\/[^/]*/.exec(session ?? "")?.[0] ?? "";
}

/** By the hash of what it says. */
export type Entry = Accepted & { readonly name: string };

/** Before the caller is told that it is kept. The caller holds the lock of the intake. */
export function keepEntry(root: Records, accepted: Accepted, key: SigningKey): void {
  const body = JSON.stringify(accepted);
  const entry = { v: 1, body, signature: signAcceptance(body, key) };
  const path = join(placeIntake(root), `${sha256Hex(body)}.json`);
  writing("machine state", () => replaceFile(path, `${JSON.stringify(entry)}\n`, 0o600));
}

/** Oldest first. What this machine's key did not sign, byte for byte and under its own name, is none, and goes; what cannot be read waits. */
export function readEntries(root: Records, key: Pick<SigningKey, "key">): Entry[] {
  const names = listEntryNames(root).slice(0, 2 * ENTRIES_MAX);
  const entries = names.flatMap((name) => {
    const text = ifPossible(() => readFileSync(join(placeIntake(root), name), "utf8"), null);
    if (text === null) return [];
    const entry = readEntry(text, key);
    if (entry?.name === name) return [entry];
    dropEntry(root, name);
    return [];
  });
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.name < b.name ? -1 : 1));
}

function readEntry(text: string, { key }: Pick<SigningKey, "key">): Entry | null {
  const read = parseJson(text);
  const { body, signature } = isRecord(read) ? read : {};
  if (typeof body !== "string" || typeof signature !== "string") return null;
  if (!isAcceptedBy(body, signature, key)) return null;
  // It has the form that it was signed with.
  const accepted: Accepted = JSON.parse(body);
  return { ...accepted, name: `${sha256Hex(body)}.json` };
}

export function isWaiting(root: Records, name: string): boolean {
  return existsSync(join(placeIntake(root), name));
}

/** After it is filed, or noted as what cannot be. */
export function dropEntry(root: Records, name: string): void {
  const path = join(placeIntake(root), name);
  writing("machine state", () => {
    ifThere(() => unlinkSync(path), undefined);
    syncDirectory(placeIntake(root));
  });
}

// What could not be filed after all: whose, which id and why, for the client's next answer and for review. No word of the text.

export type Unfiled = {
  readonly v: 1;
  readonly at: string;
  readonly id: string;
  readonly name: string;
  readonly client: string;
  readonly code: string;
};

type Told = { readonly v: 1; readonly told: string };

export function noteUnfiled(root: Records, note: Unfiled | Told): void {
  writing("machine state", () => appendDurably(placeUnfiled(root), note, UNFILED_BYTES_MAX));
}

/** Oldest first, each once. */
export function readUnfiled(root: Records): (Unfiled & { readonly isTold: boolean })[] {
  const notes = readLog(placeUnfiled(root), isNote);
  const told = new Set(notes.flatMap((each) => ("told" in each ? [each.told] : [])));
  const unfiled = notes.flatMap((each) => ("told" in each ? [] : [each]));
  const byName = new Map(unfiled.map((each) => [each.name, { ...each, isTold: told.has(each.name) }]));
  return [...byName.values()];
}

const CODE = /^[A-Z_]{1,40}$/;

function isNote(value: unknown): value is Unfiled | Told {
  if (!isRecord(value) || value["v"] !== 1) return false;
  const { at, id, name, client, code, told } = value;
  if (typeof told === "string") return ENTRY_NAME.test(told);
  const areWords = [at, client].every((each) => typeof each === "string" && each.length <= 100);
  const isNamed =
    typeof name === "string" && ENTRY_NAME.test(name) && typeof code === "string" && CODE.test(code);
  return areWords && isNamed && typeof id === "string" && isMemoryId(id);
}

/** Of forgotten memories: what waits under their ids, or says the same, and that it could not be filed. */
export function eraseEntries(root: Records, id: string): void {
  for (const name of listEntryNames(root)) {
    const text = ifThere(() => readFileSync(join(placeIntake(root), name), "utf8"), "");
    const { body } = parseRecord(text);
    if (parseRecord(String(body ?? ""))["id"] === id) dropEntry(root, name);
  }
  for (const path of [placeUnfiled(root), `${placeUnfiled(root)}.1`]) {
    const lines = ifThere(() => readFileSync(path, "utf8"), "").split("\n");
    const left = lines.filter((line) => line !== "" && parseRecord(line)["id"] !== id);
    if (left.length === lines.filter((line) => line !== "").length) continue;
    writing("machine state", () =>
      left.length === 0
        ? removeTree(path)
        : replaceFile(path, left.map((line) => `${line}\n`).join(""), 0o600),
    );
  }
}

function parseRecord(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}
