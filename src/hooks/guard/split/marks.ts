// Marks are characters that stand for what a shell would put in their place. They come from a private range, so that a
// quoted star stays a star. A text that brings a mark of its own is read as a pattern, which only denies more.

/** `*` in a pattern. */
const ANY_TEXT = "\uE000";
/** `?` or `[…]` in a pattern. */
const ANY_CHARACTER = "\uE001";
/** A text that is known only when the command runs. */
export const UNKNOWN = "\uE002";
/** White space in an unquoted value, at which a shell splits it. */
export const FIELD_ENDS = "\uE008";

const BRACE_COMMA = "\uE006";
const PLAIN_SIGNS = "*?[]{},";
const MARKS = `${ANY_TEXT}${ANY_CHARACTER}\uE003\uE004\uE005\uE007${BRACE_COMMA}`;

function markSigns(text: string, signs: RegExp): string {
  return text.replaceAll(signs, (sign) => MARKS[PLAIN_SIGNS.indexOf(sign)] ?? sign);
}

/** Unquoted text: its pattern characters act. */
export function activate(text: string): string {
  return markSigns(text, /[*?[\]{},]/g);
}

/** An unquoted value: its patterns act and its white space splits, but its braces are plain. */
export function activateValue(text: string): string {
  return markSigns(text, /[*?[\]]/g).replaceAll(/[ \t\n]/g, FIELD_ENDS);
}

/** Quoted text that a program itself reads as a pattern. */
export function activateGlobs(text: string): string {
  return settle(markSigns(text, /[*?[\]]/g));
}

/** A character class becomes one unknown character, and a mark without meaning becomes plain again. */
export function settle(text: string): string {
  return text
    .replaceAll(/\uE003[^\uE003\uE004/]{1,64}\uE004/g, ANY_CHARACTER)
    .replaceAll(/[\uE003-\uE007]/g, (mark) => PLAIN_SIGNS[MARKS.indexOf(mark)] ?? mark);
}

export function hasMark(text: string): boolean {
  return /[\uE000-\uE002]/.test(text);
}

export function isPattern(name: string): boolean {
  return name.includes(ANY_TEXT) || name.includes(ANY_CHARACTER);
}

/** `**`, a pattern for any number of names. */
export function isAnyDepth(name: string): boolean {
  return name.length > 1 && [...name].every((character) => character === ANY_TEXT);
}

/** Does a pattern match a whole name? A leading dot is matched by a dot only, unless `dots` says otherwise. */
export function matchName(pattern: string, text: string, dots: boolean): boolean {
  if (!isPattern(pattern)) return pattern === text;
  if (!dots && text.startsWith(".") && !pattern.startsWith(".")) return false;
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (from < text.length) {
    if (pattern[at] === ANY_TEXT) {
      [star, mark] = [at, from];
      at += 1;
    } else if (pattern[at] === ANY_CHARACTER || pattern[at] === text[from]) {
      at += 1;
      from += 1;
    } else if (star !== -1) {
      mark += 1;
      [at, from] = [star + 1, mark];
    } else return false;
  }
  while (pattern[at] === ANY_TEXT) at += 1;
  return at === pattern.length;
}

// `{a,b}` in a word is one field per choice. Beyond the bounds the rest of the word counts as unknown.

const FIELDS_MAX = 64;
const ROUNDS_MAX = 12;
/** Longer words are no paths, and their braces are left alone. */
const WORD_CHARS_MAX = 4_096;
/** A pair of braces without braces in it. */
const GROUP = /\uE005([^\uE005\uE007]*)\uE007/;

export function expandBraces(text: string): readonly string[] {
  if (text.length > WORD_CHARS_MAX || !GROUP.test(text)) return [text];
  let fields: readonly string[] = [text];
  for (let round = 0; round < ROUNDS_MAX && fields.length < FIELDS_MAX; round += 1)
    fields = fields.flatMap(expandGroup);
  return fields.map((field) => field.replace(/\uE005[^\uE005\uE007]*\uE007.*$/s, UNKNOWN));
}

function expandGroup(text: string): readonly string[] {
  const [whole = "", inside = ""] = GROUP.exec(text) ?? [];
  if (whole === "") return [text];
  const at = text.indexOf(whole);
  // A sequence such as {1..9}, or braces that choose nothing.
  const only = inside.includes("..") ? ANY_TEXT : `{${inside}}`;
  const choices = inside.includes(BRACE_COMMA) ? inside.split(BRACE_COMMA) : [only];
  return [...new Set(choices.map((choice) => text.slice(0, at) + choice + text.slice(at + whole.length)))];
}
