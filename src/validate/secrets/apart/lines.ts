// What the readers of texts apart from their names share: lines, and what they find.

import type { ProseId } from "../prose.ts";

/** A value that what stands around it makes a secret, and the rule that speaks for it. */
export type Told = {
  readonly rule: ProseId | "password-assignment" | "key-assignment";
  readonly value: string;
  readonly start: number;
};

/** For the proof that each is linear, as those of the rules are. */
export type NamedPattern = { readonly id: string; readonly pattern: RegExp };

/** Longer lines are no labels, no heads of tables and no entries of lists. */
export const LINE_CHARS_MAX = 400;

export type Line = { readonly text: string; readonly start: number; readonly end: number };

export function lineAt(text: string, index: number): Line {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const newline = text.indexOf("\n", index);
  const end = newline === -1 ? text.length : newline;
  const shown = text.charAt(end - 1) === "\r" ? end - 1 : end;
  return { text: text.slice(start, shown), start, end };
}

/** Null behind the last line. */
export function lineAfter(text: string, { end }: Line): Line | null {
  return end >= text.length ? null : lineAt(text, end + 1);
}

export function listPatterns(patterns: Readonly<Record<string, RegExp>>): NamedPattern[] {
  return Object.entries(patterns).map(([id, pattern]) => ({ id, pattern }));
}
