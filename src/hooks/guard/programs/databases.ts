// Clients of databases: their queries and commands can write files and read them. They are not understood, only searched for
// names and words, like other code.

import type { Denial } from "../fence/guarded-paths.ts";
import { words } from "../shell/arguments.ts";
import { judgeCode } from "./code.ts";
import { firstDenial, type Run } from "./run.ts";

const CLIENTS = new Set(words("sqlite3 sqlite psql mysql mariadb duckdb usql sqlcmd"));

/** `.output FILE`, `\\o FILE`, `\\copy … TO`, `INTO OUTFILE`, `VACUUM INTO`, `writefile()`, a shell. */
const WRITES =
  /\.(?:output|once|log|backup|save|clone|excel|open|archive|ar|shell|system)\b|\\(?:o|out|g|gx|w|!)|\bcopy\b[^;]{0,1000}\bto\b|\binto\s{1,20}(?:out|dump)file\b|\bvacuum\b[^;]{0,100}\binto\b|writefile|\bexport\b|\btee\b/i;

export function judgeDatabase(program: string, args: readonly string[], run: Run): Denial | null {
  if (!CLIENTS.has(program)) return null;
  const texts = [...args.filter((arg) => /[\s(]/.test(arg)), run.stdin ?? ""];
  return firstDenial(texts, (text) => judgeCode(text, run.state, { writes: WRITES.test(text) }));
}
