// Which of the query words a memory contains, and where: its words are read once, and ranking and relevance read only
// the matches. Nearly all words of a memory are not in the query; a small table says so before the map is asked.
// Matches are kept in columns of numbers, because a prompt has a thousand of them before anything is optimised.

import { CUES_MAX } from "../../memory/limits.ts";
import { cueEnd, type Passage, WHOLE } from "../index/passage.ts";

/** The words asked for: the hash of each, with its place among them. */
export type AskedWords = ReadonlyMap<number, number>;

/** What all candidates hold, one after the other. */
export type MatchedWords = {
  /** Places among the words asked for. */
  readonly words: Int32Array;
  readonly marks: Uint8Array;
  /** 0 name, 1 tags, 2 body, from 3 on one for each cue. */
  readonly columns: Uint8Array;
  /** How many telling words the cue has that the word is in; 0 elsewhere. */
  readonly cueSizes: Uint8Array;
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
  const { meetColumn, meetCues, walk } = openWalk(asked, makeRoom(passages));
  const { met, holders } = walk;
  const meetings = passages.map((passage) => {
    const from = walk.to;
    walk.place = 0;
    walk.candidate += 1;
    const nameLength = meetColumn(passage, 0);
    const frontLength = meetColumn(passage, 1);
    meetColumn(passage, 2);
    meetCues(passage);
    return { passage, met, from, to: walk.to, nameLength, frontLength };
  });
  return { meetings, holders };
}

/** The first cue; the columns before it are the memory's own text. */
export const CUES = 3;

export function isInCue({ columns }: MatchedWords, at: number): boolean {
  return (columns[at] ?? 0) >= CUES;
}

/** A cue is a place of its own: no word of it is near to any other text. */
const APART = 1_000;

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

type OpenWalk = {
  /** Walks through one column after the other and says in which place it has arrived. */
  readonly meetColumn: (passage: Passage, column: 0 | 1 | 2) => number;
  readonly meetCues: (passage: Passage) => void;
  readonly walk: Walk;
};

function openWalk(asked: AskedWords, met: MatchedWords): OpenWalk {
  const { meet, walk } = openMeeter(asked, met);
  const meetColumn: OpenWalk["meetColumn"] = (passage, column) => {
    const from = column === 0 ? passage.start : endOf(passage, column - 1);
    meet(passage, { from, end: endOf(passage, column), column, cueSize: 0 });
    return walk.place;
  };
  const meetCues = (passage: Passage): void => {
    let from = endOf(passage, 2);
    const end = from + passage.cueWords;
    for (let column = CUES; from < end && column < CUES + CUES_MAX; column += 1) {
      const next = cueEnd(passage, from);
      walk.place += APART;
      meet(passage, { from: from + 1, end: next, column, cueSize: passage.marks[from] ?? 0 });
      from = next;
    }
  };
  return { meetColumn, meetCues, walk };
}

type Span = {
  readonly from: number;
  readonly end: number;
  readonly column: number;
  readonly cueSize: number;
};

type Meeter = { readonly meet: (passage: Passage, span: Span) => void; readonly walk: Walk };

function openMeeter(asked: AskedWords, met: MatchedWords): Meeter {
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
  const meet: Meeter["meet"] = ({ hashes, marks }, { from, end, column, cueSize }) => {
    for (let at = from; at < end; at += 1) {
      const hash = hashes[at] ?? 0;
      const mark = marks[at] ?? 0;
      const word = table[hash & (TABLE_SIZE - 1)] === 1 ? asked.get(hash) : undefined;
      if (word !== undefined) {
        met.marks[walk.to] = mark;
        met.columns[walk.to] = column;
        met.cueSizes[walk.to] = cueSize;
        note(word);
      }
      // An identifier takes no place of its own.
      if (mark < WHOLE) walk.place += 1;
    }
  };
  return { meet, walk };
}

function endOf({ start, nameWords, tagWords, bodyWords }: Passage, column: number): number {
  return start + nameWords + (column > 0 ? tagWords : 0) + (column > 1 ? bodyWords : 0);
}

function makeRoom(passages: readonly Passage[]): MatchedWords {
  let count = 0;
  for (const { nameWords, tagWords, bodyWords, cueWords } of passages)
    count += nameWords + tagWords + bodyWords + cueWords;
  return {
    words: new Int32Array(count),
    marks: new Uint8Array(count),
    columns: new Uint8Array(count),
    cueSizes: new Uint8Array(count),
    places: new Int32Array(count),
  };
}
