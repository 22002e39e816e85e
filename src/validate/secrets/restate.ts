// A secret that does not stand beside its name: on the next line, in a fenced block, under a heading, in a column of a table,
// after `user /`, or before "is the password". Each is said once more as `name: value`, which the rules know how to judge, so
// that what they spare beside a name is spared here too.

import { createKeywordIndex } from "../keywords.ts";
import { isOpaque, isWordy } from "./judge/opaque.ts";
import { isPasswordBeyondDoubt } from "./judge/password.ts";

/** `name: value`, where `start` is the place of the value in the text, and `told` the length of what stands before it here. */
export type Restated = { readonly text: string; readonly start: number; readonly told: number };

/** Longer lines are no notes, and would be read more than once. */
const LINE_CHARS_MAX = 400;
/** Between a name and its value. */
const BLANK_LINES_MAX = 2;
const BLOCK_LINES_MAX = 5;
/** Where a sentence says what a value is, and no mark sets it apart. */
const OPAQUE_CHARS_MIN = 16;

const TELLING =
  /pass(?:w|phrase|code|\b)|\bpw\b|pwd|secret|token|\bkeys?\b|apikey|credential|creds\b|mot de passe|contrase|senha|schlüssel|пароль|密码|パスワード/i;
/** One of them stands in whatever is telling. */
const TELLING_INDEX = createKeywordIndex(
  "pass pw secret token key credential creds contrase senha schlüssel пароль 密码 パスワード".split(" "),
);

/** In the order of the text. */
export function restateSecrets(text: string): Restated[] {
  const found = [...restateNamed(text), ...restateLogins(text)];
  return found.sort((a, b) => a.start - b.start);
}

function restateNamed(text: string): Restated[] {
  const found: Restated[] = [];
  let next = 0;
  for (const start of findTellingLines(text)) {
    if (start < next) continue;
    const line = lineAt(text, start);
    if (line.end - line.start > LINE_CHARS_MAX || !TELLING.test(line.text)) continue;
    const table = readTable(text, line);
    found.push(...(table?.cells ?? [...readBelow(text, line), ...readReversed(line)]));
    next = table?.end ?? line.end;
  }
  return found;
}

/** Where they begin, in order. */
function findTellingLines(text: string): number[] {
  const starts = new Set<number>();
  let [start, end] = [0, -1];
  TELLING_INDEX.visit(text, (_, at) => {
    if (at >= start && at < end) return true;
    start = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    end = newline === -1 ? text.length : newline;
    starts.add(start);
    return true;
  });
  return [...starts].sort((a, b) => a - b);
}

type Line = { readonly text: string; readonly start: number; readonly end: number };

function lineAt(text: string, index: number): Line {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const newline = text.indexOf("\n", index);
  const end = newline === -1 ? text.length : newline;
  const shown = text.charAt(end - 1) === "\r" ? end - 1 : end;
  return { text: text.slice(start, Math.min(shown, start + LINE_CHARS_MAX + 1)), start, end };
}

/** Null behind the last line. */
function lineAfter(text: string, { end }: Line): Line | null {
  return end >= text.length ? null : lineAt(text, end + 1);
}

function restate(name: string, value: string, start: number): Restated {
  return { text: `${name}: ${value}`, start, told: name.length + 2 };
}

// On the next line, in the fence that begins there, under a heading, in a nested item.

const ITEM_MARK = /^[ \t>]{0,40}(?:[-*+•] |\d{1,3}[.)] |#{1,6} )?[ \t]{0,8}/;
/** What may stand behind the word that tells: "password for the staging box". */
const LABEL =
  /^[*_]{0,3}([^:|`=$]{2,80}?)(?: (?:is|was|ist|lautet|est|es))?[ \t]{0,3}[*_]{0,3}[:：]?[*_]{0,3}[ \t]{0,8}$/;
const OF_SOMETHING =
  /^\p{L}{0,10}(?:$| (?:for|of|on|to|in|at|from|below|here|de|du|für|von|para|do|da)(?!\p{L}))/iu;
const LABEL_WORDS_MAX = 10;
const FENCE = /^[ \t>]{0,40}(?:`{3,8}|~{3,8})[\w+-]{0,20}[ \t]{0,8}$/;
const LONE_VALUE = /^[*_"'`“‘«„]{0,3}([^\s"'`<>|]{8,200}?)[*_"'`”’»]{0,3}[ \t]{0,8}$/;

function readBelow(text: string, line: Line): Restated[] {
  const name = LABEL.exec(line.text.replace(ITEM_MARK, ""))?.[1]?.trim();
  if (name === undefined || !isName(name)) return [];
  let next = lineAfter(text, line);
  for (let blank = 0; next !== null && next.text.trim() === ""; blank += 1) {
    if (blank === BLANK_LINES_MAX) return [];
    next = lineAfter(text, next);
  }
  if (next === null) return [];
  if (!FENCE.test(next.text)) return readLone(name, next);
  const found: Restated[] = [];
  for (let count = 0; count < BLOCK_LINES_MAX; count += 1) {
    next = next === null ? null : lineAfter(text, next);
    if (next === null || FENCE.test(next.text)) break;
    found.push(...readLone(name, next));
  }
  // Among other lines a value has to speak for itself.
  return found.length === 1 ? found : found.filter((each) => isUnmistakable(each.text.slice(each.told)));
}

function isUnmistakable(value: string): boolean {
  return isPasswordBeyondDoubt(value) || isOpaque(value, OPAQUE_CHARS_MIN);
}

/** A name, and not a sentence that merely speaks of passwords: what tells is its last word, or that of which something is. */
function isName(label: string): boolean {
  const plain = label.replace(/\([^()]{0,60}\)/g, "").trim();
  const told = [...plain.matchAll(new RegExp(TELLING, "gi"))].at(-1);
  if (told === undefined || plain.split(" ").length > LABEL_WORDS_MAX) return false;
  return OF_SOMETHING.test(plain.slice(told.index + told[0].length));
}

function readLone(name: string, line: Line): Restated[] {
  const mark = ITEM_MARK.exec(line.text)?.[0].length ?? 0;
  const value = LONE_VALUE.exec(line.text.slice(mark))?.[1];
  if (value === undefined) return [];
  return [restate(name, value, line.start + line.text.indexOf(value, mark))];
}

// "… is the password of the staging box."

const REVERSED =
  /(?:^|[\s("'`“])([^\s"'`<>|()]{8,200})["'`”]?(?: is| was|'s| ist| est| es|,)(?: (?:the|our|my|your|its|das|le|la|el|o|a))?(?: [\w-]{1,20}){0,5}? (password|passwort|passphrase|passcode|mot de passe|contraseña|senha|(?:api|access|secret) key|token|secret)(?=[.,;:!)]|\s*$| (?:for|of|on|in|to|at|and|für|de|para)\b)/i;

function readReversed(line: Line): Restated[] {
  const [, value = "", name = ""] = REVERSED.exec(line.text) ?? [];
  if (!isUnmistakable(value)) return [];
  return [restate(name, value, line.start + line.text.indexOf(value))];
}

// A column of a Markdown table whose head names it.

const DELIMITER = /^[ \t>|:-]{1,400}$/;
/** Wide tables are lists of something else. */
const CELLS_MAX = 40;

type Table = { readonly cells: Restated[]; readonly end: number };

function readTable(text: string, head: Line): Table | null {
  if (!head.text.includes("|")) return null;
  const delimiter = lineAfter(text, head);
  if (delimiter === null || !delimiter.text.includes("-") || !DELIMITER.test(delimiter.text)) return null;
  const names = splitRow(head).map((cell) => cell.text);
  const isTelling = names.map((name) => TELLING.test(name));
  const cells: Restated[] = [];
  let last = delimiter;
  for (let row = lineAfter(text, last); row?.text.includes("|"); row = lineAfter(text, row)) {
    last = row;
    if (row.end - row.start > LINE_CHARS_MAX) continue;
    for (const [column, { text: cell, start }] of splitRow(row).entries()) {
      const value = isTelling[column] === true ? LONE_VALUE.exec(cell)?.[1] : undefined;
      if (value !== undefined) cells.push(restate(names[column] ?? "", value, start + cell.indexOf(value)));
    }
  }
  return { cells, end: last.end };
}

function splitRow(line: Line): { readonly text: string; readonly start: number }[] {
  const from = /^[ \t>]{0,40}\|?/.exec(line.text)?.[0].length ?? 0;
  let start = line.start + from;
  return line.text
    .slice(from)
    .split("|", CELLS_MAX)
    .map((cell) => {
      const at = start + (cell.length - cell.trimStart().length);
      start += cell.length + 1;
      return { text: cell.trim(), start: at };
    });
}

// `Grafana: admin / …`, `login: ana / …`

const LOGIN =
  /(?:^|[>|*•-])[ \t]{0,20}(?:([^\n:|/]{1,40}):[ \t*`]{1,4})?[*`]{0,3}([\w.@+-]{2,40})[*`]{0,3} \/ [*`]{0,3}([^\s`|/<>]{8,64})(?=[*`]{0,3}[ \t\r]{0,8}(?:[|.,;(]|$))/g;
const ACCOUNT =
  /^(?:admin(?:istrator)?|root|user|guest|test|demo|sa|postgres|mysql|oracle|ubuntu|deploy(?:er)?|service|superuser|owner|operator|[\w.+-]{1,40}@[\w.-]{1,40})\d{0,3}$/i;
const LOGIN_NAME = /log-?in|log on|user|account|credential|creds|access|auth|sign-?in|zugang|anmeld|admin/i;

function restateLogins(text: string): Restated[] {
  const found: Restated[] = [];
  for (let at = text.indexOf(" / "); at !== -1; ) {
    const { start, end } = lineAt(text, at);
    for (const match of text.slice(start, end).matchAll(LOGIN)) {
      const [whole, label = "", account = "", value = ""] = match;
      if (!isLogin(label, account, value)) continue;
      found.push(restate("password", value, start + match.index + whole.length - value.length));
    }
    at = text.indexOf(" / ", end);
  }
  return found;
}

/** Two things with a stroke between them are mostly just that. */
function isLogin(label: string, account: string, value: string): boolean {
  if (!isPasswordBeyondDoubt(value) && !(isOpaque(value) && !isWordy(value))) return false;
  if (ACCOUNT.test(account) || LOGIN_NAME.test(label)) return true;
  // Formats and versions have three kinds of characters too, but parts.
  const isOfOnePiece = /[!@#$%^&*?]/.test(value) || (isOpaque(value, 12) && !/[-_.]/.test(value));
  return label !== "" && isOfOnePiece && isPasswordBeyondDoubt(value) && !isWordy(value);
}

/** For the proof that each is linear, as those of the rules are. */
export const RESTATE_PATTERNS: readonly { readonly id: string; readonly pattern: RegExp }[] = Object.entries({
  TELLING,
  ITEM_MARK,
  LABEL,
  OF_SOMETHING,
  FENCE,
  LONE_VALUE,
  REVERSED,
  DELIMITER,
  LOGIN,
  ACCOUNT,
  LOGIN_NAME,
}).map(([id, pattern]) => ({ id, pattern }));
