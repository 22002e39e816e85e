// Which of the query words a memory contains, and where: its words are read once, and ranking and relevance read only
// the matches. Nearly all words of a memory are not in the query; a small table says so before the map is asked.
// Matches are kept in columns of numbers, because a prompt has a thousand of them before anything is optimised.

import { type Passage, WHOLE } from "../index/passage.ts";

/** The words asked for: the hash of each, with its place among them. */
export type AskedWords = ReadonlyMap<number, number>;

/** What all candidates hold, one after the other. */
export type MatchedWords = {
  /** Places among the words asked for. */
  readonly words: Int32Array;
  readonly marks: Uint8Array;
  /** 0 name, 1 tags, 2 body. */
  readonly columns: Uint8Array;
  /** How many words stand before it. Identifiers take no place of their own: their parts have it. */
  readonly places: Int32Array;
};

export type Match = {
  readonly passage: Passage;
  readonly met: MatchedWords;
  /** Its own of the words met: from here, and up to there. */
  readonly from: number;
  readonly to: number;
  /** Places in the name, and in the name and the tags together. */
  readonly nameLength: number;
  readonly frontLength: number;
};

export type Matches = {
  /** One for each candidate. */
  readonly meetings: readonly Match[];
  /** How many of them hold each word asked for. */
  readonly holders: Int32Array;
};

/** A power of two: its bits say the place. One page of memory, since each page that is used for the first time costs more than
 * some hashes that share a place. */
const TABLE_SIZE = 1 << 12;

export function matchWords(asked: AskedWords, passages: readonly Passage[]): Matches {
  const { meetColumn, walk } = openWalk(asked, makeRoom(passages));
  const { met, holders } = walk;
  const meetings = passages.map((passage) => {
    const from = walk.to;
    walk.place = 0;
    walk.candidate += 1;
    const nameLength = meetColumn(passage, 0);
    const frontLength = meetColumn(passage, 1);
    meetColumn(passage, 2);
    return { passage, met, from, to: walk.to, nameLength, frontLength };
  });
  return { meetings, holders };
}

type Column = 0 | 1 | 2;

type Walk = {
  readonly met: MatchedWords;
  readonly holders: Int32Array;
  /** How many words were met. */
  to: number;
  /** Where in the passage it is. */
  place: number;
  /** The number of the passage. */
  candidate: number;
};

/** What walks through one column after the other and says in which place it has arrived. */
type ColumnMeeter = (passage: Passage, column: Column) => number;

function openWalk(
  asked: AskedWords,
  met: MatchedWords,
): { readonly meetColumn: ColumnMeeter; readonly walk: Walk } {
  const table = new Uint8Array(TABLE_SIZE);
  for (const hash of asked.keys()) table[hash & (TABLE_SIZE - 1)] = 1;
  const lastHolders = new Int32Array(asked.size);
  const walk: Walk = { met, holders: new Int32Array(asked.size), to: 0, place: 0, candidate: 0 };
  const note = (word: number): void => {
    met.words[walk.to] = word;
    met.places[walk.to] = walk.place;
    walk.to += 1;
    if (lastHolders[word] === walk.candidate) return;
    lastHolders[word] = walk.candidate;
    walk.holders[word] = (walk.holders[word] ?? 0) + 1;
  };
  const meetColumn: ColumnMeeter = (passage, column) => {
    const { hashes, marks } = passage;
    const end = endOf(passage, column);
    for (let at = column === 0 ? passage.start : endOf(passage, column - 1); at < end; at += 1) {
      const hash = hashes[at] ?? 0;
      const mark = marks[at] ?? 0;
      const word = table[hash & (TABLE_SIZE - 1)] === 1 ? asked.get(hash) : undefined;
      if (word !== undefined) {
        met.marks[walk.to] = mark;
        met.columns[walk.to] = column;
        note(word);
      }
      // An identifier takes no place of its own.
      if (mark < WHOLE) walk.place += 1;
    }
    return walk.place;
  };
  return { meetColumn, walk };
}

function endOf({ start, nameWords, tagWords, bodyWords }: Passage, column: number): number {
  return start + nameWords + (column > 0 ? tagWords : 0) + (column > 1 ? bodyWords : 0);
}

function makeRoom(passages: readonly Passage[]): MatchedWords {
  let count = 0;
  for (const { nameWords, tagWords, bodyWords } of passages) count += nameWords + tagWords + bodyWords;
  return {
    words: new Int32Array(count),
    marks: new Uint8Array(count),
    columns: new Uint8Array(count),
    places: new Int32Array(count),
  };
}
