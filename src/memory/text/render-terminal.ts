// Attack: a file name, a memory or a finding that moves the cursor, hides text or writes to the clipboard when printed.
// Whatever a person's terminal gets from us goes through here.

import { sanitizeText } from "./sanitize.ts";

const LINE_CHARS_MAX = 4_000;

export function renderTerminalLine(text: string): string {
  return sanitizeText(text, LINE_CHARS_MAX).replaceAll(/[\n\t]/g, " ");
}
