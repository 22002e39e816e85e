// The files that memories are about, and what became of them in git since. A row per memory and path; without a fate there is
// nothing to say. What is there holds for one commit, the fact `head`: whoever is at another commit knows nothing.
//
// A path is a text of the memory, so it goes with the memory's row.

import type { SQLOutputValue } from "node:sqlite";
import type { Cites } from "../row.ts";
import { prepareOnce, readFact, type SearchIndex, transact, writeFact } from "./open-index.ts";

export type Fate = {
  readonly kind: "gone" | "changed";
  /** How many commits have been made since it last changed. */
  readonly commits: number;
  /** How much of it is different, from 0 to 1; null where nobody compared. */
  readonly share: number | null;
};

export type MovedPath = { readonly path: string; readonly fate: Fate };

export type CiteWriter = {
  readonly add: (row: number, cites: Cites) => void;
  /** In place of what was there. The same paths since the same time keep their fates. */
  readonly replace: (row: number, cites: Cites) => void;
  readonly remove: (row: number) => void;
};

/** In the caller's transaction. */
export function openCiteWriter({ database }: SearchIndex): CiteWriter {
  const known = database.prepare("SELECT path, since FROM cites WHERE row = ?");
  const remove = database.prepare("DELETE FROM cites WHERE row = ?");
  const add = database.prepare("INSERT INTO cites (row, path, since) VALUES (?, ?, ?)");
  const addAll = (row: number, { paths, since }: Cites): void => {
    for (const path of paths) add.run(row, path, since);
  };
  return {
    add: addAll,
    replace: (row, cites) => {
      const held = known.all(row);
      const isHeld = ({ path, since }: Record<string, SQLOutputValue>): boolean =>
        since === cites.since && cites.paths.includes(String(path));
      if (held.length === cites.paths.length && held.every(isHeld)) return;
      if (held.length > 0) remove.run(row);
      addAll(row, cites);
    },
    remove: (row) => void remove.run(row),
  };
}

/** What is known of the files that these rows cite, at this commit. */
export function readFates(
  index: SearchIndex,
  rows: readonly number[],
  head: string,
): Map<number, MovedPath[]> {
  if (rows.length === 0 || readFact(index, "head") !== head) return new Map();
  const found = prepareOnce(
    index,
    `SELECT row, path, fate, commits, share FROM cites
     WHERE fate IS NOT NULL AND row IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(rows));
  const paths = new Map<number, MovedPath[]>();
  for (const columns of found) {
    const row = Number(columns["row"]);
    paths.set(row, [...(paths.get(row) ?? []), toMoved(columns)]);
  }
  return paths;
}

/** The same of all memories, by id. */
export function readAllFates(index: SearchIndex, head: string): Map<string, MovedPath[]> {
  if (readFact(index, "head") !== head) return new Map();
  const statement = index.database.prepare(
    `SELECT id, path, fate, commits, share FROM cites JOIN memories USING (row) WHERE fate IS NOT NULL`,
  );
  const paths = new Map<string, MovedPath[]>();
  for (const columns of statement.iterate()) {
    const id = String(columns["id"]);
    paths.set(id, [...(paths.get(id) ?? []), toMoved(columns)]);
  }
  return paths;
}

/** Whoever wrote to the index can say something false about a file, and hide nothing. */
function toMoved(columns: Record<string, SQLOutputValue>): MovedPath {
  const { fate, commits, share } = columns;
  return {
    path: String(columns["path"]),
    fate: {
      kind: fate === "gone" ? "gone" : "changed",
      commits: Math.max(0, Math.trunc(Number(commits)) || 0),
      share: typeof share === "number" ? share : null,
    },
  };
}

/** Is there a path that nobody looked at, or is this another commit? */
export function isLookDue(index: SearchIndex, head: string): boolean {
  const unseen = index.database.prepare("SELECT 1 FROM cites WHERE looked <> 1 LIMIT 1").get();
  if (unseen !== undefined) return true;
  return (
    readFact(index, "head") !== head &&
    index.database.prepare("SELECT 1 FROM cites LIMIT 1").get() !== undefined
  );
}

// A look at all of them, which takes a while: what is put in meanwhile was not looked at.

/** @returns the paths, and since when the first of them is cited. */
export function beginLook(
  index: SearchIndex,
  pathsMax: number,
): { readonly paths: readonly string[]; readonly since: number } {
  transact(index, () => index.database.exec("UPDATE cites SET looked = 2 WHERE looked = 0"));
  const paths = index.database.prepare("SELECT DISTINCT path FROM cites ORDER BY path LIMIT ?").all(pathsMax);
  const first = index.database.prepare("SELECT min(since) AS first FROM cites").get()?.["first"];
  return { paths: paths.map(({ path }) => String(path)), since: Number(first ?? 0) };
}

export type Citing = { readonly row: number; readonly since: number; readonly isVerified: boolean };

export function listCiting({ database }: SearchIndex, path: string): Citing[] {
  const found = database
    .prepare("SELECT row, since, standing FROM cites JOIN memories USING (row) WHERE path = ?")
    .all(path);
  return found.map(({ row, since, standing }) => ({
    row: Number(row),
    since: Number(since),
    isVerified: standing === "verified",
  }));
}

export type FoundFate = Pick<Citing, "row" | "since"> & MovedPath;

/** Of every other path nothing is to be said at this commit. */
export function endLook(index: SearchIndex, head: string, found: readonly FoundFate[]): void {
  const { database } = index;
  transact(index, () => {
    database.exec("UPDATE cites SET fate = NULL, commits = NULL, share = NULL WHERE fate IS NOT NULL");
    const write = database.prepare(
      "UPDATE cites SET fate = ?, commits = ?, share = ? WHERE row = ? AND path = ? AND since = ?",
    );
    for (const { row, path, since, fate } of found)
      write.run(fate.kind, fate.commits, fate.share, row, path, since);
    database.exec("UPDATE cites SET looked = 1 WHERE looked = 2");
    writeFact(index, "head", head);
  });
}
