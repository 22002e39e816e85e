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
const BRACE_OPENS = "\uE005";
const BRACE_COMMA = "\uE006";
const BRACE_CLOSES = "\uE007";
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

// `{a,b}` in a word: one field for each choice. Bounded: beyond the bound the rest of the word counts as unknown.

const FIELDS_MAX = 64;
const ROUNDS_MAX = 12;
/** Longer words are no paths; their braces are left alone. */
const WORD_CHARS_MAX = 4_096;

type Group = { readonly from: number; readonly to: number; readonly commas: readonly number[] };

export function expandBraces(text: string): readonly string[] {
  if (text.length > WORD_CHARS_MAX || !text.includes(BRACE_OPENS)) return [text];
  let fields: readonly string[] = [text];
  for (let round = 0; fields.some((field) => findGroup(field) !== null); round += 1) {
    const isFull = round >= ROUNDS_MAX || fields.length >= FIELDS_MAX;
    fields = fields.flatMap((field) => expandFirst(field, isFull)).slice(0, FIELDS_MAX * 16);
  }
  return fields;
}

function expandFirst(text: string, isFull: boolean): readonly string[] {
  const group = findGroup(text);
  if (group === null) return [text];
  const [before, behind] = [text.slice(0, group.from), text.slice(group.to + 1)];
  if (isFull) return [before + UNKNOWN];
  // A sequence such as {1..9}.
  if (group.commas.length === 0) return [before + ANY_TEXT + behind];
  const ends = [...group.commas, group.to];
  return ends.map((end, index) => before + text.slice((ends[index - 1] ?? group.from) + 1, end) + behind);
}

/** The first pair of braces with a comma of its own, or with a sequence. */
function findGroup(text: string): Group | null {
  const open: { from: number; commas: number[] }[] = [];
  let first: Group | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const next = text[at];
    if (next === BRACE_OPENS) open.push({ from: at, commas: [] });
    else if (next === BRACE_COMMA) open.at(-1)?.commas.push(at);
    else if (next === BRACE_CLOSES) {
      const group = open.pop();
      if (group === undefined) continue;
      const isGroup = group.commas.length > 0 || text.slice(group.from, at).includes("..");
      if (isGroup && (first === null || group.from < first.from)) first = { ...group, to: at };
    }
  }
  return first;
}
