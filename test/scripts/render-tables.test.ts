// In a small process a table of words is one text that is searched; it must answer as the table itself does, before and
// after it was asked so often that a set was made of it.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderTables } from "../../scripts/build/render-tables.ts";

const SEARCH = join(import.meta.dirname, "../../src/search/words");
const files = readdirSync(SEARCH).filter((name) => /tables?\.ts$/.test(name));

type Table = Set<string> | Map<string, string>;

/** Words of the table, and words that are only nearly in it. */
function questionsFor(table: Table): string[] {
  const words = [...table.keys()];
  return [
    "",
    "e",
    "zebra",
    ...words,
    ...words.flatMap((word) => [word.slice(1), word.slice(0, -1), `${word}s`]),
  ];
}

for (const file of files) {
  test(`${file} answers the same as one text`, async () => {
    const path = join(SEARCH, file);
    const real: Record<string, Table> = await import(path);
    const url = `data:text/javascript,${encodeURIComponent(await renderTables(path))}`;
    const text: typeof real = await import(url);
    assert.deepEqual(Object.keys(text).sort(), Object.keys(real).sort());
    for (const [name, table] of Object.entries(real)) {
      const questions = questionsFor(table);
      const ask = (of: Table | undefined): unknown[] =>
        questions.map((word) => (of !== undefined && "get" in of ? of.get(word) : of?.has(word)));
      const expected = ask(table);
      for (let asked = 0; asked <= 1_000; asked += questions.length)
        assert.deepEqual(ask(text[name]), expected);
    }
  });
}

test("there are tables", () => {
  assert.deepEqual(files.toSorted(), ["irregular-table.ts", "tables.ts"]);
});
