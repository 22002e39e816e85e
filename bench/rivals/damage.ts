// What becomes of a store when somebody deletes from it, edits it behind its back, or takes the power away in mid-save.

import { basename } from "node:path";
import { findOnDisk, replaceOnDisk, settleDatabases } from "./disk.ts";
import { findProcesses, killAll, residentMb } from "./processes.ts";
import type { Note, Opened } from "./rival.ts";
import { askEveryWay, type Subject } from "./subject.ts";

/** No more tries after this. */
const KILLS_MS = 90_000;
const SETTLED_MS = 1_000;

/** A word of each name, and one of each text. */
const DELETED = [
  ["zanzelbrook", "ombrelkade"],
  ["quorvintide", "selwicknes"],
  ["mirfendolph", "tarrasvoort"],
] as const;

const noteOfOffice = ([name, text]: readonly [string, string]): Note => ({
  name: `Customs office ${name}`,
  description: "Where customs is",
  body: `Customs of this part of the harbour was moved to the ${text} shed, door nine, in spring.`,
});

const [WRITTEN, FORGED] = ["Orsolyandra", "Ottavianero"];
const EDITED: Note = {
  name: "Fenders of pier nine",
  description: "Who inspects the fenders of pier nine",
  body: `The fenders of pier nine are inspected by ${WRITTEN} before each winter.`,
};

/** What the others of its kind look like. */
export const PREPARED: readonly Note[] = [...DELETED.map(noteOfOffice), EDITED];

/** By its own way, and one by one. */
export async function deleteThem(opened: Opened): Promise<void> {
  for (const words of DELETED) await opened.remove(noteOfOffice(words).name);
}

export type Deleted = {
  readonly of: number;
  readonly texts: number;
  readonly names: number;
  /** The files that have some of it. */
  readonly where: string;
};

/** Once nothing of it runs any more. */
export function findDeleted({ place }: Subject): Deleted {
  const left = findOnDisk(place.home, DELETED.flat());
  const count = (at: 0 | 1): number => DELETED.filter((words) => left.has(words[at])).length;
  const where = [...new Set([...left.values()].map((path) => basename(path)))].join(", ");
  return { of: DELETED.length, names: count(0), texts: count(1), where };
}

export type Edit =
  | "served as it was saved"
  | "served, marked"
  | "not served"
  | "not found before it was edited"
  | "no answer any more";

/** Nothing of it runs meanwhile. A mark is a word that the answer did not have before. */
export async function measureEdit(subject: Subject): Promise<Edit> {
  try {
    const before = await askOnce(subject);
    if (!before.includes(WRITTEN)) return "not found before it was edited";
    settleDatabases(subject.place.home);
    replaceOnDisk(subject.place.home, WRITTEN, FORGED);
    const text = await askOnce(subject);
    if (!text.includes(FORGED)) return "not served";
    return countMarks(text) > countMarks(before) ? "served, marked" : "served as it was saved";
  } catch {
    return "no answer any more";
  }
}

async function askOnce(subject: Subject): Promise<string> {
  try {
    const opened = await subject.rival.start(subject.place);
    const text = await askEveryWay(subject.rival, opened, EDITED.name);
    await opened.stop();
    return text;
  } finally {
    await killAll(subject.run);
  }
}

function countMarks(text: string): number {
  return text.match(/\b(edited|changed|modified|draft|unverified|inferred)\b/gi)?.length ?? 0;
}

export type Killed = {
  readonly tries: number;
  readonly lost: number;
  readonly doubled: number;
  readonly corrupt: number;
};

/** `saveMs` is about how long a save takes: the later tries let it go on for longer. */
export async function measureKills(subject: Subject, tries: number, saveMs: number): Promise<Killed> {
  const told: string[] = [];
  let corrupt = 0;
  const end = performance.now() + KILLS_MS;
  let round = 0;
  for (; round < tries && performance.now() < end; round += 1) {
    try {
      told.push(...(await killOnce(subject, round, (saveMs * 1.5 * round) / tries)));
    } catch {
      corrupt += 1;
    } finally {
      await killAll(subject.run);
    }
  }
  const found = await countFound(subject, round);
  const least = Math.min(...[...found.values()].filter((times) => times > 0));
  return {
    tries: round,
    lost: told.filter((word) => (found.get(word) ?? 0) === 0).length,
    doubled: [...found.values()].filter((times) => times > least).length,
    corrupt,
  };
}

/** @returns what it said it had saved. */
async function killOnce(subject: Subject, round: number, afterMs: number): Promise<string[]> {
  const opened = await subject.rival.start(subject.place);
  const told: string[] = [];
  const [kept, killed] = wordsOf(round);
  await opened.save(noteOf(kept));
  told.push(kept);
  const saved = opened.save(noteOf(killed)).then(
    () => told.push(killed),
    () => 0,
  );
  await wait(afterMs);
  await killAll(subject.run);
  await saved;
  return told;
}

/** How often an answer has each word; nothing where there is no answer any more. */
async function countFound(subject: Subject, tries: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  try {
    const opened = await subject.rival.start(subject.place);
    const ask = async (word: string): Promise<number> => {
      const text = await opened.find(subject.rival.asks === "word" ? word : noteOf(word).name);
      return text.split(word).length - 1;
    };
    // Some answers repeat what was asked.
    const repeated = await ask(NOWHERE);
    for (const word of Array.from({ length: tries }, (_, round) => wordsOf(round)).flat())
      found.set(word, Math.max(0, (await ask(word)) - repeated));
    await opened.stop();
    return found;
  } catch {
    // Whatever is missing counts as lost.
    return found;
  } finally {
    await killAll(subject.run);
  }
}

/** A word of no note. */
const NOWHERE = "brackenholt";

function wordsOf(round: number): [kept: string, killed: string] {
  const letter = String.fromCodePoint(0x61 + round);
  return [`kelp${letter}rund`, `dulse${letter}mont`];
}

function noteOf(word: string): Note {
  const body = `In locker ${word} of the northern quay lie the ropes that the harbour lends to visiting ships.`;
  return { name: `Locker ${word}`, description: `What lies in locker ${word}`, body };
}

export type Left = { readonly processes: number; readonly mb: number };

/** What a session that has ended leaves running. */
export async function countLeft({ run }: Subject): Promise<Left> {
  await wait(SETTLED_MS);
  const pids = findProcesses(run);
  return { processes: pids.length, mb: residentMb(pids) };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
