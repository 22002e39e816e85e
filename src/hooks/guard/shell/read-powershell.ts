// Takes PowerShell apart: statements, their arguments, where their output goes. Blocks and parentheses are statements of
// their own, as if all of them ran: what may run is judged. A backslash separates the names of a path, so it becomes a slash.

export type PowershellPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "nested"; readonly statements: readonly PowershellStatement[] };

export type PowershellWord = { readonly parts: readonly PowershellPart[]; readonly isQuoted: boolean };

export type PowershellStatement = {
  /** A list with commas is one argument of several words. */
  readonly args: readonly (readonly PowershellWord[])[];
  readonly outputs: readonly PowershellWord[];
  /** What it gives goes into the next one. */
  readonly isPiped: boolean;
  /** As it was written, with slashes. */
  readonly text: string;
};

const DEPTH_MAX = 24;
const SEPARATORS = ["||", "&&", "|", ";", "\n"];
const ENDS_WORD = /[\s;|&,)}>]/;
const REDIRECT = /[\d*]?>{1,2}(?:&\d)?/y;
const VARIABLE = /\$(?:\{([^}\n]{1,128})\}|((?:env:)?\w{1,64}|[_?^$]))/iy;

/** @returns null when the text is nested beyond all use. */
export function readPowershell(text: string): readonly PowershellStatement[] | null {
  const cursor = { text, at: 0, isTooDeep: false };
  const statements = readStatements(cursor, "", 0);
  return cursor.isTooDeep ? null : statements;
}

type Cursor = { readonly text: string; at: number; isTooDeep: boolean };

type Draft = { args: PowershellWord[][]; outputs: PowershellWord[]; start: number; isList: boolean };

function readStatements(cursor: Cursor, close: string, depth: number): PowershellStatement[] {
  const { text } = cursor;
  const done: PowershellStatement[] = [];
  if (depth > DEPTH_MAX) cursor.isTooDeep = true;
  let draft: Draft = { args: [], outputs: [], start: cursor.at, isList: false };
  const end = (isPiped: boolean, width: number): void => {
    const { args, outputs, start } = draft;
    if (args.length + outputs.length > 0)
      done.push({ args, outputs, isPiped, text: text.slice(start, cursor.at).replaceAll("\\", "/") });
    cursor.at += width;
    draft = { args: [], outputs: [], start: cursor.at, isList: false };
  };
  while (cursor.at < text.length && !cursor.isTooDeep) {
    const char = text.charAt(cursor.at);
    if (char === close) break;
    const separator = SEPARATORS.find((each) => text.startsWith(each, cursor.at));
    if (separator !== undefined) end(separator === "|", separator.length);
    else if (!skipComment(cursor) && !readRedirect(cursor, draft, depth)) readArgument(cursor, draft, depth);
  }
  end(false, 1);
  return done;
}

/** A line break stays, since it ends the statement. */
function skipComment(cursor: Cursor): boolean {
  const { text, at } = cursor;
  const isBlock = text.startsWith("<#", at);
  if (!isBlock && text.charAt(at) !== "#") return false;
  const found = text.indexOf(isBlock ? "#>" : "\n", at);
  cursor.at = found === -1 ? text.length : found + (isBlock ? 2 : 0);
  return true;
}

function readRedirect(cursor: Cursor, draft: Draft, depth: number): boolean {
  REDIRECT.lastIndex = cursor.at;
  const operator = REDIRECT.exec(cursor.text)?.[0];
  if (operator === undefined) return false;
  cursor.at += operator.length;
  if (operator.includes("&")) return true;
  while (cursor.text.charAt(cursor.at) === " ") cursor.at += 1;
  draft.outputs.push(readWord(cursor, depth));
  return true;
}

function readArgument(cursor: Cursor, draft: Draft, depth: number): void {
  const char = cursor.text.charAt(cursor.at);
  if (char === ",") draft.isList = true;
  // The sign of a call, a space, a bracket that closes nothing.
  if (ENDS_WORD.test(char)) {
    cursor.at += 1;
    return;
  }
  if (cursor.text.startsWith("`\n", cursor.at)) {
    cursor.at += 2;
    return;
  }
  const word = readWord(cursor, depth);
  const last = draft.args.at(-1);
  if (draft.isList && last !== undefined) last.push(word);
  else draft.args.push([word]);
  draft.isList = false;
}

function readWord(cursor: Cursor, depth: number): PowershellWord {
  const parts: PowershellPart[] = [];
  const { text } = cursor;
  let isQuoted = false;
  while (cursor.at < text.length && !ENDS_WORD.test(text.charAt(cursor.at))) {
    const char = text.charAt(cursor.at);
    if (/@["']/y.test(text.slice(cursor.at, cursor.at + 2))) {
      parts.push(readHereString(cursor));
      isQuoted = true;
    } else if (char === "'" || char === '"') {
      isQuoted = true;
      readQuoted(cursor, char, { parts, depth });
    } else if (char === "(" || char === "{") parts.push(readNested(cursor, depth));
    else if (char === "@" && /[({]/.test(text.charAt(cursor.at + 1))) cursor.at += 1;
    else if (char === "$") readVariable(cursor, parts, depth);
    else {
      if (char === "`") cursor.at += 1;
      addText(parts, text.charAt(cursor.at));
      cursor.at += 1;
    }
  }
  return { parts, isQuoted };
}

function addText(parts: PowershellPart[], text: string): void {
  const last = parts.at(-1);
  const slashed = text.replaceAll("\\", "/");
  if (last?.kind === "text") parts[parts.length - 1] = { kind: "text", text: last.text + slashed };
  else parts.push({ kind: "text", text: slashed });
}

/** At its opening bracket. */
function readNested(cursor: Cursor, depth: number): PowershellPart {
  const close = cursor.text.charAt(cursor.at) === "(" ? ")" : "}";
  cursor.at += 1;
  return { kind: "nested", statements: readStatements(cursor, close, depth + 1) };
}

function readHereString(cursor: Cursor): PowershellPart {
  const closing = `\n${cursor.text.charAt(cursor.at + 1)}@`;
  const end = cursor.text.indexOf(closing, cursor.at);
  const body = cursor.text.slice(cursor.at + 2, end === -1 ? cursor.text.length : end);
  cursor.at = end === -1 ? cursor.text.length : end + closing.length;
  return { kind: "text", text: body.trim() };
}

function readQuoted(
  cursor: Cursor,
  quote: string,
  { parts, depth }: { readonly parts: PowershellPart[]; readonly depth: number },
): void {
  const { text } = cursor;
  cursor.at += 1;
  addText(parts, "");
  while (cursor.at < text.length) {
    const char = text.charAt(cursor.at);
    const isDoubled = char === quote && text.charAt(cursor.at + 1) === quote;
    if (char === quote && !isDoubled) break;
    if (quote === '"' && char === "$") readVariable(cursor, parts, depth);
    else {
      if (isDoubled || (quote === '"' && char === "`")) cursor.at += 1;
      addText(parts, text.charAt(cursor.at));
      cursor.at += 1;
    }
  }
  cursor.at += 1;
}

function readVariable(cursor: Cursor, parts: PowershellPart[], depth: number): void {
  const { text } = cursor;
  if (text.charAt(cursor.at + 1) === "(") {
    cursor.at += 1;
    parts.push(readNested(cursor, depth));
    return;
  }
  VARIABLE.lastIndex = cursor.at;
  const found = VARIABLE.exec(text);
  if (found === null) addText(parts, "$");
  else parts.push({ kind: "variable", name: (found[1] ?? found[2] ?? "").toLowerCase() });
  cursor.at += found?.[0].length ?? 1;
}
