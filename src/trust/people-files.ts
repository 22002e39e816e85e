// Statements about keys as files of a root: `attest/people/<hash>.json`. Cards, `team/<fingerprint>.json`, are printed from them for
// people to read; no rule reads a card.
//
// Attack: a link, a device, a huge file or thousands of files in their place. Links are not followed, nothing is read beyond its bound,
// and of a directory without end only the beginning. A file that is no statement is named and counts for nothing.

import { type Dirent, lstatSync, opendirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PERSON_STATEMENT_BYTES_MAX } from "../memory/people/person-statement.ts";
import { type PersonFile, readPersonStatement } from "./person-statements.ts";

export const PEOPLE = "attest/people";
export const TEAM = "team";
const FILES_MAX = 4_096;
const STATEMENT_NAME = /^([0-9a-f]{64})\.json$/;
const CARD_NAME = /^[a-z2-7]{32}\.json$/;

export type OddPeopleFile = { readonly name: string; readonly why: string };

export type PeopleFiles = {
  readonly statements: readonly PersonFile[];
  readonly odd: readonly OddPeopleFile[];
};

export function personStatementPath(hash: string): string {
  return `${PEOPLE}/${hash}.json`;
}

export function cardPath(fingerprint: string): string {
  return `${TEAM}/${fingerprint}.json`;
}

/** `known` statements were checked before: their text is taken as it was. */
export function readPeopleFiles(
  root: string,
  known: ReadonlyMap<string, PersonFile> = new Map(),
): PeopleFiles {
  const statements: PersonFile[] = [];
  const odd: OddPeopleFile[] = [];
  for (const entry of listEntries(root, PEOPLE)) {
    const hash = entry.isFile() ? STATEMENT_NAME.exec(entry.name)?.[1] : undefined;
    const read =
      hash === undefined ? null : (known.get(hash) ?? readOne(join(root, PEOPLE, entry.name), hash));
    if (read === null) odd.push({ name: `${PEOPLE}/${entry.name}`, why: "it is no statement about a key" });
    else statements.push(read);
  }
  return { statements, odd };
}

export function listOddCards(root: string): OddPeopleFile[] {
  return listEntries(root, TEAM).flatMap((entry) =>
    entry.isFile() && CARD_NAME.test(entry.name)
      ? []
      : [{ name: `${TEAM}/${entry.name}`, why: "it is no card" }],
  );
}

/** Has anybody put a statement about keys there? Asked by the names of files alone. */
export function hasPeople(root: string): boolean {
  return listEntries(root, PEOPLE).some(({ name }) => STATEMENT_NAME.test(name));
}

function readOne(path: string, hash: string): PersonFile | null {
  try {
    if (lstatSync(path).size > PERSON_STATEMENT_BYTES_MAX) return null;
    return readPersonStatement(readFileSync(path, "utf8"), hash);
  } catch {
    // Gone meanwhile, or not ours to read: it says nothing here.
    return null;
  }
}

/** In the order of their names, without what we stage. */
function listEntries(root: string, directory: string): Dirent[] {
  const path = join(root, directory);
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const entries: Dirent[] = [];
  const opened = opendirSync(path);
  try {
    for (
      let entry = opened.readSync();
      entry !== null && entries.length < FILES_MAX;
      entry = opened.readSync()
    )
      if (!entry.name.startsWith(".")) entries.push(entry);
  } finally {
    opened.closeSync();
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
