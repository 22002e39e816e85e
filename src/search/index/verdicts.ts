// Which memories the injection check of these rules has nothing to say about, so that not all of them are judged again whenever
// somebody asks what waits. Whoever can write to the cache can hide a finding here, as they could hide the memory; whatever is
// shown or signed is judged anew.

import { type SearchIndex, transact } from "./open-index.ts";

export type Judged = {
  readonly id: string;
  readonly digest: string | null;
  readonly isFlagged: boolean;
};

const IS_KNOWN = "v.file = m.file AND v.standing = m.standing AND v.rules = ?";

/** Those in use that are flagged, or that nobody has judged as they are. */
export function readUnclean({ database }: SearchIndex, rules: number): string[] {
  const rows = database
    .prepare(
      `SELECT m.id FROM memories m LEFT JOIN verdicts v ON v.row = m.row AND ${IS_KNOWN}
       WHERE m.searchable = 1 AND coalesce(v.flagged, 1) = 1`,
    )
    .all(rules);
  return rows.map(({ id }) => String(id));
}

/** Only of rows that are about the same text, and old enough that a change of it would be seen. */
export function keepVerdicts(index: SearchIndex, judged: readonly Judged[], rules: number): void {
  if (judged.length === 0) return;
  transact(index, () => {
    const keep = index.database.prepare(
      `INSERT OR REPLACE INTO verdicts SELECT row, file, standing, ?, ? FROM memories
       WHERE id = ? AND digest = ? AND searchable = 1 AND young = 0`,
    );
    for (const { id, digest, isFlagged } of judged) keep.run(rules, Number(isFlagged), id, digest);
  });
}
