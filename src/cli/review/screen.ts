// One item of the review on the screen: what it is, its text, why it waits, what it is like or disagrees with, and the keys; all
// else is under d. The text is that of every signature. Attack: a memory, or an agent's request, that looks like our own words;
// so each of its rows bears a mark.

import type { Request } from "../../app/change/requests.ts";
import type { Relations } from "../../app/recall/relations.ts";
import { sayAct } from "../../app/review/act-words.ts";
import type { ReviewChoices } from "../../app/review/choices.ts";
import type { ReviewItem } from "../../app/review/queue.ts";
import type { Refusal } from "../../memory/errors.ts";
import { revealLine } from "../../memory/text/look-alikes.ts";
import { asShown, type Shown } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import type { Row } from "../terminal/render-preview.ts";
import { wrapMarkedLine } from "../terminal/style.ts";
import { cutRow } from "../terminal/text-rows.ts";

/** The newest; more than this nobody reads. */
const WISHES_MAX = 3;
const STANDING_CHARS = 11;

export type Position = { readonly at: number; readonly of: number };

export function sayPosition({ target: { root, file, standing } }: ReviewItem, { at, of }: Position): string {
  return `${at} of ${of} · ${file.id}${root.scope === "user" ? " [user]" : ""} · ${standing.standing}`;
}

/** What it contradicts and what says the same, by their ids: every other word of them is theirs. */
export function relatedRows({ disagrees, alike }: Relations): Row[] {
  return [
    ...disagrees.map(
      ({ id, isFact, line }): Row => ["disagrees", `${id}${isFact ? ", a fact" : ""}: ${line}`],
    ),
    ["like", alike.map(({ id }) => id).join(", ")],
  ];
}

/** What stands first below the text. */
export function whyRows({ reasons, requests, target }: ReviewItem): Row[] {
  const shown = requests.slice(-WISHES_MAX).reverse();
  const more = requests.length - shown.length;
  // Of a file whose text cannot be shown.
  const problem = target.text === null ? target.problems[0] : undefined;
  return [
    ["waits", reasons.map(({ why }) => why).join("; ")],
    ...shown.map((request): Row => ["request", sayWish(request, target.digest)]),
    ["", more === 0 ? null : `and ${more} before`],
    ["unreadable", problem?.message ?? null],
  ];
}

function sayWish({ at, command, reason, digest }: Request, now: string | null): string {
  const other = digest === now ? "" : ", when its text was different";
  return `${command}, ${at}${other}: ${reason ?? "no reason given"}`;
}

/** What is left for the overview of a terminal, beside our own words. */
const OVERVIEW_ROWS = 5;

/** One row each, before the first screen. */
export function renderOverview(queue: readonly ReviewItem[], observed: string, { rows, columns }: Io): Shown {
  const shown = queue.slice(0, Math.max(1, rows - OVERVIEW_ROWS));
  const more = queue.length - shown.length;
  const digits = String(queue.length).length;
  const lines = shown.map(({ target, reasons }, index) => {
    const place = String(index + 1).padStart(digits);
    const name = revealLine(target.memory?.name ?? target.file.id);
    const why = revealLine(reasons.map((reason) => reason.why).join("; "));
    return cutRow(`  ${place}  ${target.standing.standing.padEnd(STANDING_CHARS)} ${name} · ${why}`, columns);
  });
  const rest = more === 0 ? [] : [`  and ${more} more`];
  const all = ["", `${queue.length} to review${observed}`, ...lines, ...rest, "", ""];
  return asShown(`${all.join("\n")}Enter to begin, q to quit: `);
}

export type KeyWords = { readonly choices: ReviewChoices; readonly hasDraft: boolean };

/** The last words of a screen: what each key does here, and nothing that would be refused. */
export function renderKeys({ choices, hasDraft }: KeyWords, columns: number): Shown {
  const { refusal, acts } = choices;
  const why = refusal === null ? [] : wrapMarkedLine(revealLine(sayRefusal(refusal)), columns, ["", "  "]);
  const offered = [...acts].map(([key, act]) => nameKey(key, sayAct(act, hasDraft)));
  const rows = [...why, ...fit([...offered, "[s]kip", "[d] more", "[q]uit"], columns)];
  return asShown(`${rows.join("\n")}: `);
}

/** A word that begins with its key has the key in it: most screens have their keys on one row of 80 columns. */
function nameKey(key: string, word: string): string {
  return word.startsWith(key) ? `[${key}]${word.slice(1)}` : `[${key}] ${word}`;
}

function sayRefusal({ message, hint }: Refusal): string {
  return `cannot be confirmed: ${message}${hint === undefined ? "" : `; ${hint}`}`;
}

/** As many on a row as there is room for. */
function fit(words: readonly string[], columns: number): string[] {
  const rows: string[] = [];
  for (const word of words) {
    const longer = `${rows.at(-1) ?? ""}  ${word}`;
    if (rows.length > 0 && longer.length < columns - 2) rows.splice(-1, 1, longer);
    else rows.push(word);
  }
  return rows;
}
