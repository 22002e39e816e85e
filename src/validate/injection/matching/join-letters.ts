// "i g n o r e", "i-g-n-o-r-e", "ig**no**re" and "1gn0r3" are one word to a model. One pass over the characters finds
// such words and writes them plainly. It touches only shapes that prose and code do not have, or have harmlessly
// ("sha1" becomes "shai"): the copy is for matching, never for showing.

import { DIGIT, KINDS, kindAt, LEET, LEET_SYMBOL, LETTER, MARK, OTHER, plainLeet } from "./fold.ts";
import { type MappedText, type Rewrite, startRewrite } from "./mapped-text.ts";

/** Writes everything in lower case on the way; what is not ASCII has been folded to it before. */
export function joinLetters(source: MappedText): MappedText {
  const { text } = source;
  const rewrite = startRewrite(source);
  for (let at = 0; at < text.length; ) {
    const odd = copyPlain(rewrite, at, text.length);
    at =
      odd === text.length ? odd : joinWords(rewrite, text, { from: wordStart(rewrite.units, at, odd), odd });
  }
  return rewrite.finish();
}

/** Writes word after word until the odd place is written too. @returns where the last of them ends */
function joinWords(rewrite: Rewrite, text: string, { from, odd }: { from: number; odd: number }): number {
  const { units } = rewrite;
  let at = from;
  while (at <= odd) {
    const kind = kindAt(units, at);
    if (kind !== LETTER && kind !== LEET) {
      copyTo(rewrite, at, at + 1);
      at += 1;
      continue;
    }
    const spaced = spacedRunEnd(units, at);
    const { end, plain } =
      spaced > at ? { end: spaced, plain: joinSpaced(text.slice(at, spaced)) } : readOddWord(text, units, at);
    if (plain !== null) rewrite.replace(at, end, plain.toLowerCase());
    else copyTo(rewrite, at, end);
    at = end;
  }
  return at;
}

/** Copies up to a place where a word shows that it is disguised, and with it. The pass takes no branch that depends on the
 * text, but for those places. */
function copyPlain({ units, out, shift }: Rewrite, from: number, length: number): number {
  const { shapes, small, isOdd } = readShapes();
  let shape = 0;
  for (let at = from; at < length; at += 1) {
    const unit = units[at] ?? 0;
    out[at - shift] = small[unit] ?? 0;
    shape = ((shape << SHAPE_BITS) | (shapes[unit] ?? 0)) & SHAPES_MASK;
    if (isOdd[shape] === 1) return at;
  }
  return length;
}

/** Where the word begins that the shape of an odd place begins in: no word goes over a character that is in none. */
function wordStart(units: Uint16Array, from: number, odd: number): number {
  let at = Math.max(from, odd - DISGUISE_CHARS + 1);
  while (at > from && kindAt(units, at - 1) !== OTHER) at -= 1;
  return at;
}

function copyTo({ units, out, shift }: Rewrite, from: number, end: number): void {
  for (let at = from; at < end; at += 1) out[at - shift] = smallOf(units[at] ?? 0);
}

function smallOf(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

const SPACE = 0x20;
const SEPARATORS = " -_.*|/";
const ASCII = 128;
const IS_SEPARATOR = new Uint8Array(ASCII);
for (const mark of SEPARATORS) IS_SEPARATOR[mark.charCodeAt(0)] = 1;

/**
 * End of a run of single letters with the same mark between them, else `start`: at least four letters with spaces between
 * them (words are then set wider apart), at least three with another mark (words may have a space between them).
 */
function spacedRunEnd(units: Uint16Array, start: number): number {
  const mark = units[start + 1] ?? 0;
  if (IS_SEPARATOR[mark] !== 1) return start;
  const isSpace = mark === SPACE;
  let letters = 0;
  let at = start;
  let end = start;
  while (isSingle(units, at)) {
    letters += 1;
    end = at + 1;
    if (units[end] === mark) {
      at = end + 1;
      while (isSpace && at - end < 4 && units[at] === SPACE) at += 1;
    } else if (units[end] === SPACE && units[end + 2] === mark) {
      at = end + 1;
    } else break;
  }
  return letters >= (isSpace ? 4 : 3) ? end : start;
}

function isSingle(units: Uint16Array, at: number): boolean {
  const kind = kindAt(units, at);
  if (kind !== LETTER && kind !== LEET) return false;
  return IS_SEPARATOR[units[at + 1] ?? 0] === 1 || kindAt(units, at + 1) === OTHER;
}

function joinSpaced(run: string): string {
  const mark = run.charAt(1);
  if (mark !== " ") return plainLeet(run.replaceAll(mark, ""));
  const words = run.split(/ {2,4}/);
  return words.map((word) => plainLeet(word.replaceAll(" ", ""))).join(" ");
}

// Reads a word that is not letters only, and spells it plainly if it is a disguised one.

/** Longer mixtures of letters and digits are hashes and keys, not words. */
const LEET_WORD_MAX = 20;

export type OddWord = {
  readonly end: number;
  /** Null when the word stays as it is. */
  readonly plain: string | null;
};

function readOddWord(text: string, units: Uint16Array, start: number): OddWord {
  const count = { letters: 0, leet: 0, digits: 0, marks: 0 };
  let end = start;
  for (;;) {
    const next = stepOver(units, end, count);
    if (next === end) break;
    end = next;
  }
  const word = text.slice(start, end);
  const isLeet = count.leet > 0 && count.letters > 0 && count.digits === 0 && isDisguise(word);
  if (count.marks === 0 && !isLeet) return { end, plain: null };
  const bare = count.marks === 0 ? word : word.replace(/[*~`_]{1,3}/g, "");
  return { end, plain: isLeet ? plainLeet(bare) : bare };
}

/** "python3" and "utf16" end in a number; a disguised word has a digit where a letter goes on. */
function isDisguise(word: string): boolean {
  return word.length <= LEET_WORD_MAX && /[013457@$!|][a-z]/i.test(word);
}

type Count = { letters: number; leet: number; digits: number; marks: number };

/** The offset after the unit here, or the same offset when the word ends. */
function stepOver(units: Uint16Array, at: number, count: Count): number {
  const kind = kindAt(units, at);
  if (kind === LETTER) count.letters += 1;
  else if (kind === LEET) count.leet += 1;
  else if (kind === DIGIT) count.digits += 1;
  else if (kind === LEET_SYMBOL && isLeetSymbol(units, at)) count.leet += 1;
  else if (kind === MARK) {
    const end = marksEnd(units, at);
    if (end > at) count.marks += 1;
    return end;
  } else return at;
  return at + 1;
}

const AT = 0x40;
const FULL_STOP = 0x2e;
const PIPE = 0x7c;

/** An address keeps its @: what follows up to the next full stop would be a host name. A pipe stays one before a program. */
function isLeetSymbol(units: Uint16Array, at: number): boolean {
  if (kindAt(units, at - 1) !== LETTER || kindAt(units, at + 1) !== LETTER) return false;
  if (units[at] === PIPE) return !isProgram(units, at + 1);
  if (units[at] !== AT) return true;
  let end = at + 1;
  while (kindAt(units, end) === LETTER && end - at < LEET_WORD_MAX) end += 1;
  return units[end] !== FULL_STOP;
}

/** What shells pipe into. No disguised word is lost: hardly any goes on with one of these behind an l. */
const PROGRAMS: ReadonlySet<string> = new Set(
  (
    "ash awk base64 bash bzip2 cat curl dash dig ftp gpg grep gzip head httpie irm iwr jq ksh less mail mailx mutt nc ncat " +
    "netcat node nohup openssl perl php ping powershell pwsh python python3 rclone rev ruby sed sendmail sftp sh socat sort " +
    "ssh sudo tail tar tee telnet tr uniq wc wget xargs xxd xz zip zsh zstd"
  ).split(" "),
);
const PROGRAM_CHARS_MAX = 10;

function isProgram(units: Uint16Array, start: number): boolean {
  let name = "";
  for (let at = start; at - start <= PROGRAM_CHARS_MAX; at += 1) {
    const kind = kindAt(units, at);
    if (kind !== LETTER && kind !== LEET && kind !== DIGIT) break;
    name += String.fromCharCode(smallOf(units[at] ?? 0));
  }
  return PROGRAMS.has(name);
}

/** Where emphasis between two letters ends, or the same offset; snake_case is not emphasis. */
function marksEnd(units: Uint16Array, start: number): number {
  const mark = units[start];
  let end = start + 1;
  while (end - start < 3 && units[end] === mark) end += 1;
  if (mark === 0x5f && end - start === 1) return start;
  return kindAt(units, end) === LETTER && kindAt(units, start - 1) === LETTER ? end : start;
}

// What a disguised word looks like in four neighbours, and what stands before them: each has such a place, and hardly any other
// word does.

const DISGUISE_CHARS = 4;
const SHAPES = DISGUISE_CHARS + 1;
const SHAPE_BITS = 3;
const SHAPES_MASK = (1 << (SHAPES * SHAPE_BITS)) - 1;
/** Shapes that are no kinds, or stand for several: all marks that may stand between single letters are told from others. */
const [OTHER_SEPARATOR, UNDERSCORE, BLANK] = [3, 6, 7];
const NO_SHAPE = OTHER;

type Shapes = {
  /** Of each unit, which beyond ASCII is its kind, and what it is in lower case. */
  readonly shapes: Uint8Array;
  readonly small: Uint16Array;
  /** 1 where the last four in a row may be part of a disguised word. */
  readonly isOdd: Uint8Array;
};

let known: Shapes | null = null;

/** Made on first use: most commands read no text. */
function readShapes(): Shapes {
  if (known !== null) return known;
  const small = new Uint16Array(1 << 16);
  // Plain loops: a process that judges one text would pay ten times as much for a callback per unit.
  for (let unit = 0; unit < small.length; unit += 1) small[unit] = smallOf(unit);
  const shapes = KINDS.slice();
  for (let unit = 0; unit < ASCII; unit += 1) shapes[unit] = shapeOf(unit);
  const isOdd = new Uint8Array(SHAPES_MASK + 1);
  for (let five = 0; five < isOdd.length; five += 1) {
    const row: Row = [(five >> 9) & 7, (five >> 6) & 7, (five >> 3) & 7, five & 7];
    if ((isSpread(row) && !isOne(five >> 12)) || isLeetPair(row) || isMarked(row)) isOdd[five] = 1;
  }
  known = { shapes, small, isOdd };
  return known;
}

function shapeOf(unit: number): number {
  if (unit === SPACE) return BLANK;
  if (unit === 0x5f) return UNDERSCORE;
  const kind = KINDS[unit] ?? OTHER;
  if (kind === OTHER) return IS_SEPARATOR[unit] === 1 ? OTHER_SEPARATOR : NO_SHAPE;
  return kind === DIGIT ? NO_SHAPE : kind;
}

/** The shapes of four units in a row. */
type Row = readonly [a: number, b: number, c: number, d: number];

/** No word begins behind one of these. */
function isOne(shape: number): boolean {
  return shape === LETTER || shape === LEET;
}

/** Single letters begin here: one, a mark, one, a mark; or a wide gap behind the first. */
function isSpread([a, b, c, d]: Row): boolean {
  const isApart = b >= OTHER_SEPARATOR && isOne(c) && d >= OTHER_SEPARATOR;
  return isOne(a) && (isApart || (b === BLANK && c === BLANK));
}

/** A letter goes on behind what is written for one. */
function isLeetPair([, b, c, d]: Row): boolean {
  return d === LETTER && (c === LEET || (c === LEET_SYMBOL && b === LETTER));
}

/** One to three marks of emphasis between letters; of underscores at least two. */
function isMarked([a, b, c, d]: Row): boolean {
  const isMark = (shape: number): boolean => shape === MARK || shape === UNDERSCORE;
  if (d !== LETTER || !isMark(c)) return false;
  if (b === LETTER) return c === MARK;
  return isMark(b) && (a === LETTER || isMark(a));
}
