// S2's way, as its document describes it: each prompt reads every file, builds an FTS5 table in memory and asks it. No
// statements, no standings, no block; the part that all of it rests on.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SHOWN = 5;

export function recallByRebuilding(memories: string, prompt: string): string[] {
  const database = new DatabaseSync(":memory:");
  fill(database, memories);
  const found = ask(database, prompt);
  database.close();
  return found;
}

/** The same table, made once and kept. */
export function openPlainFts5(memories: string, path: string): (prompt: string) => string[] {
  rmSync(path, { force: true });
  const database = new DatabaseSync(path);
  fill(database, memories);
  return (prompt) => ask(database, prompt);
}

function fill(database: DatabaseSync, memories: string): void {
  database.exec(
    `CREATE VIRTUAL TABLE memories USING fts5(title, tags, body, id UNINDEXED, tokenize="unicode61 tokenchars '_.-'")`,
  );
  const insert = database.prepare("INSERT INTO memories VALUES (?, ?, ?, ?)");
  database.exec("BEGIN");
  for (const name of readdirSync(memories)) {
    const [, head = "", body = ""] = readFileSync(join(memories, name), "utf8").split("---\n", 3);
    insert.run(fieldOf(head, "name"), fieldOf(head, "tags"), body, name);
  }
  database.exec("COMMIT");
}

function ask(database: DatabaseSync, prompt: string): string[] {
  const words = prompt.toLowerCase().match(/[a-z0-9][a-z0-9_.-]*[a-z0-9]/g) ?? [];
  const found = database
    .prepare("SELECT id FROM memories WHERE memories MATCH ? ORDER BY bm25(memories, 5.0, 3.0, 1.0) LIMIT ?")
    .all(words.map((word) => `"${word}"*`).join(" OR "), SHOWN);
  return found.map(({ id }) => String(id));
}

function fieldOf(head: string, key: string): string {
  return new RegExp(`^${key}: (.*)$`, "m").exec(head)?.[1] ?? "";
}

if (import.meta.main) {
  const [, , memories = "", prompt = ""] = process.argv;
  process.stdout.write(recallByRebuilding(memories, prompt).join("\n"));
}
