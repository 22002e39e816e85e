// Which of those that the page tells more about, such as all that waits, say nearly the same by their descriptions. Suspects to
// filter by, not verdicts.

import { findDuplicates, findSame } from "../../audit/find-duplicates.ts";
import { keyOf } from "../../survey/record.ts";
import { keep, type PageCache } from "./cache.ts";
import type { Surveyed } from "./survey.ts";

/** As long as the value of a filter. */
const NAME_CHARS = 60;

/** @returns for the key of each that is like another one the id of the first of them. */
export function nameAlike(cache: PageCache, { told }: Surveyed): ReadonlyMap<string, string> {
  return keep(cache, "alike", () => {
    const described = told
      .filter(({ row }) => row.description !== "")
      .map((each) => ({ of: each, description: each.row.description }));
    const groups = [...findDuplicates(described).groups, ...findSame(described)];
    const named = groups.flatMap(({ members }) => {
      const [first = ""] = members.map(({ id }) => id).sort();
      return members.map(({ root, id }) => [keyOf(root, id), first.slice(0, NAME_CHARS)] as const);
    });
    return new Map(named);
  });
}
