// Shared by the readers of secrets that are named apart from their values: lines, and the type of their results.

import type { ProseId } from "../prose.ts";

/** A value that its context identifies as a secret, and the rule to report. */
export type ContextMatch = {
  readonly rule: ProseId | "password-assignment" | "key-assignment";
  readonly value: string;
  readonly start: number;
};

/** Listed for the proof that each pattern is linear, as for the patterns of rules. */
export type NamedPattern = { readonly id: string; readonly pattern: RegExp };

/** Longer lines are no labels, table heads or list entries. */
export const LINE_CHARS_MAX = 400;

export type Line = { readonly text: string; readonly start: number; readonly end: number };

export function lineAt(text: string, index: number): Line {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const newline = text.indexOf("\n", index);
  const end = newline === -1 ? text.length : newline;
  const shown = text.charAt(end - 1) === "\r" ? end - 1 : end;
  return { text: text.slice(start, shown), start, end };
}

/** Null after the last line. */
export function lineAfter(text: string, { end }: Line): Line | null {
  return end >= text.length ? null : lineAt(text, end + 1);
}

export function listPatterns(patterns: Readonly<Record<string, RegExp>>): NamedPattern[] {
  return Object.entries(patterns).map(([id, pattern]) => ({ id, pattern }));
}
