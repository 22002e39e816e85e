import type { Standing } from "../../memory/memory.ts";
import { STANDINGS } from "../../memory/memory.ts";
import type { SearchIndex } from "./open-index.ts";

/** How many memories have each standing, as far as the index knows: numbers for a line, never a reason to show. */
export function countStandings({ database }: SearchIndex): Record<Standing, number> {
  const rows = database.prepare("SELECT standing, count(*) AS number FROM memories GROUP BY standing").all();
  const numberOf = (standing: Standing): number =>
    Number(rows.find((row) => row["standing"] === standing)?.["number"] ?? 0);
  const [verified, inferred, foreign, quarantined, retired] = STANDINGS.map(numberOf);
  return {
    verified: verified ?? 0,
    inferred: inferred ?? 0,
    foreign: foreign ?? 0,
    quarantined: quarantined ?? 0,
    retired: retired ?? 0,
  };
}
