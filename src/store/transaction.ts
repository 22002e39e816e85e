// Several files change together or not at all. First every new text is written beside its place; then one intent says
// what is about to happen; then the names change. A process killed before the intent leaves only temporary files; one
// killed after it leaves an intent that the next writer, or `credence doctor --repair`, carries out to the end.

import { readdirSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { type CarryOutPlace, carryOut, entriesOf, type Intent, toUnfinished } from "./carry-out.ts";
import { ensureDirectory, removeQuietly, replaceFile } from "./durable.ts";
import { isRoot } from "./find-root.ts";
import { codeOf, isThere, toWriteFailure } from "./fs-failure.ts";
import { type JournalEntry, readJournal } from "./journal.ts";
import { type Change, stageChanges, type TransactionPlace } from "./stage-changes.ts";
import { findAbandoned } from "./temporary-files.ts";

export type { Change, TransactionPlace } from "./stage-changes.ts";

const STATE_FILE_MODE = 0o600;
const STATE_DIRECTORY_MODE = 0o700;

/**
 * The caller holds the root's lock. Changes take effect in the order given. Several operations may be one transaction: after
 * a crash all of them are done, or none.
 */
export function commit(
  place: TransactionPlace,
  [entry, ...more]: readonly [JournalEntry, ...JournalEntry[]],
  changes: readonly Change[],
): void {
  const { steps, unstage } = stageChanges(place, entry.op, changes);
  const where = carryOutPlace(place, entry.op);
  const others = more.length === 0 ? {} : { more };
  const intent: Intent = { v: 1, root: place.root, entry, ...others, steps };
  try {
    ensureDirectory(intentsOf(place), STATE_DIRECTORY_MODE);
    replaceFile(where.intent, JSON.stringify(intent), STATE_FILE_MODE);
  } catch (error) {
    // The name may be there although syncing it failed, and an intent without its texts must not be found.
    removeQuietly(where.intent);
    if (isThere(where.intent)) throw toUnfinished(error);
    unstage();
    throw toWriteFailure(error, "the operation journal");
  }
  carryOut(where, intent);
}

/** Finishes what a killed process began. The caller holds the root's lock. */
export function recover(place: TransactionPlace): JournalEntry[] {
  // An intent that was never finished itself means nothing.
  for (const path of findAbandoned(intentsOf(place))) removeQuietly(path);
  const intents = listIntents(place);
  if (intents.length === 0) return [];
  const recovered: JournalEntry[] = [];
  const done = new Set(readJournal(journalOf(place)).map(({ op }) => op));
  for (const intent of intents) {
    const where = carryOutPlace(place, intent.entry.op);
    // A crash may have cut their lines short after some of them.
    const missing = entriesOf(intent).filter(({ op }) => !done.has(op));
    // Only the last step was missing.
    if (missing.length === 0) {
      unlinkSync(where.intent);
      continue;
    }
    carryOut(
      where,
      intent,
      missing.map((entry) => ({ ...entry, recovered: true as const })),
    );
    recovered.push(...missing);
  }
  return recovered;
}

/** Are there intents that nobody has carried out yet? */
export function hasPending(place: TransactionPlace): boolean {
  return listIntents(place).length > 0;
}

function carryOutPlace(place: TransactionPlace, op: string): CarryOutPlace {
  const intent = join(intentsOf(place), `${op}.json`);
  return { root: place.root, journal: journalOf(place), intent, syncTogether: place.syncTogether };
}

/** Those that this place has to carry out, and no other checkout of the root. One that was moved takes its own along. */
function listIntents(place: TransactionPlace): Intent[] {
  return readNames(intentsOf(place))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => readIntent(join(intentsOf(place), name)) ?? [])
    .filter(({ root }) => root === place.root || !isRoot(root));
}

/**
 * Only we write intents, and each in one step, so a damaged one is not the result of a crash, and we cannot know what
 * it meant. @returns null when another checkout has just carried out its own.
 */
function readIntent(path: string): Intent | null {
  try {
    const value: Intent = JSON.parse(readFileSync(path, "utf8"));
    return value;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    if (!(error instanceof SyntaxError)) throw error;
    throw new CredenceError("STATE_REFUSED", `${path} is damaged`, "restore it from a backup, or remove it");
  }
}

function intentsOf(place: TransactionPlace): string {
  return join(place.records, "intents");
}

function journalOf(place: TransactionPlace): string {
  return join(place.records, "journal.ndjson");
}

function readNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw toWriteFailure(error, "the operation journal");
  }
}
