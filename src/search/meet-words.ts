// Which of the words asked for a memory holds, and where: its words are read once, and whatever ranks or judges it afterwards
// reads only what was met. Nearly every word of a memory is not asked for; a small table says so before the set is asked.

import { formOf, isWhole, type Passage, WHOLE } from "./passage.ts";

export type Met = {
  readonly hash: number;
  readonly form: number;
  readonly whole: boolean;
  /** Name, tags or body. */
  readonly column: 0 | 1 | 2;
  /** How many words stand before it. Identifiers take no place of their own: their parts have it. */
  readonly place: number;
};

export type Meeting = {
  readonly passage: Passage;
  readonly met: readonly Met[];
  /** Places in the name, and in the name and the tags together. */
  readonly nameLength: number;
  readonly frontLength: number;
};

export type Meeter = (passage: Passage) => Meeting;

/** A power of two: its bits say the place. */
const TABLE_SIZE = 1 << 16;

export function openMeeter(asked: ReadonlySet<number>): Meeter {
  const table = new Uint8Array(TABLE_SIZE);
  for (const hash of asked) table[hash & (TABLE_SIZE - 1)] = 1;
  return (passage) => {
    const { hashes, marks, nameWords, tagWords } = passage;
    const ends = [nameWords, nameWords + tagWords, hashes.length] as const;
    const lengths: [number, number, number] = [0, 0, 0];
    const met: Met[] = [];
    let place = 0;
    let at = 0;
    for (const column of COLUMNS) {
      for (const end = ends[column]; at < end; at += 1) {
        const hash = hashes[at] ?? 0;
        const mark = marks[at] ?? 0;
        if (table[hash & (TABLE_SIZE - 1)] === 1 && asked.has(hash)) {
          met.push({ hash, form: formOf(mark), whole: isWhole(mark), column, place });
        }
        // An identifier takes no place of its own.
        if (mark < WHOLE) place += 1;
      }
      lengths[column] = place;
    }
    return { passage, met, nameLength: lengths[0], frontLength: lengths[1] };
  };
}

const COLUMNS = [0, 1, 2] as const;
