// What a person is told about their key, and that they were told. Attack: an agent at a terminal of its own makes the person
// key before the person does. So while there is none everybody says so, and when and where it was made is said at the first
// use: on every terminal for a month, because whoever made it may have used it first.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterwards } from "../../memory/answering.ts";
import { addDays, parseInstant } from "../../memory/instant.ts";
import { isRecord, parseJson, textsIn } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import type { KeyFile } from "../../trust/key-file.ts";
import type { Workspace } from "../workspace/workspace.ts";

type KeyHolder = Pick<Workspace, "state" | "keys" | "now">;

/** The key with the name of the terminal at which it is made. */
export function madeAt(file: KeyFile, terminal: string | null): KeyFile {
  return terminal === null ? file : { ...file, terminal };
}

export const NO_PERSON_KEY =
  "no person key yet: whoever first approves something at a terminal makes it; `credence key passphrase` makes yours";

/** `made on 2026-05-01 at 12:00 UTC on /dev/pts/3` */
export function sayKeyMade({ created, terminal }: Pick<KeyFile, "created" | "terminal">): string {
  const at = `made on ${created.slice(0, 10)} at ${created.slice(11, 16)} UTC`;
  if (terminal === undefined) return `${at} by an earlier version, which did not record the terminal`;
  const isPlain = typeof terminal === "string" && TERMINAL_NAME.test(terminal);
  return `${at} on ${isPlain ? terminal : "a terminal with an odd name"}`;
}

/** Agents read it too, so it is no holder for a sentence. */
const TERMINAL_NAME = /^[\w/.:-]{1,40}$/;

const NEW_DAYS = 30;

/** At a use of the key on this terminal. */
export function takeKeyNews(holder: KeyHolder, terminal: string | null): string[] {
  const file = holder.keys.personFile;
  if (file === null) return [];
  const told = readTold(holder);
  const name = `use ${terminal ?? ""}`;
  const isToldSomewhere = told.some((each) => each.startsWith("use "));
  if (told.includes(name) || (isToldSomewhere && !isNew(holder, file))) return [];
  writeTold(holder, [...told, name]);
  return [`your person key was ${sayKeyMade(file)}`];
}

/** At the beginning of a session: each once, but for the lack of a key. */
export function takeSessionKeyNews(holder: Workspace): string[] {
  const file = holder.keys.personFile;
  if (holder.state.isTest) return [];
  if (file === null) return holder.keys.failure === null ? [NO_PERSON_KEY] : [];
  const told = readTold(holder);
  if (told.includes("session") || !isNew(holder, file)) return [];
  afterwards(holder, () => writeTold(holder, [...told, "session"]));
  return [`a person key was ${sayKeyMade(file)}; if that was not you: docs/trust.md`];
}

/** Once, to whoever still unlocks it with a passphrase that could not be chosen today. */
export function takeWeakNews(holder: KeyHolder, why: string): string[] {
  const told = readTold(holder);
  if (told.includes("weak")) return [];
  writeTold(holder, [...told, "weak"]);
  return [`your passphrase is weak (${why}): credence key passphrase changes it`];
}

function isNew({ now }: KeyHolder, { created }: KeyFile): boolean {
  const at = parseInstant(created);
  return at === null || at > addDays(now, -NEW_DAYS);
}

const TOLD_MAX = 100;

function toldPath({ state }: KeyHolder): string {
  return join(state.path, "keys", "told.json");
}

/** Of the key that is there now; another one starts anew. A damaged file means that it is told again. */
function readTold(holder: KeyHolder): string[] {
  const path = toldPath(holder);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  if (!isRecord(value) || value["signer"] !== holder.keys.personFile?.signer) return [];
  return textsIn(value["told"]);
}

function writeTold(holder: KeyHolder, told: readonly string[]): void {
  const signer = holder.keys.personFile?.signer;
  const text = JSON.stringify({ v: 1, signer, told: told.slice(-TOLD_MAX) });
  // Where state cannot be written it is told again.
  ifPossible(() => replaceFile(toldPath(holder), `${text}\n`, 0o600));
}
