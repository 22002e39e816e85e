// What the readers of texts apart from their names share: lines, and saying a value once more beside its name.

/** `name: value`, where `start` is the place of the value in the text, and `told` the length of what stands before it here. */
export type Restated = { readonly text: string; readonly start: number; readonly told: number };

/** For the proof that each is linear, as those of the rules are. */
export type NamedPattern = { readonly id: string; readonly pattern: RegExp };

/** Longer lines are no notes, and would be read more than once. */
export const LINE_CHARS_MAX = 400;

export type Line = { readonly text: string; readonly start: number; readonly end: number };

export function lineAt(text: string, index: number): Line {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const newline = text.indexOf("\n", index);
  const end = newline === -1 ? text.length : newline;
  const shown = text.charAt(end - 1) === "\r" ? end - 1 : end;
  return { text: text.slice(start, Math.min(shown, start + LINE_CHARS_MAX + 1)), start, end };
}

/** Null behind the last line. */
export function lineAfter(text: string, { end }: Line): Line | null {
  return end >= text.length ? null : lineAt(text, end + 1);
}

export function restate(name: string, value: string, start: number): Restated {
  return { text: `${name}: ${value}`, start, told: name.length + 2 };
}

export function listPatterns(patterns: Readonly<Record<string, RegExp>>): NamedPattern[] {
  return Object.entries(patterns).map(([id, pattern]) => ({ id, pattern }));
}
