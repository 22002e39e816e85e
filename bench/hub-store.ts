// A hub's database with a million memories in a thousand roots, written past the carrier: rows, words and word lists as a put writes
// them, and beside them the same texts as PostgreSQL's own search wants them.

import { join } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { connect, type Sql } from "../hub/src/database/connect.ts";
import { migrate } from "../hub/src/database/migrate.ts";
import { listKeys } from "../hub/src/search/keys.ts";
import { type FoundMemory, prepareRow } from "../hub/src/search/rows.ts";
import { changeWordList } from "../hub/src/search/word-list.ts";
import { findData, readJsonl } from "./read-data.ts";

export const ORGANISATION = "00000000-0000-4000-8000-000000000001";

export type Note = { readonly title: string; readonly tags: readonly string[]; readonly body: string };

/** Some notes for each root, so that roots are about different things. */
const NOTES_OF_ROOT = 400;
const [FIRST_WORDS, SECOND_WORDS] = [32, 18];

export function readNotes(): Note[] {
  const data = findData();
  if (data === null) throw new Error("the shared data is not here");
  return readJsonl<Note>(join(data, "notes", "notes.jsonl"));
}

/** The same numbers in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A memory of about 55 words: a title, a piece of its note, and a piece of another. */
export function* inventMemories(notes: readonly Note[], root: number, count: number): Generator<FoundMemory> {
  const random = createRandom(root * 7_919 + 13);
  const own = Array.from({ length: NOTES_OF_ROOT }, () => notes[random(notes.length)]);
  const piece = (note: Note | undefined, length: number): string => {
    const words = (note?.body ?? "").split(/\s+/);
    const at = random(Math.max(1, words.length - length));
    return words.slice(at, at + length).join(" ");
  };
  for (let number = 0; number < count; number += 1) {
    const [note, other] = [own[random(own.length)], own[random(own.length)]];
    const name = note?.title ?? "";
    const body = `${piece(note, FIRST_WORDS)}\n\n${piece(other, SECOND_WORDS)}`;
    const tags = (note?.tags ?? []).slice(0, 3);
    const id = `project_note_${number}`;
    yield {
      ...{ born: `${root}-${number}`, id, digest: id, textHash: id, supersedes: null, status: "active" },
      standing: number % 10 === 0 ? "verified" : "inferred",
      ...{ type: "project", category: number % 5 === 0 ? "decision" : null, tier: null, name, tags },
      time: Date.UTC(2026, 0, 1) + random(20_000_000) * 1_000,
      text: { name, tags, description: "", cues: [], body },
    };
  }
}

const COLUMNS =
  "row org root_key born id digest text standing status type category tier name tags time supersedes searchable name_words tag_words body_words passage vector".split(
    " ",
  );

export type StoreShape = { readonly roots: number; readonly perRoot: number };

export async function makeStore(url: string, { roots, perRoot }: StoreShape): Promise<void> {
  const sql = connect(url, { connectionsMax: 4 });
  await migrate(sql);
  await sql`INSERT INTO credence.organisation (id, name) VALUES (${ORGANISATION}, 'bench')`;
  await sql.unsafe(
    `DROP INDEX credence.memory_words_gin; CREATE TABLE credence.plain (row bigint, root_key integer, words tsvector);
     CREATE TABLE credence.raw_plain (row bigint, root_key integer, body text); ALTER TABLE credence.memory_words DROP CONSTRAINT memory_words_row_fkey`,
  );
  const notes = readNotes();
  const [rows, words, plain] = await Promise.all([
    copyInto(sql, `memory_row (${COLUMNS.join(", ")})`),
    copyInto(sql, "memory_words (row, root_key, words)"),
    copyInto(sql, "raw_plain (row, root_key, body)"),
  ]);
  let row = 0;
  for (let root = 0; root < roots; root += 1) {
    const made = [...inventMemories(notes, root, perRoot)].map((memory) => ({
      memory,
      ...prepareRow(memory),
    }));
    const key = await addRoot(sql, root, made);
    for (const { memory, columns, keys } of made) {
      row += 1;
      const values: Record<string, unknown> = { ...columns, row, org: ORGANISATION, root_key: key };
      await write(rows, COLUMNS.map((column) => render(values[column])).join("\t"));
      await write(
        words,
        [row, key, `{${listKeys(key, keys, columns.standing === "verified").join(",")}}`].join("\t"),
      );
      const { name = "", tags = [], body = "" } = memory.text ?? {};
      await write(plain, [row, key, render(`${name} ${tags.join(" ")} ${body}`)].join("\t"));
    }
    if (root % 50 === 49) process.stderr.write(`${root + 1} roots\n`);
  }
  for (const stream of [rows, words, plain]) {
    stream.end();
    await finished(stream);
  }
  await sql.end();
}

async function addRoot(
  sql: Sql,
  root: number,
  made: readonly ReturnType<typeof prepareRow>[],
): Promise<number> {
  const id = root.toString(16).padStart(32, "0");
  const list = changeWordList(new Uint8Array(0), {
    gone: [],
    come: made.flatMap(({ counted }) => counted ?? []),
    words: made.flatMap(({ words }) => words),
  });
  await sql`INSERT INTO credence.root (org, id, scope) VALUES (${ORGANISATION}, ${id}, 'project')`;
  const [added] = await sql<{ key: number }[]>`
    INSERT INTO credence.search_root (org, root, version, words) VALUES (${ORGANISATION}, ${id}, 1, ${list}) RETURNING key`;
  return added?.key ?? 0;
}

function copyInto(sql: Sql, target: string): Promise<Writable> {
  return sql.unsafe(`COPY credence.${target} FROM STDIN`).writable();
}

async function write(stream: Writable, line: string): Promise<void> {
  if (!stream.write(`${line}\n`)) await new Promise((resolve) => stream.once("drain", resolve));
}

function render(value: unknown): string {
  if (value === null || value === undefined) return String.raw`\N`;
  if (value instanceof Uint8Array) return String.raw`\\x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value))
    return `{${value.map((each) => JSON.stringify(String(each)).replaceAll("\\", "\\\\")).join(",")}}`;
  return String(value)
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\t", " ")
    .replaceAll("\r", " ");
}

/** What comes after all rows are there. */
export async function finishStore(url: string): Promise<void> {
  const sql = connect(url, { connectionsMax: 1 });
  await sql.unsafe(`
    SET maintenance_work_mem = '1GB'; SET search_path = credence, public;
    INSERT INTO plain SELECT row, root_key, to_tsvector('english', body) FROM raw_plain;
    DROP TABLE raw_plain;
    CREATE INDEX memory_words_gin ON memory_words USING gin (words) WITH (fastupdate = off);
    CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
    CREATE INDEX plain_gin ON plain USING gin (root_key, words);
    ANALYZE`);
  await sql.unsafe("VACUUM credence.memory_words, credence.memory_row, credence.plain");
  await sql.end();
}
