// One value of the frontmatter: a plain, single-quoted or double-quoted scalar, or an inline list of them. Every value
// is text: `true`, `12` and `null` mean the words, so no two readers can disagree about them. A tab stands in quotes
// only: elsewhere some readers take it for space and some for an error.

type Scalar = { readonly value: string; readonly end: number };
type Problem = { readonly problem: string };

export type ParsedValue = {
  readonly value: string | readonly string[] | null;
  /** Where in the rest of the line the value begins and ends, without the space and the comment around it. */
  readonly start: number;
  readonly end: number;
};

// What may not begin a plain scalar; `-`, `?` and `:` may, when neither space nor, in a list, punctuation follows.
const INDICATOR = /^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?: |$))/;
const INDICATOR_IN_LIST = /^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?:[ ,[\]{}]|$))/;
// Not printable in YAML; a raw one never belongs in a one-line value.
const UNPRINTABLE = /[\u0000-\u0008\u000A-\u001F\u007F\u0080-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/;

const TAB: Problem = { problem: "a tab outside quotes: use spaces" };

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  N: "\u0085",
  _: "\u00A0",
  L: "\u2028",
  P: "\u2029",
};
const ESCAPE_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

export function isPrintable(line: string): boolean {
  return !UNPRINTABLE.test(line) && line.isWellFormed();
}

/** Reads what follows the colon of one printable line. */
export function parseValue(rest: string): ParsedValue | Problem {
  const start = skipSpace(rest, 0);
  if (start === rest.length || isComment(rest, start)) return { value: null, start: 0, end: 0 };
  const parsed = rest[start] === "[" ? parseList(rest, start) : parseScalar(rest, start, false);
  if ("problem" in parsed) return parsed;
  const after = skipSpace(rest, parsed.end);
  if (after < rest.length && !isComment(rest, after)) {
    return rest[after] === "\t"
      ? TAB
      : { problem: "text after the value: put the whole value in double quotes" };
  }
  return { value: parsed.value, start, end: parsed.end };
}

function parseList(rest: string, open: number): { value: readonly string[]; end: number } | Problem {
  const items: string[] = [];
  let at = skipSpace(rest, open + 1);
  while (rest[at] !== "]") {
    const item = parseScalar(rest, at, true);
    if ("problem" in item) return item;
    items.push(item.value);
    at = skipSpace(rest, item.end);
    if (rest[at] === ",") at = skipSpace(rest, at + 1);
    else if (rest[at] !== "]") return { problem: "a list that does not end on its line" };
  }
  return { value: items, end: at + 1 };
}

function parseScalar(rest: string, at: number, inList: boolean): Scalar | Problem {
  if (rest[at] === '"') return parseDoubleQuoted(rest, at);
  if (rest[at] === "'") return parseSingleQuoted(rest, at);
  return parsePlain(rest, at, inList);
}

function parsePlain(rest: string, start: number, inList: boolean): Scalar | Problem {
  if (start >= rest.length) return { problem: "a list that does not end on its line" };
  if ((inList ? INDICATOR_IN_LIST : INDICATOR).test(rest.slice(start, start + 2))) {
    return {
      problem: `\`${rest.charAt(start)}\` begins no plain value: only scalars and inline lists are allowed`,
    };
  }
  const stop = findPlainEnd(rest, start, inList);
  if (typeof stop !== "number") return stop;
  let end = stop;
  while (rest[end - 1] === " ") end -= 1;
  return { value: rest.slice(start, end), end };
}

function findPlainEnd(rest: string, start: number, inList: boolean): number | Problem {
  for (let at = start; at < rest.length; at += 1) {
    const char = rest[at];
    if (char === "\t") return TAB;
    if (isComment(rest, at)) return at;
    if (char === ":" && endsKey(rest[at + 1], inList)) {
      return { problem: "`: ` inside a plain value: put it in double quotes" };
    }
    if (inList && (char === "," || char === "]")) return at;
    if (inList && (char === "[" || char === "{" || char === "}")) {
      return { problem: "a list in a list, or a map" };
    }
  }
  return rest.length;
}

function parseSingleQuoted(rest: string, open: number): Scalar | Problem {
  for (let at = open + 1; at < rest.length; at += 1) {
    if (rest[at] !== "'") continue;
    if (rest[at + 1] !== "'") {
      return { value: rest.slice(open + 1, at).replaceAll("''", "'"), end: at + 1 };
    }
    at += 1;
  }
  return { problem: "a quote that does not end on its line" };
}

function parseDoubleQuoted(rest: string, open: number): Scalar | Problem {
  let value = "";
  let at = open + 1;
  while (at < rest.length) {
    const char = rest.charAt(at);
    if (char === '"') return { value, end: at + 1 };
    if (char !== "\\") {
      value += char;
      at += 1;
      continue;
    }
    const escaped = parseEscape(rest, at + 1);
    if (escaped === null) return { problem: "an unknown escape in double quotes" };
    value += escaped.value;
    at = escaped.end;
  }
  return { problem: "a quote that does not end on its line" };
}

function parseEscape(rest: string, at: number): Scalar | null {
  const letter = rest.charAt(at);
  const plain = ESCAPES[letter];
  if (plain !== undefined) return { value: plain, end: at + 1 };
  const digits = ESCAPE_DIGITS[letter];
  if (digits === undefined) return null;
  const hex = rest.slice(at + 1, at + 1 + digits);
  if (hex.length !== digits || !/^[0-9A-Fa-f]+$/.test(hex)) return null;
  const codePoint = Number.parseInt(hex, 16);
  // A lone surrogate is no character: such a text has no UTF-8 form and no digest.
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return null;
  return { value: String.fromCodePoint(codePoint), end: at + 1 + digits };
}

function endsKey(next: string | undefined, inList: boolean): boolean {
  return next === undefined || next === " " || (inList && /[,[\]{}]/.test(next));
}

function isComment(rest: string, at: number): boolean {
  return rest[at] === "#" && rest[at - 1] === " ";
}

function skipSpace(rest: string, from: number): number {
  let at = from;
  while (rest[at] === " ") at += 1;
  return at;
}
