// The spelling of numbers, days and long names.

import { groupDigits } from "../../../memory/pluralize.ts";

/** 30000 as 30 000, with spaces that do not break. */
export function digits(number: number): string {
  return groupDigits(number).replaceAll(" ", "\u00A0");
}

/** `1 memory`, `30 000 memories`. */
export function count(number: number, one: string, many: string): string {
  return `${digits(number)} ${number === 1 ? one : many}`;
}

const NAME_CHARS_MAX = 240;

/** Cuts a name, which may be a megabyte long, to a recognisable beginning with its length. */
export function shorten(text: string, charsMax = NAME_CHARS_MAX): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax)}… (${digits(text.length)} characters)`;
}

export function dayOf(at: string): string {
  return at.slice(0, 10);
}

export function minuteOf(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

const STEPS = [
  { days: 365, one: "year", many: "years" },
  { days: 30, one: "month", many: "months" },
  { days: 7, one: "week", many: "weeks" },
  { days: 1, one: "day", many: "days" },
] as const;

/** `3 weeks ago`, `in 2 days`. */
export function ageOf(at: string, now: number): string {
  const days = Math.floor((now - Date.parse(at)) / 86_400_000);
  if (Number.isNaN(days)) return at;
  const [distance, isPast] = [Math.abs(days), days >= 0];
  const step = STEPS.find((each) => distance >= each.days);
  if (step === undefined) return "today";
  const words = count(Math.floor(distance / step.days), step.one, step.many);
  return isPast ? `${words} ago` : `in ${words}`;
}

/** Capitalises a sentence of ours. */
export function sayFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

export function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** power;
  return `${power > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[power]}`;
}
