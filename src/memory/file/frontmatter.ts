// Attack: a file that two parsers read differently (duplicate keys, anchors, tags, block scalars, `---js`), or one that
// costs the reader its memory (aliases that multiply). So the frontmatter is a subset of YAML small enough to be read
// in one way only, line by line, in linear time: `key: scalar` or `key: [scalar, …]`, each on one line. Whatever this
// reader accepts, a YAML reader accepts with the same values (a test holds it against one); the rest is broken.
//
// Offsets are kept, so that a rewrite touches the value it changes and not one byte more.

export type FrontmatterValue = string | readonly string[] | null;

export type FrontmatterEntry = {
  readonly key: string;
  /** Null when nothing follows the colon. */
  readonly value: FrontmatterValue;
  /** 1-based line in the file. */
  readonly line: number;
  /** The whole line, its line end included, and the value within it. */
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
};

export type Frontmatter = {
  readonly kind: "frontmatter";
  readonly entries: readonly FrontmatterEntry[];
  /** Where the closing `---` begins: new entries go there. */
  readonly closing: number;
  readonly bodyStart: number;
  readonly bodyLine: number;
  readonly lineEnding: "\n" | "\r\n";
};

export type BrokenFrontmatter = {
  readonly kind: "broken";
  readonly rule: "frontmatter-missing" | "frontmatter-unclosed" | "frontmatter-syntax" | "duplicate-key";
  readonly line: number;
  readonly message: string;
};

const KEY = /^[A-Za-z][A-Za-z0-9_-]{0,63}(?=:(?: |$))/;
const BOM = "\uFEFF";

/** Reads the frontmatter of a file's text as it is on disk: a byte order mark and CRLF are allowed here. */
export function parseFrontmatter(text: string): Frontmatter | BrokenFrontmatter {
  const lines = walkLines(text, text.startsWith(BOM) ? 1 : 0);
  const first = lines.next().value;
  if (first?.text !== "---") {
    return broken("frontmatter-missing", 1, "the first line is not `---`");
  }
  const entries: FrontmatterEntry[] = [];
  const lineOfKey = new Map<string, number>();
  for (const line of lines) {
    if (line.text === "---") {
      const lineEnding = text[first.end - 2] === "\r" ? "\r\n" : "\n";
      return {
        kind: "frontmatter",
        entries,
        closing: line.start,
        bodyStart: line.end,
        bodyLine: line.number + 1,
        lineEnding,
      };
    }
    const entry = parseEntry(line);
    if (entry === null) continue;
    if ("rule" in entry) return entry;
    const earlier = lineOfKey.get(entry.key);
    if (earlier !== undefined) {
      return broken("duplicate-key", line.number, `\`${entry.key}\` is already on line ${earlier}`);
    }
    lineOfKey.set(entry.key, line.number);
    entries.push(entry);
  }
  return broken("frontmatter-unclosed", 1, "the frontmatter is not closed by a line `---`");
}

type Line = { readonly text: string; readonly start: number; readonly end: number; readonly number: number };

function* walkLines(text: string, from: number): Generator<Line, undefined> {
  let start = from;
  for (let number = 1; start < text.length; number += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    let stop = newline === -1 ? text.length : newline;
    if (newline !== -1 && text[stop - 1] === "\r") stop -= 1;
    yield { text: text.slice(start, stop), start, end, number };
    start = end;
  }
  return undefined;
}

/** @returns null when the line is blank or a comment, which are kept and mean nothing. */
function parseEntry(line: Line): FrontmatterEntry | BrokenFrontmatter | null {
  // Comments too: some readers end a line at a lone carriage return, and would find a key behind it.
  if (!isPrintable(line.text)) return broken("frontmatter-syntax", line.number, "a control character");
  if (/^ *(?:#|$)/.test(line.text)) return null;
  const key = KEY.exec(line.text)?.[0];
  if (key === undefined) {
    return broken("frontmatter-syntax", line.number, "expected `key: value` at the start of the line");
  }
  const rest = line.text.slice(key.length + 1);
  const value = parseValue(rest);
  if ("problem" in value) return broken("frontmatter-syntax", line.number, `\`${key}\`: ${value.problem}`);
  const restStart = line.start + key.length + 1;
  return {
    key,
    value: value.value,
    line: line.number,
    lineStart: line.start,
    lineEnd: line.end,
    valueStart: restStart + value.start,
    valueEnd: restStart + value.end,
  };
}

function broken(rule: BrokenFrontmatter["rule"], line: number, message: string): BrokenFrontmatter {
  return { kind: "broken", rule, line, message };
}

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

function isPrintable(line: string): boolean {
  return !UNPRINTABLE.test(line) && line.isWellFormed();
}

/** Reads what follows the colon of one printable line. */
function parseValue(rest: string): ParsedValue | Problem {
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
      problem: `a plain value cannot begin with \`${rest.charAt(start)}\`: only scalars and inline lists are allowed`,
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
  // A lone surrogate is not a character: such a text has no UTF-8 form and no digest.
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
