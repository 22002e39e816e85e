// What a memory is called where somebody gave only its text: a title and a summary out of its own words, and the type that
// its first words suggest. The text itself is the body, word for word. Whoever signs it sees all of it first.

import { DESCRIPTION_CHARS_MAX } from "../limits.ts";
import type { MemoryType } from "../memory.ts";
import { sanitizeLine } from "../text/sanitize.ts";

export type DerivedDraft = {
  readonly type: MemoryType;
  readonly name: string;
  readonly description: string;
};

const TITLE_CHARS = 60;

/** In this order: the first that fits. */
const TYPES: readonly (readonly [RegExp, MemoryType])[] = [
  [/^(?:i|i'm|i’m|my)\b/i, "user"],
  [/^(?:always|never|don't|don’t|do not|prefer|avoid|please|stop|use)\b/i, "feedback"],
  [/https?:\/\//i, "reference"],
];

export function deriveDraft(text: string): DerivedDraft {
  const first = sanitizeLine(firstSentence(text), DESCRIPTION_CHARS_MAX);
  const plain = first.replace(/^[#>*\-\s]+/, "");
  return {
    type: TYPES.find(([pattern]) => pattern.test(plain))?.[1] ?? "project",
    name: cutAtWord(plain.replace(/[.!?:;,\s]+$/, ""), TITLE_CHARS),
    description: cutAtWord(plain, DESCRIPTION_CHARS_MAX),
  };
}

/** Its first line that says something, up to the end of a sentence. */
function firstSentence(text: string): string {
  const line = text.split("\n").find((each) => /[\p{L}\p{N}]/u.test(each)) ?? "";
  const end = /[.!?](?=\s+\p{Lu})/u.exec(line);
  return end === null ? line : line.slice(0, end.index + 1);
}

function cutAtWord(text: string, charsMax: number): string {
  const chars = [...text];
  if (chars.length <= charsMax) return text;
  const cut = chars.slice(0, charsMax - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${(space > charsMax / 2 ? cut.slice(0, space) : cut).replace(/[\s.,:;]+$/, "")}…`;
}
