// What a record of another tool says, fitted to what our fields take; a title and a description for a text that has none,
// made from its own words. The body is never cut: one that is too long is refused.

import { sanitizeField } from "../../../memory/file/draft.ts";
import {
  DESCRIPTION_CHARS_MAX,
  NAME_CHARS_MAX,
  RELATED_FILE_CHARS_MAX,
  RELATED_FILES_MAX,
  SESSION_CHARS_MAX,
} from "../../../memory/limits.ts";
import { sanitizeLine } from "../../../memory/text/sanitize.ts";

/** How much of a text is looked at for them. */
const LOOKED_AT_CHARS = 4_000;

export function findHeading(text: string): string | null {
  for (const line of text.slice(0, LOOKED_AT_CHARS).split("\n")) {
    const heading = /^#{1,6} (.{1,500})$/.exec(line.trimEnd())?.[1];
    if (heading !== undefined) return heading.replace(/[ #]{1,20}$/, "");
  }
  return null;
}

/** The first words that are neither a heading nor a mark. */
export function firstWords(text: string): string {
  for (const line of text.slice(0, LOOKED_AT_CHARS).split("\n")) {
    if (line.startsWith("#") || line.startsWith("```")) continue;
    const words = line
      .replace(/^[\s>*_`-]{0,20}/, "")
      .replaceAll(/[*_`]/g, "")
      .trim();
    if (words !== "") return words;
  }
  return "";
}

export function fitName(...candidates: readonly (string | null | undefined)[]): string {
  return fit(candidates, NAME_CHARS_MAX, 2);
}

export function fitDescription(...candidates: readonly (string | null | undefined)[]): string {
  return fit(candidates, DESCRIPTION_CHARS_MAX, 1);
}

/** A path that was cut would lead nowhere, so those that are too long are left out. */
export function fitFiles(paths: readonly string[]): string[] {
  return [...new Set(paths)]
    .filter((path) => path.length <= RELATED_FILE_CHARS_MAX)
    .slice(0, RELATED_FILES_MAX);
}

export function fitSession(session: string | null): string | null {
  return session === null || session === "" || session.length > SESSION_CHARS_MAX ? null : session;
}

/** The first that is long enough once it is cleaned. Cut where it must be, else as it was: a person sees what was hidden. */
function fit(candidates: readonly (string | null | undefined)[], charsMax: number, charsMin: number): string {
  for (const candidate of candidates) {
    const chars = [...sanitizeField(candidate ?? "")].length;
    if (candidate && chars >= charsMin)
      return chars <= charsMax ? candidate : sanitizeLine(candidate, charsMax);
  }
  return "without a title";
}
