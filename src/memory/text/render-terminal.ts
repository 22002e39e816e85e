// Attack: the name of a file, a directory, a remote or a person, a memory or a finding, that moves the cursor, hides text, draws
// a line of ours or writes to the clipboard when it is printed. A terminal takes nothing but Shown, and a text that was computed
// is none: it becomes a value between words of ours, or a line of a report, and is cleaned on the way.

import { sanitizeText } from "./sanitize.ts";

const LINE_CHARS_MAX = 4_000;

declare const SHOWN: unique symbol;

/** What may go to a terminal as it is. */
export type Shown = string & { readonly [SHOWN]: true };

export function renderTerminalLine(text: string): string {
  return sanitizeText(text, LINE_CHARS_MAX).replaceAll(/[\n\t]/g, " ");
}

/** Our own words, with values between them that are cleaned and stay on their line. What is shown already stands in brackets:
 * `${[list]}go on? `. */
export function says(
  words: TemplateStringsArray,
  ...values: readonly (string | number | readonly Shown[])[]
): Shown {
  const clean = (value: (typeof values)[number]): string =>
    typeof value === "object" ? value.join("") : renderTerminalLine(`${value}`);
  return asShown(String.raw({ raw: words }, ...values.map(clean)));
}

/** For renderers that have cleaned or escaped whatever is not ours; test/arch has the list of them. */
export function asShown(text: string): Shown {
  return text as Shown;
}
