// The statements that change rows of the index.

import type { StatementSync } from "node:sqlite";
import type { SearchIndex } from "./open-index.ts";

export type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

const SQL = {
  find: "SELECT row, searchable, digest FROM memories WHERE id = ?",
  // Not `INSERT OR REPLACE`: it opens a savepoint, and at each of those FTS5 writes out what it held back.
  add: `INSERT INTO memories (id, directory, digest, standing, status, type, category, tier, name, tags, time, file,
    attest, young, searchable, line, cause, mark) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  change: `UPDATE memories SET id = ?, directory = ?, digest = ?, standing = ?, status = ?, type = ?, category = ?,
    tier = ?, name = ?, tags = ?, time = ?, file = ?, attest = ?, young = ?, searchable = ?, line = ?,
    cause = ?, mark = ? WHERE row = ?`,
  remove: "DELETE FROM memories WHERE row = ?",
  addPassage: "INSERT INTO passages VALUES (?, ?, ?, ?, ?)",
  findPassage: "SELECT name_words, tag_words, body_words FROM passages WHERE row = ?",
  removePassage: "DELETE FROM passages WHERE row = ?",
  addWords: "INSERT INTO words(rowid, name, tags, body) VALUES (?, ?, ?, ?)",
  removeWords: "DELETE FROM words WHERE rowid = ?",
  addExact: "INSERT INTO exact(rowid, name, tags, body) VALUES (?, ?, ?, ?)",
  removeExact: "DELETE FROM exact WHERE rowid = ?",
  addParts: "INSERT INTO parts(rowid, name, tags, body) VALUES (?, ?, ?, ?)",
  removeParts: "DELETE FROM parts WHERE rowid = ?",
  count: `UPDATE totals SET memories = memories + ?, name_words = name_words + ?, tag_words = tag_words + ?,
    body_words = body_words + ?`,
} as const;

export function prepareStatements({ database }: SearchIndex): Statements {
  const prepare = (key: keyof typeof SQL): StatementSync => database.prepare(SQL[key]);
  return {
    find: prepare("find"),
    add: prepare("add"),
    change: prepare("change"),
    remove: prepare("remove"),
    addPassage: prepare("addPassage"),
    findPassage: prepare("findPassage"),
    removePassage: prepare("removePassage"),
    addWords: prepare("addWords"),
    removeWords: prepare("removeWords"),
    addExact: prepare("addExact"),
    removeExact: prepare("removeExact"),
    addParts: prepare("addParts"),
    removeParts: prepare("removeParts"),
    count: prepare("count"),
  };
}
