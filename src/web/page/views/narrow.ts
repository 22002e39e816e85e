// Narrowing the queue down, which is here as a whole; the list of all memories is narrowed down by the server.

import type { ListView, QueueItem } from "../../../app/page/views.ts";
import type { Filter } from "./use-windows.ts";

const DAY_MS = 86_400_000;

type FacetName = keyof ListView["facets"];

const VALUES: Readonly<Record<FacetName, (item: QueueItem) => readonly (string | null)[]>> = {
  standing: ({ standing }) => [standing],
  type: ({ type }) => [type],
  category: ({ category }) => [category],
  tag: ({ tags }) => tags,
  author: ({ author }) => [author],
  flagged: ({ flagged }) => [flagged === null ? null : "yes"],
  alike: ({ alike }) => [alike],
};

const NAMES: readonly FacetName[] = ["standing", "type", "category", "tag", "author", "flagged", "alike"];

export function isIn(filter: Filter, item: QueueItem): boolean {
  const { days, older } = filter;
  const age = (Date.now() - Date.parse(item.createdAt ?? "")) / DAY_MS;
  const isOf = (name: FacetName): boolean =>
    filter[name] === null || VALUES[name](item).includes(filter[name]);
  // Of one without a date nobody knows how old it is.
  return NAMES.every(isOf) && (days === null || age <= days) && (older === null || age > older);
}

export function countFacets(items: readonly QueueItem[]): ListView["facets"] {
  const count = (name: FacetName): ListView["facets"][FacetName] => {
    const values = items.flatMap((item) => VALUES[name](item)).filter((value) => value !== null);
    return [...Map.groupBy(values, (value) => value)]
      .map(([value, found]) => ({ value, count: found.length }))
      .sort((a, b) => b.count - a.count);
  };
  return {
    ...{ standing: count("standing"), type: count("type"), category: count("category"), tag: count("tag") },
    ...{ author: count("author"), flagged: count("flagged"), alike: count("alike") },
  };
}
