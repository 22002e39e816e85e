// Rows of memories: how they are written when a text arrives, and how a search reads them. A row never changes under its
// number: changed content gets a new row, so that a cached row stays correct as long as the database names it.

import {
  CATEGORIES,
  type Category,
  MEMORY_TYPES,
  STANDINGS,
  STATUSES,
  TIERS,
} from "../../../src/memory/memory.ts";
import {
  decodePassages,
  encodePassage,
  HASH_BYTES,
  type Passage,
  walkHashes,
} from "../../../src/search/index/passage.ts";
import { embedWords } from "../../../src/search/meaning/embed.ts";
import type { IndexedText, IndexRow } from "../../../src/search/row.ts";
import { hashWord } from "../../../src/search/words/hash-word.ts";
import { analyzeMemory, type MemoryWords } from "../../../src/search/words/words.ts";
import type { Transaction } from "../database/connect.ts";
import { listKeys } from "./keys.ts";
import { changeWordList, type WordCounts } from "./word-list.ts";

/** The state of one memory by the trust rules, with its searchable text; null when no search may find it. */
export type FoundMemory = Omit<IndexRow, "row" | "directory" | "digest"> & {
  readonly born: string;
  readonly digest: string;
  /** The hash of its text. */
  readonly textHash: string;
  readonly supersedes: string | null;
  readonly text: IndexedText | null;
};

export type RootPlace = { readonly org: string; readonly root: string };

/** Replaces the rows of the memories in `borns` by those in `memories`; a memory without an entry there loses its row. */
export type RowChange = {
  readonly borns: readonly string[];
  readonly memories: readonly FoundMemory[];
  /** The number of the policy behind the standings. */
  readonly policy: number;
};

/** Runs in the caller's transaction, which holds the lock of the root. */
export async function writeRows(tx: Transaction, { org, root }: RootPlace, change: RowChange): Promise<void> {
  await tx`INSERT INTO search_root (org, root) VALUES (${org}, ${root}) ON CONFLICT DO NOTHING`;
  const [place] = await tx<{ key: number; words: Uint8Array }[]>`
    SELECT key, words FROM search_root WHERE org = ${org} AND root = ${root} FOR UPDATE`;
  if (place === undefined) throw new TypeError("the row of a root is gone");
  const gone = await tx<StoredWords[]>`
    DELETE FROM memory_row WHERE born = ANY (${[...change.borns]}) AND root_key = ${place.key}
    RETURNING standing, searchable, passage, name_words, tag_words, body_words`;
  const made = change.memories.map(prepareRow);
  await insertRows(tx, { org, key: place.key }, made);
  const words = changeWordList(place.words, {
    gone: gone.filter(({ searchable }) => searchable).map(countStored),
    come: made.flatMap(({ counted }) => counted ?? []),
    words: made.flatMap(({ words: each }) => each),
  });
  await tx`
    UPDATE search_root SET words = ${words}, version = version + 1, policy = ${change.policy}
    WHERE org = ${org} AND root = ${root}`;
}

async function insertRows(
  tx: Transaction,
  { org, key }: { readonly org: string; readonly key: number },
  made: readonly PreparedRow[],
): Promise<void> {
  for (let at = 0; at < made.length; at += ROWS_AT_ONCE) {
    const some = made.slice(at, at + ROWS_AT_ONCE);
    const rows = await tx<{ row: number }[]>`
      INSERT INTO memory_row ${tx(some.map(({ columns }) => ({ org, root_key: key, ...columns })))} RETURNING row`;
    const words = some.flatMap(({ keys, columns }, place) => {
      const row = rows[place]?.row;
      if (row === undefined || !columns.searchable) return [];
      return [{ row, root_key: key, words: listKeys(key, keys, columns.standing === "verified") }];
    });
    if (words.length > 0) await tx`INSERT INTO memory_words ${tx(words)}`;
  }
}

/** A statement has room for 65 535 values. */
const ROWS_AT_ONCE = 1_000;

/** All values that depend on the memory alone. */
export function prepareRow(memory: FoundMemory) {
  const { born, id, digest, textHash, standing, status, type, category, tier, name, tags, time, supersedes } =
    memory;
  const words = memory.text === null ? null : analyzeMemory(memory.text);
  const vector = words === null ? null : embedWords(listForms(words));
  const described = { type, category, tier, name, tags: [...tags], time, supersedes };
  return {
    columns: {
      ...{ born, id, digest, text: textHash, standing, status, ...described },
      searchable: words !== null,
      name_words: words?.name.length ?? 0,
      tag_words: words?.tags.length ?? 0,
      body_words: words?.body.length ?? 0,
      passage: words === null ? new Uint8Array(0) : encodePassage(words),
      vector: vector === null ? null : new Uint8Array(vector.buffer, vector.byteOffset, vector.length),
    },
    keys: words === null ? [] : listFound(words, tags),
    counted: words === null ? null : countWords(words, standing === "verified"),
    words: words === null ? [] : listWords(words).map(({ text }) => text),
  };
}

type PreparedRow = ReturnType<typeof prepareRow>;

function listWords({ name, tags, body, cues }: MemoryWords): MemoryWords["body"] {
  return [...name, ...tags, ...body, ...cues.flat()];
}

/** Word forms in the order of the text, name before body, because the beginning tells most about the subject. Cues are left out:
 * they say when a memory is needed. */
function listForms({ name, tags, body }: MemoryWords): string[] {
  return [...name, ...tags, ...body].flatMap(({ form, whole }) => (whole ? [] : form));
}

/** The search keys of a memory: its words, and its tags as a whole. */
function listFound(words: MemoryWords, tags: readonly string[]): number[] {
  return [...new Set([...listWords(words).map(({ hash }) => hash), ...tags.map(hashTag)])];
}

/** No word contains this sign, so a tag never equals a word. */
export function hashTag(tag: string): number {
  return hashWord(`#${tag}`);
}

function countWords(words: MemoryWords, isVerified: boolean): WordCounts {
  const { name, tags, body } = words;
  const hashes = new Set(listWords(words).map(({ hash }) => hash));
  return { isVerified, hashes, nameWords: name.length, tagWords: tags.length, bodyWords: body.length };
}

type StoredWords = {
  readonly standing: string;
  readonly searchable: boolean;
  readonly passage: Uint8Array;
  readonly name_words: number;
  readonly tag_words: number;
  readonly body_words: number;
};

function countStored(stored: StoredWords): WordCounts {
  const passage = passageOf(stored);
  const { nameWords, tagWords, bodyWords } = passage;
  return {
    isVerified: stored.standing === "verified",
    hashes: new Set(walkHashes(passage)),
    nameWords,
    tagWords,
    bodyWords,
  };
}

function passageOf({
  passage: bytes,
  name_words,
  tag_words,
  body_words,
}: Omit<StoredWords, "standing" | "searchable">): Passage {
  const count = Math.floor(bytes.length / (HASH_BYTES + 1));
  const [placed] = decodePassages({
    hashes: bytes.subarray(0, count * HASH_BYTES),
    marks: bytes.subarray(count * HASH_BYTES),
    numbers: [count, name_words, tag_words, body_words, 0],
  });
  if (placed === undefined) throw new TypeError("one passage was asked for");
  return placed.passage;
}

// Reading.

export type ReadRow = {
  readonly row: IndexRow;
  readonly born: string;
  readonly passage: Passage;
  readonly vector: Int8Array | null;
};

type Columns = StoredWords & {
  readonly row: number;
  readonly root_key: number;
  readonly born: string;
  readonly id: string;
  readonly digest: string;
  readonly status: string;
  readonly type: string | null;
  readonly category: string | null;
  readonly tier: string | null;
  readonly name: string;
  readonly tags: string[];
  readonly time: number;
  readonly vector: Uint8Array | null;
};

export async function readRows(tx: Transaction, rows: readonly number[]): Promise<ReadRow[]> {
  if (rows.length === 0) return [];
  const found = await tx<Columns[]>`
    SELECT row, root_key, born, id, digest, standing, status, type, category, tier, name, tags, time, searchable, passage, name_words,
      tag_words, body_words, vector FROM memory_row WHERE row = ANY (${[...rows]}::bigint[])`;
  return found.map(toRow);
}

function toRow(columns: Columns): ReadRow {
  const { row, root_key: key, id, digest, name, tags, time, vector } = columns;
  return {
    born: columns.born,
    row: {
      ...{ row, id: nameRow({ key, id }), directory: "memories", digest, name, tags, time },
      standing: pick(STANDINGS, columns.standing) ?? "quarantined",
      status: pick(STATUSES, columns.status) ?? "retired",
      type: pick(MEMORY_TYPES, columns.type),
      category: pick<Category>(CATEGORIES, columns.category),
      tier: pick(TIERS, columns.tier),
    },
    passage: passageOf(columns),
    vector: vector === null ? null : new Int8Array(vector.buffer, vector.byteOffset, vector.length),
  };
}

function pick<Word extends string>(words: readonly Word[], value: unknown): Word | null {
  const known: readonly unknown[] = words;
  return words[known.indexOf(value)] ?? null;
}

// Ranking treats all roots of a token as one, so an id is prefixed with the key of its root.

export type RowName = { readonly key: number; readonly id: string };

export function nameRow({ key, id }: RowName): string {
  return `${key}/${id}`;
}

export function readRowName(name: string): RowName {
  const at = name.indexOf("/");
  return { key: Number(name.slice(0, at)), id: name.slice(at + 1) };
}
