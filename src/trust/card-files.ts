// Cards and introductions as files of a root: `team/<owner>.json` and `team/introductions/<hash>.json`. Any other file there is
// reported and counts for nothing.
//
// Attack: a link, a device, a huge file or thousands of them in their place. Links are not followed, nothing is read beyond its
// bound, and of a directory without end only the beginning.

import { type Dirent, lstatSync, opendirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CARD_BYTES_MAX,
  type Card,
  type Introduction,
  parseCard,
  parseIntroduction,
  STATEMENTS_READ,
} from "./cards.ts";

export const TEAM = "team";
export const INTRODUCTIONS = "introductions";
const CARDS_MAX = 256;
const INTRODUCTIONS_MAX = 2_048;

export type OddTeamFile = { readonly name: string; readonly why: string };

export type TeamFiles = {
  readonly cards: readonly Card[];
  readonly introductions: readonly Introduction[];
  readonly odd: readonly OddTeamFile[];
};

export function cardPath(owner: string): string {
  return join(TEAM, `${owner}.json`);
}

export function introductionPath(hash: string): string {
  return join(TEAM, INTRODUCTIONS, `${hash}.json`);
}

export function readTeamFiles(root: string): TeamFiles {
  const cards = readDirectory<Card>(join(root, TEAM), CARDS_MAX, parseCard);
  const said = readDirectory<Introduction>(
    join(root, TEAM, INTRODUCTIONS),
    INTRODUCTIONS_MAX,
    parseIntroduction,
  );
  return {
    cards: cards.read,
    introductions: said.read,
    odd: [...cards.odd, ...said.odd.map(({ name, why }) => ({ name: join(INTRODUCTIONS, name), why }))],
  };
}

/** May statements of version 3 be written there? Where there is no card nobody has said that they read them. */
export function isReadByAll(root: string): boolean {
  const { read, odd } = readDirectory<Card>(join(root, TEAM), CARDS_MAX, parseCard);
  return read.length > 0 && odd.length === 0 && read.every(({ reads = 1 }) => reads >= STATEMENTS_READ);
}

/** One card alone, for whoever has no time for the others. @returns null when there is none that can be read. */
export function readCardOf(
  root: string,
  owner: string,
): { readonly card: Card; readonly text: string } | null {
  if (!isDirectory(join(root, TEAM))) return null;
  const text = readPlain(join(root, cardPath(owner)));
  const card = typeof text === "string" ? parseCard(text, `${owner}.json`) : null;
  return card !== null && "hash" in card && typeof text === "string" ? { card, text } : null;
}

/** By the names of the files alone, for whoever only counts. */
export function listCardOwners(root: string): string[] {
  const directory = join(root, TEAM);
  if (!isDirectory(directory)) return [];
  return listEntries(directory, CARDS_MAX).flatMap(({ name }) => OWNER_FILE.exec(name)?.[1] ?? []);
}

const OWNER_FILE = /^([a-z2-7]{32})\.json$/;

type Parsed<Kind> = { readonly read: Kind[]; readonly odd: OddTeamFile[] };

function readDirectory<Kind extends { readonly hash: string }>(
  directory: string,
  most: number,
  parse: (text: string, name: string) => Kind | { readonly why: string },
): Parsed<Kind> {
  const parsed: Parsed<Kind> = { read: [], odd: [] };
  if (!isDirectory(directory)) return parsed;
  for (const { name } of listEntries(directory, most)) {
    const text = readPlain(join(directory, name));
    const read = typeof text === "string" ? parse(text, name) : text;
    if ("hash" in read) parsed.read.push(read);
    else parsed.odd.push({ name, why: read.why });
  }
  return parsed;
}

/** What we put there ourselves, and what a system leaves about, is not looked at. */
function listEntries(directory: string, most: number): Dirent[] {
  const entries: Dirent[] = [];
  const opened = opendirSync(directory);
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      if (entry.name.startsWith(".") || entry.name === INTRODUCTIONS) continue;
      entries.push(entry);
      if (entries.length >= most) break;
    }
  } finally {
    opened.closeSync();
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readPlain(path: string): string | { readonly why: string } {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.nlink !== 1) return { why: "it is not a plain file" };
  if (stat.size > CARD_BYTES_MAX) return { why: "it is too large" };
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Gone meanwhile, or not ours to read: either way it says nothing here.
    return { why: "it cannot be read" };
  }
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
