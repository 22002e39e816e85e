// Finds secrets that no pattern of a rule reaches: in the clause that names them, on the next line, in a fenced block,
// under a heading, in a table column, after an account, or with nothing next to them at all.

import { isOpaque } from "../judge/opaque.ts";
import { isPasswordBeyondDoubt } from "../judge/password.ts";
import { isShuffled, shapeOf } from "../judge/shape.ts";
import { listCandidates } from "./candidates.ts";
import { CLAUSE_PATTERNS, readAnswers, readClause } from "./clause.ts";
import {
  type ContextMatch,
  LINE_CHARS_MAX,
  type Line,
  lineAfter,
  lineAt,
  listPatterns,
  type NamedPattern,
} from "./lines.ts";
import { judgeLabelled, readLabel, TELLING_PATTERNS } from "./telling.ts";

/** `tellingLines` are the starts of the lines that contain a telling word, in order. */
export function readApart(text: string, tellingLines: readonly number[]): ContextMatch[] {
  const found = readStrays(text);
  let next = 0;
  for (const start of tellingLines) {
    const line = lineAt(text, start);
    const candidates = listCandidates(line.text);
    if (candidates.length > 0) found.push(...readClause(line, candidates));
    found.push(...readAnswers(text, line));
    if (start < next || line.text.length > LINE_CHARS_MAX) continue;
    const table = readTable(text, line);
    found.push(...(table?.cells ?? readBelow(text, line)));
    next = table?.end ?? line.end;
  }
  return found;
}

// Values without a name. Shuffled letters in both cases, digits and signs can only be a password; a password that a person
// thought up counts if it ends a list entry, or follows a service or an account.

/** Every text is searched for this, so only quickly found forms are included. */
const SIGN = /[!@#$%^&*?](?<=[A-Za-z0-9].)/g;
const PART = /[A-Za-z0-9!@#$%^&*?_+.~-]/;
const CHARS_MIN = 8;
/** Longer values are tokens, and tokens are recognised by their formats. */
const CHARS_MAX = 38;

function readStrays(text: string): ContextMatch[] {
  const found: ContextMatch[] = [];
  SIGN.lastIndex = 0;
  while (SIGN.test(text)) {
    const at = SIGN.lastIndex - 1;
    const end = walk(text, at, 1) + 1;
    SIGN.lastIndex = end;
    found.push(...judgeWord(text, walk(text, at, -1), end));
  }
  for (let at = text.indexOf("/ "); at !== -1; at = text.indexOf("/ ", at + 1)) {
    if (text.charAt(at - 1) !== " ") continue;
    const start = at + (text.charAt(at + 2) === "`" ? 3 : 2);
    found.push(...judgeWord(text, start, walk(text, start, 1) + 1));
  }
  return found;
}

/** The last position in this direction that is part of the word. */
function walk(text: string, from: number, step: 1 | -1): number {
  let at = from;
  while (Math.abs(at - from) <= CHARS_MAX && PART.test(text.charAt(at + step))) at += step;
  return at;
}

const INNER_SIGN = /[A-Za-z0-9][!@#$%^&*?]{1,4}[A-Za-z0-9]/;
/** Characters that may surround it. */
const BEFORE = /^[\s"'`“”‘’„«»()[\],;:=|>]?$/;
const BEHIND = /^[\s"'`“”‘’„«»()[\],;:|<]?$/;
const STARS = /^\*{0,3}/;
const TAIL = /\*{2,3}$|[.-]{1,3}$/;

function judgeWord(text: string, from: number, to: number): ContextMatch[] {
  if (to - from < CHARS_MIN || to - from > CHARS_MAX || !/\d/.test(text.slice(from, to))) return [];
  if (!BEFORE.test(text.charAt(from - 1)) || !BEHIND.test(text.charAt(to))) return [];
  const start = from + (STARS.exec(text.slice(from, to))?.[0].length ?? 0);
  const value = text.slice(start, to).replace(TAIL, "");
  const isAlone = INNER_SIGN.test(value) && isShuffled(value.replace(/[?!]{1,3}$/, ""));
  const rule = readEntry(text, start, value) ?? (isAlone ? "password-prose" : null);
  return rule === null ? [] : [{ rule, value, start }];
}

/** A list mark, a name of a few words, and optionally an account. */
const ENTRY =
  /^[ \t>*•+-]{0,90}(?:\d{1,2}[.)] )?\*{0,2}(?:\p{L}[\p{L}\w().-]{0,24}(?: [\p{L}\w().-]{1,20}){0,3}\*{0,2} {0,2}[:=–—-]?\*{0,2} {1,3})?(?<account>[`*]{0,2}[\w.@+-]{2,40}[`*]{0,2} ?[/|:,] ?)?["'`*]{0,3}$/u;
const ENTRY_END = /^["'`*]{0,3}[.,;|]?[ \t\r]{0,8}(?:\([^()\n]{0,60}\)[ \t\r]{0,8})?(?:\n|$)/;
const ENTRY_CHARS_MAX = 160;
/** With any other word, "Done: Milestone12!" would be an entry. */
const SERVICES = new Set(
  `grafana jenkins nexus keycloak rabbitmq sentry vaultwarden bitwarden harbor gitea gitlab github metabase kibana
  elastic elasticsearch mysql mariadb postgres postgresql mongo mongodb redis oracle mssql database kafka vpn wifi wlan
  router firewall nas proxmox portainer argocd rancher sonarqube artifactory jira confluence wordpress phpmyadmin adminer
  superset airflow minio nextcloud owncloud zabbix prometheus pihole unifi ftp sftp smtp imap ldap ssh rdp root admin
  cpanel plesk splunk datadog tableau sap salesforce hubspot okta teamcity octopus drone traefik consul nomad
  openvpn wireguard anydesk teamviewer docker registry dockerhub npm pypi aws azure gcp heroku netlify vercel cloudflare
  twitter linkedin slack zoom notion figma trello asana mailchimp sendgrid twilio stripe paypal`.split(/\s+/),
);

/** Next to any other account, a word with a number may be the name of something. */
const OWNER =
  /(?:^|[^a-z])(?:admin|administrator|root|superuser|sa|elastic|postgres)(?![a-z])|@[\w-]{1,40}\./i;

function readEntry(text: string, start: number, value: string): ContextMatch["rule"] | null {
  const near = text.slice(Math.max(0, start - ENTRY_CHARS_MAX), start);
  const newline = near.lastIndexOf("\n");
  const end = start + value.length;
  if (newline === -1 && start > ENTRY_CHARS_MAX) return null;
  const shape = ENTRY_END.test(text.slice(end, end + ENTRY_CHARS_MAX)) ? shapeOf(value) : null;
  if (shape !== "sure" && shape !== "chosen") return null;
  const entry = ENTRY.exec(near.slice(newline + 1));
  if (entry === null || entry[0] === "") return null;
  const words = entry[0].toLowerCase().split(/[^a-z]{1,40}/);
  const isOfService = words.some((word) => SERVICES.has(word));
  const { account } = entry.groups ?? {};
  if (account !== undefined && (shape === "sure" || (isOfService && OWNER.test(account))))
    return "login-pair";
  return shape === "sure" && /[!@#$%^&*?]/.test(value) && isOfService ? "service-password" : null;
}

const STRAY_PATTERNS: readonly NamedPattern[] = listPatterns({
  INNER_SIGN,
  STARS,
  TAIL,
  ENTRY,
  ENTRY_END,
  OWNER,
});

// Values in a Markdown table column whose head names them.

const DELIMITER = /^[ \t>|:-]{1,400}$/;
/** Wider tables are lists of something else. */
const CELLS_MAX = 40;

type Table = { readonly cells: ContextMatch[]; readonly end: number };
type Cell = { readonly text: string; readonly start: number };
type Rows = {
  readonly split: (line: Line) => Cell[];
  /** The last line of the head. */
  readonly last: Line;
  readonly isRow: (line: Line, cells: readonly Cell[]) => boolean;
};

function readTable(text: string, head: Line): Table | null {
  const rows = head.text.includes("|") ? findPiped(text, head) : findSeparated(head);
  if (rows === null) return null;
  const labels = rows.split(head).map(({ text: name }) => readLabel(name.replace(CELL_QUOTES, "")));
  const cells: ContextMatch[] = [];
  let { last } = rows;
  for (let row = lineAfter(text, last); row !== null; row = lineAfter(text, row)) {
    const parts = row.text.length > LINE_CHARS_MAX ? [] : rows.split(row);
    if (!rows.isRow(row, parts)) break;
    last = row;
    for (const [column, { text: cell, start }] of parts.entries()) {
      const label = labels[column] ?? null;
      const value = label === null ? undefined : LONE_VALUE.exec(cell)?.[1];
      if (label !== null && value !== undefined)
        cells.push(...judgeLabelled(label, value, start + cell.indexOf(value)));
    }
  }
  return last === head ? null : { cells, end: last.end };
}

function findPiped(text: string, head: Line): Rows | null {
  const delimiter = lineAfter(text, head);
  if (delimiter === null || !delimiter.text.includes("-") || !DELIMITER.test(delimiter.text)) return null;
  return { split: splitPiped, last: delimiter, isRow: (row) => row.text.includes("|") };
}

const SEPARATORS = ["\t", ";", ","];
/** A head of single words, as in exports. */
const HEAD_CELL = /^"?[\p{L}\w][\p{L}\w .-]{0,24}"?$/u;
const CELL_QUOTES = /^"|"$/g;

/** Rows with tabs or commas between their cells, below a head of names. */
function findSeparated(head: Line): Rows | null {
  const separator = SEPARATORS.find((mark) => head.text.includes(mark));
  if (separator === undefined) return null;
  const split = (line: Line): Cell[] => splitCells(line.text, line.start, separator);
  const names = split(head);
  if (!names.every(({ text: name }) => HEAD_CELL.test(name))) return null;
  if (names.every(({ text: name }) => readLabel(name.replace(CELL_QUOTES, "")) === null)) return null;
  return { split, last: head, isRow: (_, cells) => cells.length === names.length };
}

function splitPiped({ text, start }: Line): Cell[] {
  const from = /^[ \t>]{0,40}\|?/.exec(text)?.[0].length ?? 0;
  return splitCells(text.slice(from), start + from, "|");
}

function splitCells(text: string, from: number, separator: string): Cell[] {
  let start = from;
  return text.split(separator, CELLS_MAX).map((cell) => {
    const at = start + (cell.length - cell.trimStart().length);
    start += cell.length + 1;
    return { text: cell.trim(), start: at };
  });
}

const TABLE_PATTERNS: readonly NamedPattern[] = listPatterns({ DELIMITER, HEAD_CELL });

// A value below its name: on the next line, in the fence that begins there, under a heading, in a nested item. A line break
// after an equals sign or in a YAML block is part of an assignment, which `judge/assignment.ts` reads.

/** Between a name and its value. */
const BLANK_LINES_MAX = 2;
const BLOCK_LINES_MAX = 5;
/** Needed if a sentence names the value and no mark sets it apart. */
const OPAQUE_CHARS_MIN = 16;

const ITEM_MARK = /^[ \t>]{0,40}(?:[-*+•:] |\d{1,3}[.)] |#{1,6} )?[ \t]{0,8}/;
const LABEL =
  /^[*_]{0,3}([^:|`=$]{2,80}?)(?: (?:is|was|ist|lautet|est|es))?[ \t]{0,3}[*_]{0,3}(?:[ \t]{0,3}(?:[:：]|->|→)[*_]{0,3}(?:[ \t]{0,4}(?:\\|\(|["']{3}))?)?[ \t]{0,8}$/;
/** Around the name of a field or a variable. */
const QUOTES = /^((?:[a-z]{1,10} ){0,2})["'`]([^"'`]{2,80})["'`](?=[ \t]{0,3}[:=-])/i;
const TAG = /<\/?[a-z][^<>]{0,60}>/gi;
/** Also inside a quote. */
const BLANK = /^[ \t>]{0,40}$/;
const FENCE = /^[ \t>]{0,40}(?:`{3,8}|~{3,8})[\w+-]{0,20}[ \t]{0,8}$/;
const LONE_VALUE =
  /^[*_"'`“‘«„]{0,3}([^\s"'`<>|]{8,200}?)(?:["'`”’»]{1,3}[;,)]{1,2}|[*_"'`”’»]{0,3})[ \t]{0,8}$/;

/** Longer lines are no labels. */
const LABEL_CHARS_MAX = 120;

function readBelow(text: string, line: Line): ContextMatch[] {
  // The values below are checked first, because they are rare, and deciding between a name and a sentence takes longer.
  const values = listValues(text, line);
  if (values.length === 0) return [];
  const plain = (line.text.includes("<") ? line.text.replace(TAG, "") : line.text)
    .replace(ITEM_MARK, "")
    .replace(QUOTES, "$1$2");
  const name = plain.length > LABEL_CHARS_MAX ? undefined : LABEL.exec(plain)?.[1]?.trim();
  const label = name === undefined ? null : readLabel(name);
  return label === null ? [] : values.flatMap(({ value, start }) => judgeLabelled(label, value, start));
}

type Value = { readonly value: string; readonly start: number };

/** Words alone on the lines below this one, as values are. */
function listValues(text: string, line: Line): Value[] {
  let next = lineAfter(text, line);
  for (let blank = 0; next !== null && BLANK.test(next.text); blank += 1) {
    if (blank === BLANK_LINES_MAX) return [];
    next = lineAfter(text, next);
  }
  if (next === null) return [];
  if (!FENCE.test(next.text)) return readLone(next);
  const found: Value[] = [];
  for (let count = 0; count < BLOCK_LINES_MAX; count += 1) {
    next = next === null ? null : lineAfter(text, next);
    if (next === null || FENCE.test(next.text)) break;
    found.push(...readLone(next));
  }
  // Between other lines only an unmistakable value counts.
  return found.length === 1 ? found : found.filter(({ value }) => isUnmistakable(value));
}

function isUnmistakable(value: string): boolean {
  return isPasswordBeyondDoubt(value) || isOpaque(value, OPAQUE_CHARS_MIN);
}

function readLone(line: Line): Value[] {
  const mark = ITEM_MARK.exec(line.text)?.[0].length ?? 0;
  const value = LONE_VALUE.exec(line.text.slice(mark))?.[1];
  return value === undefined ? [] : [{ value, start: line.start + line.text.indexOf(value, mark) }];
}

const BELOW_PATTERNS: readonly NamedPattern[] = listPatterns({
  ITEM_MARK,
  LABEL,
  QUOTES,
  TAG,
  BLANK,
  FENCE,
  LONE_VALUE,
});

/** Listed for the proof that each pattern is linear, as for the patterns of rules. */
export const APART_PATTERNS: readonly NamedPattern[] = [
  ...TELLING_PATTERNS,
  ...BELOW_PATTERNS,
  ...TABLE_PATTERNS,
  ...CLAUSE_PATTERNS,
  ...STRAY_PATTERNS,
];
