// `{a,b}` in a word: one field for each choice. Bounded: beyond the bound the rest of the word counts as unknown.

import { ANY_TEXT, BRACE_CLOSES, BRACE_COMMA, BRACE_OPENS, UNKNOWN } from "../shell/pattern-sentinels.ts";

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
