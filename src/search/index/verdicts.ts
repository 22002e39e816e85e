// What the injection check says of the memories in use, so that not all of them are judged again whenever somebody asks what
// waits. Under new rules each is judged once more, a few at a time, and what the rules before found in it counts until then:
// no finding is gone because nobody had the time to look. Whoever can write to the cache can hide a finding here, as they
// could hide the memory; whatever is shown or signed is judged anew.

import { parseJson } from "../../memory/json.ts";
import type { Wording } from "../../memory/wording.ts";
import { prepareOnce, readFact, type SearchIndex, transact, writeFact } from "./open-index.ts";
import { KNOWN_COLUMNS, type KnownFile, toKnownFile } from "./reader.ts";

export type Judged = {
  readonly id: string;
  readonly digest: string | null;
  readonly wording: Wording;
  /** Somebody took all of them on. */
  readonly isTaken: boolean;
};

const IS_SAME = "v.file = m.file AND v.standing = m.standing";
/** What its standing lets be shown, whether or not a finding withholds it: the latter is not searchable. */
const STANDS = "standing IN ('verified', 'inferred') AND status = 'active'";
const STANDS_HERE = "m.standing IN ('verified', 'inferred') AND m.status = 'active'";

/** Those in use that nobody has judged as they are by these rules, facts first. */
export function readUnjudged({ database }: SearchIndex, rules: number, limit: number): string[] {
  const rows = database
    .prepare(
      `SELECT m.id FROM memories m LEFT JOIN verdicts v ON v.row = m.row AND ${IS_SAME} AND v.rules = ?
       WHERE ${STANDS_HERE} AND v.row IS NULL ORDER BY m.standing = 'verified' DESC LIMIT ?`,
    )
    .all(rules, limit);
  return rows.map(({ id }) => String(id));
}

/** Where somebody took on all that was found, and nothing was said about it since. */
const IS_TAKEN = "v.open = 0 AND v.attest = m.attest";

/** What is known to be found in those that are flagged, by id, whichever rules found it last. */
export function readFlagged({ database }: SearchIndex): Map<string, readonly string[]> {
  const rows = database
    .prepare(
      `SELECT m.id, v.flags FROM verdicts v JOIN memories m ON v.row = m.row
       WHERE v.flags <> '[]' AND ${STANDS_HERE} AND ${IS_SAME} AND NOT (${IS_TAKEN})`,
    )
    .all();
  return new Map(
    rows.map(({ id, flags }) => {
      const found = parseJson(String(flags));
      return [String(id), Array.isArray(found) ? found.map(String) : []];
    }),
  );
}

/** Whether one is among them. */
export function hasOpenFinding(index: SearchIndex, id: string): boolean {
  const found = prepareOnce(
    index,
    `SELECT 1 FROM memories m JOIN verdicts v ON v.row = m.row
     WHERE m.id = ? AND v.flags <> '[]' AND ${STANDS_HERE} AND ${IS_SAME} AND NOT (${IS_TAKEN})`,
  );
  return found.get(id) !== undefined;
}

/** Those of them of which the statements that were there tell that nobody took it on. */
export function readOpen({ database }: SearchIndex): KnownFile[] {
  return database
    .prepare(
      `SELECT ${KNOWN_COLUMNS} FROM memories WHERE row IN (
         SELECT m.row FROM verdicts v JOIN memories m ON v.row = m.row
         WHERE v.flags <> '[]' AND v.open = 1 AND v.attest = m.attest AND ${STANDS_HERE} AND ${IS_SAME})
       AND queued IS NULL`,
    )
    .all()
    .map(toKnownFile);
}

/** Only of rows that are about the same text, and old enough that a change of it would be seen. */
export function keepVerdicts(index: SearchIndex, judged: readonly Judged[], rules: number): void {
  if (judged.length === 0) return;
  transact(index, () => {
    const keep = index.database.prepare(
      `INSERT OR REPLACE INTO verdicts SELECT row, file, attest, standing, ?, ?, ? FROM memories
       WHERE id = ? AND digest = ? AND ${STANDS} AND young = 0`,
    );
    for (const { id, digest, wording, isTaken } of judged) {
      keep.run(rules, JSON.stringify(wording.rules), Number(!isTaken), id, digest);
      if (digest !== null) keepWording(index, { id, digest, wording, rules });
    }
  });
}

// What was found in the text of an id, whoever looks at it: of this very text, so no date of a file decides.

export type KeptWording = {
  readonly id: string;
  readonly digest: string;
  readonly wording: Wording;
  readonly rules: number;
};

/** A row that was written before this was known is put in line: words of what is withheld are not searched. */
export function keepWording(index: SearchIndex, { id, digest, wording, rules }: KeptWording): void {
  prepareOnce(index, "INSERT OR REPLACE INTO wordings VALUES (?, ?, ?, ?)").run(
    ...[id, digest, rules, JSON.stringify(wording)],
  );
  prepareOnce(
    index,
    `UPDATE memories SET queued = 1 WHERE id = ? AND digest = ? AND standing = 'inferred' AND status = 'active'
     AND searchable = ?`,
  ).run(id, digest, Number(wording.strong.length > 0));
}

/** By whichever rules. @returns null where nobody judged it, or the row says nothing that can be read. */
export function readWording(
  index: SearchIndex,
  { id, digest }: Pick<KeptWording, "id" | "digest">,
): Pick<KeptWording, "wording" | "rules"> | null {
  const row = prepareOnce(index, "SELECT rules, wording FROM wordings WHERE id = ? AND digest = ?").get(
    id,
    digest,
  );
  const wording = row === undefined ? null : toWording(parseJson(String(row["wording"])));
  return wording === null ? null : { wording, rules: Number(row?.["rules"]) };
}

/** All of those in which these rules found something. */
export function readWordings({ database }: SearchIndex, rules: number): Omit<KeptWording, "rules">[] {
  const rows = database
    .prepare("SELECT id, digest, wording FROM wordings WHERE rules = ? AND wording NOT LIKE '%\"rules\":[]%'")
    .all(rules);
  return rows.flatMap(({ id, digest, wording: text }) => {
    const wording = toWording(parseJson(String(text)));
    return wording === null ? [] : [{ id: String(id), digest: String(digest), wording }];
  });
}

function toWording(value: unknown): Wording | null {
  if (typeof value !== "object" || value === null) return null;
  const { rules, strong, what }: { rules?: unknown; strong?: unknown; what?: unknown } = value;
  if (!Array.isArray(rules) || !Array.isArray(strong)) return null;
  return {
    rules: rules.map(String),
    strong: strong.map(String),
    what: typeof what === "string" ? what : null,
  };
}

/** Was everything that was in use judged by these rules at some time? What came since is judged by the commands that list it. */
export function wereAllJudged(index: SearchIndex, rules: number): boolean {
  return readFact(index, "judged") === String(rules);
}

export function noteAllJudged(index: SearchIndex, rules: number): void {
  if (!wereAllJudged(index, rules)) transact(index, () => writeFact(index, "judged", String(rules)));
}
