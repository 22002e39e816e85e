// The body of a memory for a model, within what an answer has room for.
//
// Threat: a body that goes on as if it were the next memory of the answer, with a standing of its own choice. In the text
// form each of its lines begins with a mark that no line of ours begins with.

import { FILE_BYTES_MAX } from "../memory/limits.ts";
import { escapeMarkup } from "../memory/text/escape.ts";
import { hideRedacted } from "../memory/text/redacted.ts";
import { renderText, sanitizeText } from "../memory/text/sanitize.ts";

const MARK = "| ";

export type RenderedBody = { readonly text: string; readonly truncated: boolean };

/** As much of it as takes `room` characters in the text form, which is the longer one. */
export function renderBody(body: string, room: number): RenderedBody {
  const shown = hideRedacted(body);
  const chars = [...sanitizeText(shown, FILE_BYTES_MAX)];
  let left = room - MARK.length;
  const end = chars.findIndex((char) => {
    left -= escapeMarkup(char).length + (char === "\n" ? MARK.length : 0);
    return left < 0;
  });
  return { text: renderText(shown, end === -1 ? chars.length : end), truncated: end !== -1 };
}

/** The text form of it. */
export function quoteBody(text: string): string {
  return `${MARK}${text.trimEnd().replaceAll("\n", `\n${MARK}`)}`;
}
