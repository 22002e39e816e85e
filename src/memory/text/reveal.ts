// Threat: a reviewer approves what they see and the model gets what they do not. Review therefore shows every
// character that the sanitizer would drop, by its number and in its place.

import { replaceHidden } from "./hidden-chars.ts";
import { cutMarkPiles } from "./sanitize.ts";

/** Their own brackets are shown by number too, so that a text cannot pretend to have been revealed. */
const BRACKET = /[\u27E6\u27E7]/g;

export type Revealed = {
  readonly text: string;
  /** How many characters a reader would not have seen. */
  readonly hidden: number;
};

/** `\n` and `\t` stay and CRLF is read as `\n`. A pile of marks is shown uncomposed, since composing it is slow. */
export function revealHidden(text: string): Revealed {
  let hidden = 0;
  const composed = cutMarkPiles(text) === text ? text.normalize("NFC") : text;
  const bracketed = composed.replaceAll("\r\n", "\n").replace(BRACKET, showNumber);
  const shown = replaceHidden(bracketed, (char) => {
    hidden += 1;
    return showNumber(char);
  });
  return { text: shown, hidden };
}

/** Every character of it by number. */
export function revealAll(text: string): string {
  return Array.from(text, showNumber).join("");
}

function showNumber(char: string): string {
  const number = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `\u27E6U+${number}\u27E7`;
}
