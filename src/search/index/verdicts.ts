// What the injection check of these rules says of the memories in use, so that not all of them are judged again whenever
// somebody asks what waits. Whoever can write to the cache can hide a finding here, as they could hide the memory; whatever is
// shown or signed is judged anew.

import { parseJson } from "../../memory/json.ts";
import { type SearchIndex, transact } from "./open-index.ts";

export type Judged = {
  readonly id: string;
  readonly digest: string | null;
  /** Rule ids. */
  readonly flags: readonly string[];
};

const IS_KNOWN = "v.file = m.file AND v.standing = m.standing AND v.rules = ?";

/** Those in use that nobody has judged as they are. */
export function readUnjudged({ database }: SearchIndex, rules: number, limit: number): string[] {
  const rows = database
    .prepare(
      `SELECT m.id FROM memories m LEFT JOIN verdicts v ON v.row = m.row AND ${IS_KNOWN}
       WHERE m.searchable = 1 AND v.row IS NULL LIMIT ?`,
    )
    .all(rules, limit);
  return rows.map(({ id }) => String(id));
}

/** What is known to be found in those that are flagged, by id. */
export function readFlagged({ database }: SearchIndex, rules: number): Map<string, readonly string[]> {
  const rows = database
    .prepare(
      `SELECT m.id, v.flags FROM verdicts v JOIN memories m ON v.row = m.row
       WHERE v.flags <> '[]' AND m.searchable = 1 AND ${IS_KNOWN}`,
    )
    .all(rules);
  return new Map(
    rows.map(({ id, flags }) => {
      const found = parseJson(String(flags));
      return [String(id), Array.isArray(found) ? found.map(String) : []];
    }),
  );
}

/** Only of rows that are about the same text, and old enough that a change of it would be seen. */
export function keepVerdicts(index: SearchIndex, judged: readonly Judged[], rules: number): void {
  if (judged.length === 0) return;
  transact(index, () => {
    const keep = index.database.prepare(
      `INSERT OR REPLACE INTO verdicts SELECT row, file, standing, ?, ? FROM memories
       WHERE id = ? AND digest = ? AND searchable = 1 AND young = 0`,
    );
    for (const { id, digest, flags } of judged) keep.run(rules, JSON.stringify(flags), id, digest);
  });
}
