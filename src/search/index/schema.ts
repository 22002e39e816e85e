// The tables of a search index. Everything in it is derived from files: it can be deleted at any time, and whatever is
// shown is read from the files again.

/** Raised with every change of the tables or of how words are made; an index of another version is made anew. */
export const INDEX_VERSION = 4;

/** How much of what is written FTS5 holds back, so that a rebuild is not a thousand small ones. */
const WRITE_BYTES = 32 * 1024 * 1024;

// Searchable are only the memories that recall may show: the others have a row, so that a change of theirs is noticed, but
// no words. `words` holds our own words; `exact` the tokens of S2 and `parts` our words for the tokens that S2 does not find,
// both filled when somebody asks for that strategy. These two keep their text, because without it FTS5 counts deleted rows
// on and bm25 says something else after each change; `words` is small instead, and its scores come from `totals`.
// Whatever is erased is overwritten: a forgotten text stays nowhere.
export const SCHEMA = `
  PRAGMA secure_delete = ON;
  CREATE TABLE facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE totals (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    memories INTEGER NOT NULL, name_words INTEGER NOT NULL, tag_words INTEGER NOT NULL, body_words INTEGER NOT NULL
  );
  INSERT INTO totals VALUES (1, 0, 0, 0, 0);
  CREATE TABLE memories (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, directory TEXT NOT NULL, digest TEXT, standing TEXT NOT NULL,
    status TEXT NOT NULL, type TEXT, category TEXT, tier TEXT, name TEXT NOT NULL, tags TEXT NOT NULL,
    time INTEGER NOT NULL, file TEXT NOT NULL, attest TEXT NOT NULL, young INTEGER NOT NULL,
    searchable INTEGER NOT NULL, line TEXT, cause TEXT NOT NULL, mark INTEGER
  );
  CREATE INDEX memories_by_line ON memories (line) WHERE line IS NOT NULL;
  CREATE INDEX memories_by_time ON memories (time, id) WHERE searchable = 1;
  CREATE INDEX memories_by_doubt ON memories (row) WHERE searchable = 0 AND status = 'active';
  CREATE TABLE passages (
    row INTEGER PRIMARY KEY, words BLOB NOT NULL,
    name_words INTEGER NOT NULL, tag_words INTEGER NOT NULL, body_words INTEGER NOT NULL
  );
  CREATE VIRTUAL TABLE words USING fts5(
    name, tags, body, content='', contentless_delete=1, tokenize="ascii tokenchars '_.-'"
  );
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
  CREATE VIRTUAL TABLE exact USING fts5(name, tags, body, tokenize="unicode61 tokenchars '_.-'");
  CREATE VIRTUAL TABLE parts USING fts5(name, tags, body, tokenize="ascii tokenchars '_.-'");
  CREATE VIRTUAL TABLE exact_vocabulary USING fts5vocab(exact, row);
  INSERT INTO words(words, rank) VALUES('hashsize', ${WRITE_BYTES});
  INSERT INTO exact(exact, rank) VALUES('secure-delete', 1);
  INSERT INTO parts(parts, rank) VALUES('secure-delete', 1);
  PRAGMA user_version = ${INDEX_VERSION};
`;
