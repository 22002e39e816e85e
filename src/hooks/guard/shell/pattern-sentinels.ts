// Marks: characters that stand for what a shell would put in their place. They come from a private range, so that a
// quoted star stays a star. A text that brings one of them itself is read as a pattern, which only denies more.

/** `*` in a pattern. */
export const ANY_TEXT = "\uE000";
/** `?` or `[…]` in a pattern. */
export const ANY_CHARACTER = "\uE001";
/** What nobody can know before the command runs. */
export const UNKNOWN = "\uE002";
const CLASS_OPENS = "\uE003";
const CLASS_CLOSES = "\uE004";
export const BRACE_OPENS = "\uE005";
export const BRACE_COMMA = "\uE006";
export const BRACE_CLOSES = "\uE007";
/** White space in an unquoted value, where a shell splits it. */
export const FIELD_ENDS = "\uE008";
/** Before what `<(…)` prints: the word names a file that holds it. */
export const PRINTED = "\uE009";

const ACTIVE: ReadonlyMap<string, string> = new Map([
  ["*", ANY_TEXT],
  ["?", ANY_CHARACTER],
  ["[", CLASS_OPENS],
  ["]", CLASS_CLOSES],
  ["{", BRACE_OPENS],
  [",", BRACE_COMMA],
  ["}", BRACE_CLOSES],
]);

const PLAIN: ReadonlyMap<string, string> = new Map(
  [...ACTIVE].filter(([plain]) => plain !== "*" && plain !== "?").map(([plain, mark]) => [mark, plain]),
);

/** Unquoted text: its pattern characters act. */
export function activate(text: string): string {
  return text.replaceAll(/[*?[\]{},]/g, (plain) => ACTIVE.get(plain) ?? plain);
}

/** An unquoted value: its patterns act and its white space splits, but its braces are plain. */
export function activateValue(text: string): string {
  return text
    .replaceAll(/[*?[\]]/g, (plain) => ACTIVE.get(plain) ?? plain)
    .replaceAll(/[ \t\n]/g, FIELD_ENDS);
}

/** Quoted text that a program itself reads as a pattern. */
export function activateGlobs(text: string): string {
  return settle(text.replaceAll(/[*?[\]]/g, (plain) => ACTIVE.get(plain) ?? plain));
}

/** Character classes become one unknown character; marks that turned out to mean nothing become plain again. */
export function settle(text: string): string {
  return text
    .replaceAll(/\uE003[^\uE003\uE004/]{1,64}\uE004/g, ANY_CHARACTER)
    .replaceAll(/[\uE003-\uE007]/g, (mark) => PLAIN.get(mark) ?? mark);
}

export function hasMark(text: string): boolean {
  return /[\uE000-\uE002]/.test(text);
}
