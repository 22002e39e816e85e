// One item of the review on the screen: why it is pending, what is requested, then the same preview as for every
// signature, and after its last line the keys. Attack: a memory, or an agent's request, that looks like our own words;
// so each of its rows bears a mark.

import type { Request } from "../../app/change/requests.ts";
import type { ReviewAct, ReviewChoices } from "../../app/review/choices.ts";
import type { ReviewItem } from "../../app/review/queue.ts";
import type { Refusal } from "../../memory/errors.ts";
import { STATUS_WORDS, TRANSITION_WORDS } from "../../memory/law/transition-words.ts";
import { revealHidden } from "../../memory/text/reveal.ts";
import { wrapMarkedLine } from "../terminal/style.ts";

/** The newest; more than this nobody reads. */
const WISHES_MAX = 3;

export type Place = { readonly at: number; readonly of: number };

export function renderItem(item: ReviewItem, { at, of }: Place, columns: number): string {
  const why = item.reasons.map((reason) => reason.why).join("; ");
  const rows = [
    ...wrapMarkedLine(revealLine(`${at} of ${of} · ${item.target.standing.standing}, ${why}`), columns, [
      "",
      "  ",
    ]),
    ...renderWishes(item, columns),
    ...renderProblem(item, columns),
  ];
  return `\n${rows.map((row) => `${row}\n`).join("")}`;
}

function renderWishes({ requests, target }: ReviewItem, columns: number): string[] {
  const shown = requests.slice(-WISHES_MAX).reverse();
  const rows = shown.flatMap((request) =>
    wrapMarkedLine(revealLine(sayWish(request, target.digest)), columns, ["request      ", "             "]),
  );
  const more = requests.length - shown.length;
  return more === 0 ? rows : [...rows, `             and ${more} before`];
}

function sayWish({ at, command, reason, digest }: Request, now: string | null): string {
  const other = digest === now ? "" : ", when its text was different";
  return `${command}, ${at}${other}: ${reason ?? "no reason given"}`;
}

/** Of a file whose text cannot be shown. */
function renderProblem({ target }: ReviewItem, columns: number): string[] {
  const problem = target.text === null ? target.problems[0] : undefined;
  if (problem === undefined) return [];
  return wrapMarkedLine(revealLine(problem.message), columns, ["unreadable   ", "             "]);
}

export type KeyWords = { readonly choices: ReviewChoices; readonly hasDraft: boolean };

/** The last words of a screen: what each key does here, and nothing that would be refused. */
export function renderKeys({ choices, hasDraft }: KeyWords, columns: number): string {
  const { refusal, acts } = choices;
  const why = refusal === null ? [] : wrapMarkedLine(sayRefusal(refusal), columns, ["", "  "]);
  const offered = [...acts].map(([key, act]) => `[${key}] ${sayAct(act, hasDraft)}`);
  const rows = [...why, ...fit([...offered, "[s] skip", "[q] quit"], columns)];
  return `${rows.join("\n")}: `;
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

function sayAct(act: ReviewAct, hasDraft: boolean): string {
  switch (act.kind) {
    case "raise":
      return TRANSITION_WORDS[act.action].offer;
    case "demote":
      return TRANSITION_WORDS.demote.offer;
    case "sign-quarantine":
      return "leave in quarantine";
    case "record-archive":
      return "leave archived";
    case "status":
      return STATUS_WORDS[act.action].offer;
    case "grant":
      return `${act.action} as requested`;
    case "decline":
      return "decline";
    case "edit":
      return hasDraft ? "continue editing" : "edit";
  }
}

function revealLine(line: string): string {
  return revealHidden(line).text;
}
