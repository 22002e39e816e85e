// Which of the words asked for a memory holds, and where: its words are read once, and whatever ranks or judges it afterwards
// reads only what was met. Nearly every word of a memory is not asked for; a small table says so before the set is asked.

import { formOf, isWhole, type Passage } from "./passage.ts";

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

const TABLE_SIZE = 1 << 16;

export function openMeeter(asked: ReadonlySet<number>): Meeter {
  const table = new Uint8Array(TABLE_SIZE);
  for (const hash of asked) table[hash % TABLE_SIZE] = 1;
  return (passage) => {
    const { hashes, marks, nameWords, tagWords } = passage;
    const met: Met[] = [];
    let place = 0;
    const readTo = (end: number, column: Met["column"]): number => {
      for (let at = start; at < end; at += 1) {
        const hash = hashes[at] ?? 0;
        const mark = marks[at] ?? 0;
        const whole = isWhole(mark);
        if (table[hash % TABLE_SIZE] === 1 && asked.has(hash)) {
          met.push({ hash, form: formOf(mark), whole, column, place });
        }
        if (!whole) place += 1;
      }
      start = end;
      return place;
    };
    let start = 0;
    const nameLength = readTo(nameWords, 0);
    const frontLength = readTo(nameWords + tagWords, 1);
    readTo(hashes.length, 2);
    return { passage, met, nameLength, frontLength };
  };
}
