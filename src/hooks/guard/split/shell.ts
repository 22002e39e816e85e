// Reads a shell command into simple commands, in one pass: a word is expanded as it is read, with what is known by then of
// directories and variables. `if`, loops, braces and functions are left out, as if all branches ran, because what may run is
// judged. Each character is looked at once per level of nesting, and the levels are bounded. A text that a shell would
// refuse to run may be read in any way.

import { expandBraces, FIELD_ENDS, settle, UNKNOWN } from "./marks.ts";
import {
  assign,
  type Command,
  enter,
  FRESH_DIRECTORY,
  listPrinted,
  type Redirect,
  type Scope,
  unite,
  VALUES_MAX,
  valuesOf,
  type World,
} from "./scope.ts";
import {
  ARITHMETIC,
  type Budget,
  type Cursor,
  expandBody,
  isSpent,
  readNested,
  readWord,
  take,
} from "./words.ts";

export function readShell(
  text: string,
  scope: Scope,
  at: { world: World; budget: Budget },
): readonly Command[] {
  const bodies = { end: 0 };
  const cursor: Cursor = {
    ...at,
    text,
    scope,
    commands: [],
    readCommands: readScript,
    bodies,
    at: 0,
    depth: 0,
  };
  at.budget.characters -= text.length;
  if (!isSpent(at.budget)) readScript(cursor);
  return cursor.commands;
}

const BLANKS = /(?:[ \t\r]|\\\n)+/y;
const COMMENT = /#[^\n]*/y;
const LINK = /;;&?|;&|;|&&|\|\||\|&|\||&(?!>)|\n/y;

type Chain = { cwds: readonly string[]; isFirst: boolean; compounds: number };

/** Up to a closing parenthesis, if this is in one. @returns what its commands print, as far as they say so */
function readScript(cursor: Cursor): readonly string[] {
  const printed: string[] = [];
  const chain: Chain = { cwds: cursor.scope.cwds, isFirst: true, compounds: 0 };
  let piped: readonly string[] = [];
  while (cursor.at < cursor.text.length) {
    take(cursor, BLANKS);
    if (isSpent(cursor.budget)) cursor.at = cursor.text.length;
    if (take(cursor, COMMENT) !== "") continue;
    if (take(cursor, /\)/y) !== "") {
      if (cursor.depth > 0) break;
      continue;
    }
    const { scope } = cursor;
    const prints = readItem(cursor, chain, piped);
    if (prints === null) continue;
    // A cd that surely ran, into a directory that is there, leaves no doubt. Any other holds up to the end of its chain.
    const isSure = chain.isFirst && chain.compounds === 0 && areThere(cursor);
    if (cursor.scope.cwds !== scope.cwds && isSure) chain.cwds = cursor.scope.cwds;
    const link = readLink(cursor, chain);
    piped = /^\|&?$/.test(link) ? prints : [];
    if (piped.length === 0) printed.push(...prints);
  }
  return printed.slice(0, VALUES_MAX);
}

/** An operator says how the commands go on: only `&&` goes on with the chain. */
function readLink(cursor: Cursor, chain: Chain): string {
  take(cursor, BLANKS);
  const link = take(cursor, LINK);
  if (link === "\n") cursor.at = Math.max(cursor.at, cursor.bodies.end);
  chain.isFirst = /^[;&\n]?$/.test(link);
  if (link === "&&") return link;
  if (cursor.scope.cwds !== chain.cwds)
    cursor.scope = { ...cursor.scope, cwds: unite(cursor.scope.cwds, chain.cwds) };
  chain.cwds = cursor.scope.cwds;
  return link;
}

function areThere({ scope, world }: Cursor): boolean {
  return scope.cwds.every((cwd) => cwd === FRESH_DIRECTORY || world.list(cwd) !== null);
}

const OPENS = /^(?:if|while|until|for|select|case|\{)$/;
const CLOSES = /^(?:fi|done|esac|\})$/;
const KEYWORD =
  /(?:if|then|else|elif|fi|while|until|do|done|case|esac|coproc|function|for|select|time|export|declare|local|readonly|[{}!])(?=[\s;]|$)/y;
const FUNCTION = /[ \t]*\([ \t]*\)/y;

/** A command, a subshell, or a keyword. @returns what it prints; null when nothing is done yet */
function readItem(cursor: Cursor, chain: Chain, piped: readonly string[]): readonly string[] | null {
  const from = cursor.at;
  if (cursor.text[from] === "(") {
    if (take(cursor, ARITHMETIC) !== "") return [];
    cursor.at += 1;
    const printed = readNested(cursor);
    // Its redirections, and the first command of a branch behind a pattern of `case` in parentheses.
    emit(cursor, readWords(cursor));
    return printed;
  }
  const keyword = take(cursor, KEYWORD);
  if (OPENS.test(keyword)) chain.compounds += 1;
  if (CLOSES.test(keyword)) chain.compounds = Math.max(0, chain.compounds - 1);
  if (keyword === "for" || keyword === "select") readLoop(cursor);
  if (keyword !== "" && !CLOSES.test(keyword)) return null;
  while (readAssignment(cursor)) take(cursor, BLANKS);
  const words = readWords(cursor);
  if (words.fields.length === 1 && take(cursor, FUNCTION) !== "") return null;
  // A character that begins nothing: over it, so that reading always goes on.
  if (cursor.at === from && !/[;&|\n]/.test(cursor.text.charAt(from))) cursor.at += 1;
  return emit(cursor, { ...words, input: [...piped, ...words.input] });
}

/** `for NAME in WORDS`. */
function readLoop(cursor: Cursor): void {
  take(cursor, BLANKS);
  if (take(cursor, ARITHMETIC) !== "") return;
  const [name = ""] = readWord(cursor);
  const isListed = take(cursor, /\s+in(?=\s)/y) !== "";
  cursor.scope = assign(cursor.scope, name, isListed ? readWords(cursor).fields.flat() : [UNKNOWN]);
}

const ASSIGNS = /([A-Za-z_]\w*)(?:\[[^\]\n]{0,64}\])?(\+?)=(\(?)/y;

/** `NAME=word`, `NAME+=word`, `NAME=(words)`, whose value may be each of its words. */
function readAssignment(cursor: Cursor): boolean {
  ASSIGNS.lastIndex = cursor.at;
  const [whole, name = "", appends, list] = ASSIGNS.exec(cursor.text) ?? [];
  if (whole === undefined) return false;
  cursor.at += whole.length;
  const values = list === "" ? plain(readWord(cursor)) : [];
  while (list !== "" && cursor.at < cursor.text.length && take(cursor, /\s*\)/y) === "") {
    const from = cursor.at;
    values.push(...readWords(cursor).fields.flat());
    if (cursor.at === from) cursor.at += 1;
  }
  const before = appends === "" ? null : valuesOf(cursor.scope, name, cursor.world);
  const joined = before?.flatMap((text) => values.map((end) => text + end)) ?? values;
  cursor.scope = assign(cursor.scope, name, joined);
  return true;
}

// The words of one simple command, with its redirections.

type Field = readonly string[];
type Words = { readonly fields: Field[]; readonly redirects: Redirect[]; readonly input: string[] };

const REDIRECT =
  /(?:\d{1,5}|\{[A-Za-z_]\w{0,30}\})?(?:>&|(?:&>>|&>|>>|>)(?:\||!(?=\s))?|<<<|<<-|<<|<>|<&|<)(?!\()/y;

function readWords(cursor: Cursor): Words {
  const found: Words = { fields: [], redirects: [], input: [] };
  for (;;) {
    take(cursor, BLANKS);
    const operator = take(cursor, REDIRECT).replace(/^(?:\d+|\{\w+\})/, "");
    if (operator !== "") take(cursor, BLANKS);
    const from = cursor.at;
    if (cursor.text[from] === "#") return found;
    const texts = readWord(cursor, undefined, found.input);
    if (operator.startsWith("<<")) found.input.push(...readInput(cursor, operator, [texts, from]));
    else if (operator !== "")
      for (const path of finish(texts).flat()) found.redirects.push({ operator, path });
    else if (cursor.at === from) return found;
    else for (const field of finish(texts)) found.fields.push(field);
    cursor.budget.words -= found.fields.length >> 8;
    if (isSpent(cursor.budget)) return found;
  }
}

/** A word with values has several readings, and is several words if a value has white space or braces choose. */
function finish(texts: readonly string[]): Field[] {
  const split = texts.map((text) => expandBraces(text).flatMap(splitField));
  if (split.length > 1 && split.every((fields) => fields.length === 1)) return [split.flat()];
  return split.flat().map((field) => [field]);
}

function splitField(text: string): string[] {
  if (!text.includes(FIELD_ENDS)) return [settle(text)];
  return text.split(FIELD_ENDS).flatMap((field) => (field === "" ? [] : [settle(field)]));
}

/** The same as texts, as in an assignment: no braces, no splitting. */
const plain = (texts: readonly string[]): string[] =>
  texts.map((text) => settle(text).replaceAll(FIELD_ENDS, " "));

const BODY_LINE = /[^\n]*\n?/y;

/** A string, or the lines of a here-document, which begin behind the current line. */
function readInput(
  cursor: Cursor,
  operator: string,
  [word, from]: readonly [readonly string[], number],
): readonly string[] {
  const texts = plain(word);
  if (operator === "<<<") return texts;
  const { text, bodies } = cursor;
  const isPlain = /["'\\]/.test(text.slice(from, cursor.at));
  const line = text.indexOf("\n", cursor.at);
  const start = line === -1 ? text.length : Math.max(line + 1, bodies.end);
  const body = { text, at: start };
  let end = start;
  while (body.at < text.length) {
    end = body.at;
    const whole = take(body, BODY_LINE).replace(/\n$/, "");
    if ((operator === "<<-" ? whole.replace(/^\t+/, "") : whole) === texts[0]) break;
    end = body.at;
  }
  bodies.end = body.at;
  return isPlain ? [text.slice(start, end)] : plain(expandBody(cursor, text.slice(start, end)));
}

/** Each word in each of its readings, all words in step. */
function listReadings(fields: readonly Field[]): string[][] {
  const count = fields.reduce((most, field) => Math.max(most, field.length), 1);
  return Array.from({ length: count }, (_, index) =>
    fields.map((field) => field[Math.min(index, field.length - 1)] ?? ""),
  );
}

/** @returns what the command prints. What it changes for the commands behind it goes into the scope. */
function emit(cursor: Cursor, { fields, redirects, input }: Words): readonly string[] {
  const { scope, world } = cursor;
  const prints: string[] = [];
  const cwds: string[] = [];
  for (const argv of listReadings(fields)) {
    cursor.budget.words -= 1 + (argv.length >> 4);
    if (isSpent(cursor.budget)) return [];
    if (argv.length + redirects.length > 0) cursor.commands.push({ argv, redirects, input, scope });
    prints.push(...listPrinted(argv, input, { ...scope, ...world }));
    const [program = "", ...args] = argv;
    if (/^(?:cd|pushd|chdir|set-location)$/i.test(program))
      cwds.push(...enter(scope, args.find((arg) => !/^[-+]/.test(arg)) ?? world.homes[0] ?? "/").cwds);
  }
  cursor.budget.characters -= cwds.reduce((sum, cwd) => sum + cwd.length, 0);
  if (cwds.length > 0) cursor.scope = { ...scope, cwds: unite(cwds, []) };
  return prints.slice(0, VALUES_MAX);
}
