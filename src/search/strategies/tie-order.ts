// Which of equally good hits comes first: verified before inferred, then by category, then the newer, then the project's.

import { CATEGORIES } from "../../memory/memory.ts";
import type { IndexRow } from "../row.ts";

export type Ranked = {
  readonly row: IndexRow;
  readonly score: number;
  /** The place of its root among those searched; the project's comes first. */
  readonly root: number;
};

export function compareHits(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    standingOrder(a.row) - standingOrder(b.row) ||
    categoryOrder(a.row) - categoryOrder(b.row) ||
    b.row.time - a.row.time ||
    a.root - b.root ||
    (a.row.id < b.row.id ? -1 : Number(a.row.id > b.row.id))
  );
}

function standingOrder({ standing }: IndexRow): number {
  return standing === "verified" ? 0 : 1;
}

function categoryOrder({ category }: IndexRow): number {
  return category === null ? CATEGORIES.length : CATEGORIES.indexOf(category);
}
