// When a question about the project as a whole asks about: today, last week, the past three days, March. By the days that the
// memories have, in UTC like them.

import { addDays } from "../../memory/instant.ts";
import type { Prompt } from "./read-prompt.ts";

export type AskedPeriod = {
  /** From here, and up to but without there. */
  readonly from: number;
  readonly to: number;
  /** The words that say it. */
  readonly said: ReadonlySet<string>;
};

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const UNITS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const NUMBERS = "zero one two three four five six seven eight nine ten".split(" ");
const RECENT = /\b(?:this|last|past) (?:(\d{1,3}|few|[a-z]+) )?(day|week|month|year)s?\b/;
const DAY = /\b(?:today|yesterday)\b/;
const DAY_COUNT_MAX = 3_660;
const FEW = 5;

/** @returns null when the prompt says no time. */
export function findAskedPeriod({ forms }: Prompt, now: number): AskedPeriod | null {
  const text = forms.slice(0, 24).join(" ");
  const today = new Date(now).setUTCHours(0, 0, 0, 0);
  const end = addDays(now, 1);
  const day = DAY.exec(text)?.[0];
  if (day === "today") return { from: today, to: end, said: new Set([day]) };
  if (day === "yesterday") {
    const from = addDays(today, -1);
    return { from, to: text.includes("since") ? end : today, said: new Set([day, "since"]) };
  }
  return findMonth(text, now) ?? findRecent(text, today, end);
}

function findRecent(text: string, today: number, end: number): AskedPeriod | null {
  const [phrase, number = "1", unit = ""] = RECENT.exec(text) ?? [];
  const days = UNITS[unit];
  const count = number === "few" ? FEW : Number(number) || NUMBERS.indexOf(number);
  if (phrase === undefined || days === undefined || count < 1) return null;
  const counted = addDays(today, -Math.min(DAY_COUNT_MAX, count * days));
  const from = phrase.startsWith("last") ? Math.min(counted, startOfLast(unit, today)) : counted;
  return { from, to: end, said: new Set(phrase.split(" ")) };
}

/** Last week may mean the past seven days or the week before this one, which begins on a Monday: both are in it. */
function startOfLast(unit: string, today: number): number {
  const date = new Date(today);
  if (unit === "week") return addDays(today, -7 - ((date.getUTCDay() + 6) % 7));
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1);
  return unit === "year" ? Date.UTC(date.getUTCFullYear() - 1, 0) : today;
}

/** Without a year: the last one that has begun. */
function findMonth(text: string, now: number): AskedPeriod | null {
  const pattern = new RegExp(String.raw`\b(?:in|since|during) (${MONTHS.join("|")})(?: (\d{4}))?\b`);
  const [phrase, name = "", given] = pattern.exec(text) ?? [];
  if (phrase === undefined) return null;
  const month = MONTHS.indexOf(name);
  const thisYear = new Date(now).getUTCFullYear();
  const year = Number(given ?? (Date.UTC(thisYear, month) > now ? thisYear - 1 : thisYear));
  const to = phrase.startsWith("since") ? addDays(now, 1) : Date.UTC(year, month + 1);
  return { from: Date.UTC(year, month), to, said: new Set(phrase.split(" ")) };
}
