// Writes rows. The words of a memory, its passage and the totals change together, in the caller's transaction.

import type { StatementSync } from "node:sqlite";
import { embedWords } from "../meaning/embed.ts";
import type { IndexedText, NewRow } from "../row.ts";
import { analyzeMemory, joinWords, type MemoryWords } from "../words/words.ts";
import { type CiteWriter, openCiteWriter } from "./cites.ts";
import { prepareOnce, readFact, type SearchIndex, transact, writeFact } from "./open-index.ts";
import { openPairWriter, type PairWriter } from "./pairs.ts";
import { encodePassage } from "./passage.ts";
import { keepsExact } from "./stale-rows.ts";
import { type IndexPart, PART_TABLES } from "./tables.ts";
import { openVectorWriter, type VectorWriter } from "./vectors.ts";

export type IndexWriter = {
  /** Adds a memory, or replaces the one of this id. */
  readonly put: (row: NewRow) => void;
  readonly remove: (id: string) => void;
  /** Puts a memory in line to be read; a new one has a row from now on, and no words yet. */
  readonly queue: (id: string, directory: string, rank: QueueRank) => void;
  /** Takes it out of line: it is as it was. */
  readonly settle: (id: string) => void;
};

/** Who is read first: 0 has a row and is compared with its file, 1 is vouched for here, 2 has statements, 3 has none, 4 has more
 * statements than there was time for. */
export type QueueRank = 0 | 1 | 2 | 3 | 4;

/** Each write adds a segment, and each segment is looked into for every word of a prompt. So each write also does a little of
 * merging those of like size: at most so many pages. */
const MERGE = Object.values(PART_TABLES)
  .map(({ words }) => `INSERT INTO ${words}(${words}, rank) VALUES('merge', 16);`)
  .join(" ");

const INDEX_PARTS: readonly IndexPart[] = ["all", "verified"];
const ONLY_ALL: readonly IndexPart[] = ["all"];

/** Which lines of index.md changed by a write. */
export type LineChanges = {
  readonly lines: readonly LineChange[];
  /** How often lines had changed before. */
  readonly before: number;
};

export type LineChange = { readonly old: string | null; readonly new: string | null };

type Writing = {
  /** Whoever writes many pieces merges once, after the last. */
  readonly isMergedLater?: boolean;
  /** In the same transaction, at its end: each one more waits for the disk three times. */
  readonly also?: ((changes: LineChanges) => void) | undefined;
};

/** Writes some rows, all of them or none. */
export function writeRows(
  index: SearchIndex,
  work: (writer: IndexWriter) => void,
  { isMergedLater = false, also }: Writing = {},
): LineChanges {
  const lines: LineChange[] = [];
  let before = 0;
  transact(index, () => {
    const { writer, finish } = openWriter(index, lines);
    work(writer);
    const isChanged = finish();
    if (isChanged && !isMergedLater) index.database.exec(MERGE);
    before = countLineChanges(index);
    if (lines.length > 0) writeFact(index, "lines", String(before + 1));
    also?.({ lines, before });
  });
  return { lines, before };
}

/** In the caller's transaction; `finish` says whether any words changed. */
function openWriter(
  index: SearchIndex,
  lines: LineChange[],
): { readonly writer: IndexWriter; readonly finish: () => boolean } {
  const statements = openStatements(index);
  const cites = openCiteWriter(index);
  const exact = keepsExact(index);
  const { counts, count } = openCounts();
  const clear = ({ row, searchable, isVerified }: KnownRow): void => {
    if (searchable) count(clearText(statements, row, exact), isVerified);
  };
  const put = (memory: NewRow): void => {
    const known = findKnown(statements, memory.id);
    const row = putRow({ statements, cites }, memory, known);
    const old = known?.line ?? null;
    if (old !== memory.line) lines.push({ old, new: memory.line });
    // The same content has the same words: they are there already.
    if (known !== null && isSame(known, memory)) return;
    if (known !== null) clear(known);
    const { text } = memory;
    const isVerified = memory.standing === "verified";
    if (text !== null) count(writeText(statements, row, { text, exact, isVerified }), isVerified);
  };
  const remove = (id: string): void => {
    const known = findKnown(statements, id);
    if (known === null) return;
    if (known.line !== null) lines.push({ old: known.line, new: null });
    clear(known);
    cites.remove(known.row);
    statements.ask("removeWording").run(id);
    for (const each of ["removeVerdict", "remove"] as const) statements.ask(each).run(known.row);
  };
  const finish = (): boolean => {
    statements.vectors.flush();
    statements.pairs.flush();
    for (const part of INDEX_PARTS) statements.ask("count").run(...counts[part], part);
    return [...counts.all, ...counts.verified].some((each) => each !== 0);
  };
  return { writer: { put, remove, ...openLine(statements) }, finish };
}

/** How the totals of each part change. */
function openCounts(): {
  readonly counts: Readonly<Record<IndexPart, readonly number[]>>;
  readonly count: (change: readonly number[], isVerified: boolean) => void;
} {
  const counts = { all: [0, 0, 0, 0], verified: [0, 0, 0, 0] };
  const count = (change: readonly number[], isVerified: boolean): void => {
    for (const part of isVerified ? INDEX_PARTS : ONLY_ALL)
      for (const [place, each] of change.entries()) counts[part][place] = (counts[part][place] ?? 0) + each;
  };
  return { counts, count };
}

function openLine({ ask }: Statements): Pick<IndexWriter, "queue" | "settle"> {
  return {
    queue: (id, directory, rank) => {
      if (ask("requeue").run(rank, id).changes === 0) ask("enqueue").run(id, directory, rank);
    },
    settle: (id) => void ask("settle").run(id),
  };
}

/** How often lines of index.md changed; whatever was written from them before is not what they are now. */
export function countLineChanges(index: SearchIndex): number {
  return Number(readFact(index, "lines") ?? 0);
}

type RowWriter = { readonly statements: Statements; readonly cites: CiteWriter };

/** All of it but the words. */
function putRow({ statements, cites }: RowWriter, memory: NewRow, known: KnownRow | null): number {
  const columns = columnsOf(memory);
  if (known === null) {
    const row = Number(statements.ask("add").run(...columns).lastInsertRowid);
    cites.add(row, memory.cites);
    return row;
  }
  // Its id stays: to set it again would write it anew in two indexes.
  statements.ask("change").run(...columns.slice(1), known.row);
  cites.replace(known.row, memory.cites);
  return known.row;
}

type KnownRow = {
  readonly row: number;
  readonly searchable: boolean;
  readonly isVerified: boolean;
  readonly digest: unknown;
  readonly line: string | null;
};

function findKnown({ ask }: Statements, id: string): KnownRow | null {
  const found = ask("find").get(id);
  if (found === undefined) return null;
  const { row, searchable, standing, digest, line } = found;
  return {
    row: Number(row),
    searchable: searchable === 1,
    isVerified: standing === "verified",
    digest,
    line: typeof line === "string" ? line : null,
  };
}

function isSame(
  { digest, searchable, isVerified }: KnownRow,
  { text, standing, ...memory }: NewRow,
): boolean {
  const isPlaced = searchable === (text !== null) && isVerified === (standing === "verified");
  return memory.digest !== null && digest === memory.digest && isPlaced;
}

function columnsOf(memory: NewRow): (string | number | null)[] {
  const { id, directory, digest, standing, status, type, category, tier, name, tags, time, identities } =
    memory;
  const { file, attest, young } = identities;
  const flags = [Number(young), Number(memory.text !== null)];
  const described = [type, category, tier, name, JSON.stringify(tags), time];
  return [
    id,
    directory,
    digest,
    standing,
    status,
    ...described,
    file,
    attest,
    ...flags,
    memory.line,
    memory.cause,
    memory.mark,
    memory.supersedes,
    memory.waits,
    Number(memory.doubt),
    memory.fault,
  ];
}

type WrittenText = { readonly text: IndexedText; readonly exact: boolean; readonly isVerified: boolean };

/** How the totals change by it. */
function writeText(statements: Statements, row: number, { text, exact, isVerified }: WrittenText): number[] {
  const analyzed = analyzeMemory(text);
  const columns = [analyzed.name, analyzed.tags, analyzed.body];
  const lengths = columns.map((column) => column.length);
  const words = columns.map(joinWords);
  const cues = joinWords(analyzed.cues.flat());
  statements.ask("addWords").run(row, ...words, cues);
  if (isVerified) statements.ask("addVerified").run(row, ...words, cues);
  statements.ask("addPassage").run(row, encodePassage(analyzed), ...lengths);
  statements.vectors.put(row, embedWords(listForms(analyzed)));
  statements.pairs.add(row, text, isVerified);
  if (exact) {
    statements.ask("addExact").run(row, text.name, text.tags.join(" "), text.body);
    statements.ask("addParts").run(row, ...words);
  }
  return [1, ...lengths];
}

/** What it says first is what it is about: the name comes before the body. A cue says when it is needed and not what it says. */
function* listForms({ name, tags, body }: MemoryWords): Generator<string> {
  for (const words of [name, tags, body]) for (const { form, whole } of words) if (!whole) yield form;
}

function clearText(statements: Statements, row: number, exact: boolean): number[] {
  const passage = statements.ask("findPassage").get(row);
  statements.ask("removePassage").run(row);
  statements.vectors.put(row, null);
  statements.pairs.remove(row);
  statements.ask("removeWords").run(row);
  statements.ask("removeVerified").run(row);
  if (exact) {
    statements.ask("removeExact").run(row);
    statements.ask("removeParts").run(row);
  }
  return [-1, ...["name_words", "tag_words", "body_words"].map((key) => -Number(passage?.[key] ?? 0))];
}

// The statements that change rows of the index.

type Statements = {
  readonly ask: (key: keyof typeof SQL) => StatementSync;
  readonly vectors: VectorWriter;
  readonly pairs: PairWriter;
};

const SQL = {
  find: "SELECT row, searchable, standing, digest, line FROM memories WHERE id = ?",
  // Not `INSERT OR REPLACE`: it opens a savepoint, and at each of those FTS5 writes out what it held back.
  add: `INSERT INTO memories (id, directory, digest, standing, status, type, category, tier, name, tags, time, file,
    attest, young, searchable, line, cause, mark, supersedes, waits, doubt, fault)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  enqueue: `INSERT INTO memories (id, directory, digest, standing, status, name, tags, time, file, attest, young, searchable,
    cause, queued) VALUES (?, ?, NULL, 'foreign', 'active', '', '[]', 0, '', '', 0, 0, 'never-seen', ?)`,
  requeue: "UPDATE memories SET queued = ? WHERE id = ?",
  settle: "UPDATE memories SET queued = NULL WHERE id = ?",
  change: `UPDATE memories SET directory = ?, digest = ?, standing = ?, status = ?, type = ?, category = ?,
    tier = ?, name = ?, tags = ?, time = ?, file = ?, attest = ?, young = ?, searchable = ?, line = ?,
    cause = ?, mark = ?, supersedes = ?, waits = ?, doubt = ?, fault = ?, queued = NULL WHERE row = ?`,
  remove: "DELETE FROM memories WHERE row = ?",
  removeVerdict: "DELETE FROM verdicts WHERE row = ?",
  removeWording: "DELETE FROM wordings WHERE id = ?",
  addPassage: "INSERT INTO passages VALUES (?, ?, ?, ?, ?)",
  findPassage: "SELECT name_words, tag_words, body_words FROM passages WHERE row = ?",
  removePassage: "DELETE FROM passages WHERE row = ?",
  addWords: "INSERT INTO words(rowid, name, tags, body, cues) VALUES (?, ?, ?, ?, ?)",
  removeWords: "DELETE FROM words WHERE rowid = ?",
  addVerified: "INSERT INTO verified_words(rowid, name, tags, body, cues) VALUES (?, ?, ?, ?, ?)",
  removeVerified: "DELETE FROM verified_words WHERE rowid = ?",
  addExact: "INSERT INTO exact(rowid, name, tags, body) VALUES (?, ?, ?, ?)",
  removeExact: "DELETE FROM exact WHERE rowid = ?",
  addParts: "INSERT INTO parts(rowid, name, tags, body) VALUES (?, ?, ?, ?)",
  removeParts: "DELETE FROM parts WHERE rowid = ?",
  count: `UPDATE totals SET memories = memories + ?, name_words = name_words + ?, tag_words = tag_words + ?,
    body_words = body_words + ? WHERE part = ?`,
} as const;

/** Most writes need a few of them. */
function openStatements(index: SearchIndex): Statements {
  return {
    ask: (key) => prepareOnce(index, SQL[key]),
    vectors: openVectorWriter(index),
    pairs: openPairWriter(index),
  };
}
