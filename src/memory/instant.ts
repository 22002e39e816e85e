// Time is a number handed in by the caller. Everything is UTC; nothing here asks what time it is.

import { CLOCK_SKEW_HOURS } from "./limits.ts";

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
// There is no year 0000: readers elsewhere refuse it.
const INSTANT = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** @returns null when the text is not `YYYY-MM-DDTHH:MM:SSZ` with a real date. */
export function parseInstant(text: string): Instant | null {
  if (!INSTANT.test(text)) return null;
  const instant = Date.parse(text);
  // 30 February and 24 o'clock are read as a later day; whatever else is out of range is not read at all.
  return new Date(instant).getUTCDate() === Number(text.slice(8, 10)) ? instant : null;
}

/** @returns the first instant of `YYYY-MM-DD`; null when that is not a real date. */
export function parseDay(text: string): Instant | null {
  return DAY.test(text) ? parseInstant(`${text}T00:00:00Z`) : null;
}

export function renderInstant(instant: Instant): string {
  const date = new Date(instant);
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return `${renderDay(instant)}T${time.map((part) => pad(part, 2)).join(":")}Z`;
}

/** Not by toISOString: that has the engine look for the machine's time zone first, which takes longer than the rest. */
export function renderDay(instant: Instant): string {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  // What is no date is an error there, and years of another length have their own form.
  if (!(year >= 0 && year <= 9_999)) return date.toISOString().slice(0, 10);
  return `${pad(year, 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}

export function addDays(instant: Instant, days: number): Instant {
  return instant + days * DAY_MS;
}

/** Whole days from then to now; negative when `then` is in the future. */
export function daysSince(then: Instant, now: Instant): number {
  return Math.floor((now - then) / DAY_MS);
}

/** A date far ahead is a wrong clock or a lie: it counts as absent. */
export function isPlausible(instant: Instant, now: Instant): boolean {
  return instant <= now + CLOCK_SKEW_HOURS * HOUR_MS;
}
