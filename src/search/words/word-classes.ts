// Other words for a word. A memory that says `repository` answers a prompt that says `repo`, at a discount: what was really
// said counts more.

import { LIKE_MEANING_TABLE, SHORT_FORM_TABLE } from "./word-class-tables.ts";

/** Both by stem, none of them the stem itself. */
export function findShortForms(stem: string): readonly string[] {
  return SHORT_FORM_TABLE.get(stem)?.split(" ") ?? [];
}

export function findLikeMeanings(stem: string): readonly string[] {
  return LIKE_MEANING_TABLE.get(stem)?.split(" ") ?? [];
}
