// What the second source document says about FTS5, each claim on the real engine. Two of its claims are wrong; these tests
// hold what is right instead, and say why.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";

const TABLE = `CREATE VIRTUAL TABLE memories USING fts5(
  title, tags, body, id UNINDEXED, path UNINDEXED, category UNINDEXED, updated_at UNINDEXED,
  tokenize="unicode61 tokenchars '_.-'")`;

/** Its table, as it is written there. */
function tableOf(t: TestContext, titles: readonly string[], body = ""): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  t.after(() => database.close());
  database.exec(TABLE);
  const insert = database.prepare("INSERT INTO memories(title, tags, body) VALUES (?, '', ?)");
  for (const title of titles) insert.run(title, body);
  return database;
}

function find(database: DatabaseSync, query: string): string[] {
  const found = database
    .prepare("SELECT title FROM memories WHERE memories MATCH ? ORDER BY rowid")
    .all(query);
  return found.map(({ title }) => String(title));
}

function vocabulary(database: DatabaseSync): string[] {
  database.exec("CREATE VIRTUAL TABLE IF NOT EXISTS vocab USING fts5vocab(memories, row)");
  return database
    .prepare("SELECT term FROM vocab")
    .all()
    .map(({ term }) => String(term));
}

test("1a, 1b: the table is made, and coding identifiers are one token each", (t) => {
  const database = tableOf(t, ["user_id React.FC auth-service node_modules"]);
  assert.deepEqual(vocabulary(database), ["auth-service", "node_modules", "react.fc", "user_id"]);
});

test("1c: quoting is mandatory: a bare dotted term is a syntax error and a bare hyphen is a column filter", (t) => {
  const database = tableOf(t, ["React.FC migration", "auth-service"]);
  assert.throws(() => find(database, "react.fc"), /fts5: syntax error near "\."/);
  assert.throws(() => find(database, "auth-service"), /no such column: service/);
  assert.deepEqual(find(database, '"react.fc"*'), ["React.FC migration"]);
  assert.deepEqual(find(database, '"auth-service"*'), ["auth-service"]);
});

test('1c, 1e: "token"* finds what begins with it, across the characters that are part of a token', (t) => {
  const titles = ["React.FC migration", "React hooks pattern", "user_id_setup", "user_id", "author"];
  const database = tableOf(t, titles);
  assert.deepEqual(find(database, '"react"*'), ["React.FC migration", "React hooks pattern"]);
  assert.deepEqual(find(database, '"user"*'), ["user_id_setup", "user_id"]);
  assert.deepEqual(find(database, '"user_id"*'), ["user_id_setup", "user_id"]);
  assert.deepEqual(find(database, '"auth"*'), ["author"]);
});

test("1d: bm25 is negative with the weights 5, 3 and 1, and ascending order puts the best first", (t) => {
  const database = tableOf(t, ["JWT auth setup", "Something else", "Another thing", "A fourth one"]);
  database.exec("INSERT INTO memories(title, tags, body) VALUES ('OAuth2 flow', '', 'how auth works')");
  const rows = database
    .prepare(
      `SELECT title, bm25(memories, 5.0, 3.0, 1.0) AS score FROM memories WHERE memories MATCH '"auth"*' ORDER BY score`,
    )
    .all();
  assert.deepEqual(
    rows.map(({ title }) => title),
    ["JWT auth setup", "OAuth2 flow"],
  );
  const [best = 0, second = 0] = rows.map(({ score }) => Number(score));
  assert.ok(best < second && second < 0, `${best} ${second}`);
});

test("3b: reserved words in quotes are plain words", (t) => {
  const database = tableOf(t, ["salt and pepper", "now or never", "not here", "near the end"]);
  for (const [word, title] of [
    ["and", "salt and pepper"],
    ["or", "now or never"],
    ["not", "not here"],
    ["near", "near the end"],
  ] as const) {
    assert.deepEqual(find(database, `"${word}"*`), [title]);
  }
});

// It says of `.env`, `_private` and `__init__.py` that "the prefix `env` still matches FTS5's stored token `.env`", so that
// the mismatch heals itself. A prefix is the beginning of a token, and `env` is not the beginning of `.env`.
test("2b is wrong: a prefix does not heal leading characters", (t) => {
  const database = tableOf(t, [".env", "_private", "__init__.py", ".env.local", "test_"]);
  assert.deepEqual(find(database, '"env"*'), []);
  assert.deepEqual(find(database, '"private"*'), []);
  assert.deepEqual(find(database, '"init"*'), []);
  assert.deepEqual(find(database, '".env"*'), [".env", ".env.local"]);
  // Trailing ones are healed.
  assert.deepEqual(find(database, '"test"*'), ["test_"]);
});

// It says that scores are never near 1e-6. BM25 weighs a word by how few documents have it; FTS5 gives a word that half of
// them or more have the weight 1e-6, so in a store of one memory every score is of that size: no threshold is absolute.
test("4b is wrong: in a store of one document scores are about 1e-6", (t) => {
  const database = tableOf(t, ["JWT auth setup"], "how auth works");
  const score = database
    .prepare(`SELECT bm25(memories, 5.0, 3.0, 1.0) AS score FROM memories WHERE memories MATCH '"auth"*'`)
    .get()?.["score"];
  assert.ok(Number(score) < 0 && Number(score) > -1e-5, String(score));
  assert.ok(Math.abs(Number(score)) > 1e-10, "above the guard against none");
});
