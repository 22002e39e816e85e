// TOML as statements with their offsets, so that a file can be changed in one place and stay the same everywhere else.
// Values are not interpreted; only their ends matter.

export type Statement = {
  /** The table that the statement opens or belongs to. */
  readonly table: readonly string[];
  /** Null for a line that opens a table. */
  readonly key: readonly string[] | null;
  /** True when it opens another table of a list. */
  readonly isList: boolean;
  readonly value: string;
  readonly valueAt: number | null;
  /** Whole lines, including the last line end. */
  readonly start: number;
  readonly end: number;
};

const PART = /[\w-]+|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'/g;
const BLANK = /(?:[ \t]*(?:#[^\n]*)?\n|[ \t]*\r\n)*(?:[ \t]*(?:#[^\n]*)?$)?/y;
const HEADER =
  /[ \t]*(\[\[?)[ \t]*((?:[\w-]|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|[ \t]{0,8}\.[ \t]{0,8})+)[ \t]*\]\]?[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const KEY = /[ \t]*((?:[\w-]|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|[ \t]{0,8}\.[ \t]{0,8})+)[ \t]*=[ \t]*/y;
const TOKEN =
  /"""(?:\\[\s\S]|(?!""")[^\\])*"{3,5}|'''(?:(?!''')[\s\S])*'{3,5}|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\n|[^"'#[\]{}\n]+/y;

/** @returns null for a text that is not TOML. */
export function readStatements(text: string): Statement[] | null {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (;;) {
    const start = at + (matchAt(BLANK, text, at)?.[0].length ?? 0);
    if (start === text.length) return statements;
    const header = matchAt(HEADER, text, start);
    if (header !== null) {
      table = readPath(header[2] ?? "");
      at = start + header[0].length;
      const isList = header[1] === "[[";
      statements.push({ table, key: null, isList, value: "", valueAt: null, start, end: at });
      continue;
    }
    const key = matchAt(KEY, text, start);
    const valueAt = start + (key?.[0].length ?? 0);
    const end = key === null ? null : findEnd(text, valueAt);
    if (key === null || end === null) return null;
    at = end;
    const value = text.slice(valueAt, end).trim();
    statements.push({ table, key: readPath(key[1] ?? ""), isList: false, value, valueAt, start, end });
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The offset after the line on which a value ends; null when it never ends. */
function findEnd(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const token = matchAt(TOKEN, text, at)?.[0];
    if (token === undefined) return null;
    at += token.length;
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (depth < 0) return null;
    if (token === "\n" && depth === 0) return at;
  }
  return depth === 0 && text.length > from ? text.length : null;
}

function readPath(path: string): string[] {
  return [...path.matchAll(PART)].map(([part]) => readText(part) ?? part);
}

function readText(part: string): string | null {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (!part.startsWith('"')) return null;
  try {
    const text: unknown = JSON.parse(part);
    return typeof text === "string" ? text : null;
  } catch {
    // The text has an escape of TOML that JSON does not have and that we never write.
    return null;
  }
}

const LISTED = /"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[^\s,[\]]+/g;

/** A text, or a list of texts on one or more lines. */
export function readTexts(value: string): string[] | null {
  const parts = [...value.matchAll(LISTED)].map(([part]) => part).filter((part) => !part.startsWith("#"));
  const texts = parts.map(readText);
  return texts.includes(null) ? null : texts.filter((text) => text !== null);
}
