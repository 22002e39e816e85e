// The tables of a search index. Everything in it is derived from files: it can be deleted at any time, and whatever is
// shown is read from the files again.

import { MEMORY_TYPES, TYPE_TRAITS } from "../../memory/memory.ts";

/** `verified`: as if no other memory were in the store, so that what an agent writes moves no number of a fact. */
export type IndexPart = "all" | "verified";

/** The tables that hold the words of a part, and how many memories have each. */
export const PART_TABLES = {
  all: { words: "words", vocabulary: "vocabulary" },
  verified: { words: "verified_words", vocabulary: "verified_vocabulary" },
} as const satisfies Record<IndexPart, { readonly words: string; readonly vocabulary: string }>;

/** Raised with every change of the tables or of how words are made; an index of another version is rebuilt. */
export const INDEX_VERSION = 17;

/** How much of what is written FTS5 holds back, so that a rebuild is not a thousand small ones. */
const WRITE_BYTES = 32 * 1024 * 1024;

const PERSONAL = MEMORY_TYPES.filter((type) => TYPE_TRAITS[type].isPersonal).map((type) => `'${type}'`);

/** In which part of what a session begins with a memory is: facts first; in each preferences and feedback, constraints, decisions,
 * runbooks, the rest. */
export const START_GROUP: string = `(CASE standing WHEN 'verified' THEN 0 ELSE 5 END
  + CASE WHEN type IN (${PERSONAL.join(", ")}) OR category = 'preference' THEN 0
    WHEN category = 'constraint' THEN 1 WHEN category = 'decision' THEN 2 WHEN category = 'runbook' THEN 3 ELSE 4 END)`;
export const START_GROUPS = 10;

function makeWords({ words, vocabulary }: (typeof PART_TABLES)[IndexPart]): string {
  return `
  CREATE VIRTUAL TABLE ${words} USING fts5(
    name, tags, body, cues, content='', contentless_delete=1, tokenize="ascii tokenchars '_.-'"
  );
  CREATE VIRTUAL TABLE ${vocabulary} USING fts5vocab(${words}, row);
  INSERT INTO ${words}(${words}, rank) VALUES('hashsize', ${WRITE_BYTES});
  INSERT INTO ${words}(${words}, rank) VALUES('usermerge', 2);`;
}

// Searchable are only the memories that recall may show: the others have a row, so that a change of theirs is noticed, but
// no words. `words` holds our own words, `verified_words` those of verified memories once more; `exact` the tokens of S2 and `parts` our words for the tokens that S2 does not find,
// both filled when somebody asks for that strategy. These two keep their text, because without it FTS5 counts deleted rows
// on and bm25 says something else after each change; `words` is small instead, and its scores come from `totals`.
// Whatever is erased is overwritten: a forgotten text stays nowhere.
export const SCHEMA = `
  PRAGMA secure_delete = ON;
  CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE totals (
    part TEXT PRIMARY KEY,
    memories INTEGER NOT NULL, name_words INTEGER NOT NULL, tag_words INTEGER NOT NULL, body_words INTEGER NOT NULL
  ) WITHOUT ROWID;
  INSERT INTO totals VALUES ('all', 0, 0, 0, 0), ('verified', 0, 0, 0, 0);
  CREATE TABLE memories (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, directory TEXT NOT NULL, digest TEXT, standing TEXT NOT NULL,
    status TEXT NOT NULL, type TEXT, category TEXT, tier TEXT, name TEXT NOT NULL, tags TEXT NOT NULL,
    time INTEGER NOT NULL, file TEXT NOT NULL, attest TEXT NOT NULL, young INTEGER NOT NULL,
    searchable INTEGER NOT NULL, line TEXT, cause TEXT NOT NULL, mark INTEGER, supersedes TEXT, queued INTEGER,
    waits TEXT, doubt INTEGER NOT NULL DEFAULT 0, fault TEXT
  );
  CREATE INDEX memories_by_line ON memories (line) WHERE line IS NOT NULL;
  CREATE INDEX memories_by_kind ON memories (category, standing DESC, time DESC, id) WHERE searchable = 1;
  CREATE INDEX memories_by_time ON memories (time, id) WHERE searchable = 1;
  CREATE INDEX memories_by_start ON memories (${START_GROUP}, time DESC, id) WHERE searchable = 1;
  CREATE INDEX memories_by_standing ON memories (standing, status, cause, waits, doubt, mark) WHERE file <> '';
  CREATE INDEX memories_by_doubt ON memories (row) WHERE searchable = 0;
  CREATE INDEX memories_by_replaced ON memories (supersedes) WHERE searchable = 1 AND supersedes IS NOT NULL;
  CREATE INDEX memories_by_review ON memories (row) WHERE doubt = 1;
  CREATE INDEX memories_by_fault ON memories (fault) WHERE fault IS NOT NULL;
  CREATE INDEX memories_by_queue ON memories (queued, id) WHERE queued IS NOT NULL;
  CREATE TABLE removed (id TEXT PRIMARY KEY, attest TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE strangers (
    id TEXT NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL, born TEXT, digest TEXT, text TEXT, act TEXT,
    PRIMARY KEY (id, name)
  ) WITHOUT ROWID;
  CREATE TABLE passages (
    row INTEGER PRIMARY KEY, words BLOB NOT NULL,
    name_words INTEGER NOT NULL, tag_words INTEGER NOT NULL, body_words INTEGER NOT NULL
  );
  CREATE TABLE cites (
    row INTEGER NOT NULL, path TEXT NOT NULL, since INTEGER NOT NULL,
    looked INTEGER NOT NULL DEFAULT 0, fate TEXT, commits INTEGER, share REAL, PRIMARY KEY (row, path)
  ) WITHOUT ROWID;
  CREATE INDEX cites_by_path ON cites (path);
  CREATE INDEX cites_by_look ON cites (looked) WHERE looked <> 1;
  CREATE INDEX cites_by_fate ON cites (row) WHERE fate IS NOT NULL;
  CREATE TABLE verdicts (
    row INTEGER PRIMARY KEY, file TEXT NOT NULL, attest TEXT NOT NULL, standing TEXT NOT NULL,
    rules INTEGER NOT NULL, flags TEXT NOT NULL, open INTEGER NOT NULL
  );
  CREATE INDEX flagged ON verdicts (row) WHERE flags <> '[]';
  CREATE TABLE claims (row INTEGER PRIMARY KEY, claims TEXT NOT NULL, sketch BLOB, keys TEXT NOT NULL);
  CREATE TABLE claim_keys (
    key INTEGER NOT NULL, rank INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (key, rank, row)
  ) WITHOUT ROWID;
  CREATE TABLE pairs (
    row INTEGER NOT NULL, other INTEGER NOT NULL, kind TEXT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (row, other)
  ) WITHOUT ROWID;
  CREATE TABLE declared (row INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (row, id)) WITHOUT ROWID;
  CREATE INDEX declared_by_id ON declared (id);
  CREATE TABLE wordings (
    id TEXT PRIMARY KEY, digest TEXT NOT NULL, rules INTEGER NOT NULL, wording TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE vectors (block INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  ${Object.values(PART_TABLES).map(makeWords).join("")}
  CREATE VIRTUAL TABLE exact USING fts5(name, tags, body, tokenize="unicode61 tokenchars '_.-'");
  CREATE VIRTUAL TABLE parts USING fts5(name, tags, body, tokenize="ascii tokenchars '_.-'");
  CREATE VIRTUAL TABLE exact_vocabulary USING fts5vocab(exact, row);
  INSERT INTO exact(exact, rank) VALUES('secure-delete', 1);
  INSERT INTO parts(parts, rank) VALUES('secure-delete', 1);
  PRAGMA user_version = ${INDEX_VERSION};
`;
