// Attack: a file that two parsers read differently (duplicate keys, anchors, tags, block scalars, `---js`), or one that
// costs the reader its memory (aliases that multiply). So the frontmatter is a subset of YAML small enough to be read
// in one way only, line by line, in linear time: `key: scalar` or `key: [scalar, …]`, each on one line. Whatever this
// reader accepts, a YAML reader accepts with the same values (a test holds it against one); the rest is broken.
//
// Offsets are kept, so that a rewrite touches the value it changes and not one byte more.

import { isPrintable, parseValue } from "./frontmatter-value.ts";

export type FrontmatterValue = string | readonly string[] | null;

export type FrontmatterEntry = {
  readonly key: string;
  /** Null where nothing follows the colon. */
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
      return broken("duplicate-key", line.number, `\`${entry.key}\` is on line ${earlier} already`);
    }
    lineOfKey.set(entry.key, line.number);
    entries.push(entry);
  }
  return broken("frontmatter-unclosed", 1, "no line `---` closes the frontmatter");
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

/** Null for a blank line or a comment, which are kept and mean nothing. */
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
