// Redirections, and the here-documents that some of them announce.

import { type Cursor, readInside, skipBlanks } from "./cursor.ts";
import type { Redirect } from "./script.ts";

const OPERATOR =
  /^(?:\d{1,5}|\{[A-Za-z_][A-Za-z0-9_]{0,30}\})?(>&|(?:&>>|&>|>>|>)(?:\||!(?=\s))?|<<<|<<-|<<|<>|<&|<)(\(?)/;
const OPERATOR_CHARS_MAX = 48;

/** The redirection that begins here, with its target; null where none begins. */
export function readRedirect(cursor: Cursor): Redirect | null {
  if (!/^[\d{&<>]$/.test(cursor.text.charAt(cursor.at))) return null;
  const match = OPERATOR.exec(cursor.text.slice(cursor.at, cursor.at + OPERATOR_CHARS_MAX));
  if (match === null) return null;
  const [whole, operator = "", parenthesis = ""] = match;
  // `<(…)` is a word that stands for a file.
  if (parenthesis === "(" && (operator === "<" || operator === ">")) return null;
  cursor.at += whole.length - parenthesis.length;
  skipBlanks(cursor);
  const redirect: Redirect = { operator, target: cursor.readers.word(cursor), body: "", bodyWord: [] };
  if (operator === "<<" || operator === "<<-") announce(cursor, redirect);
  return redirect;
}

function announce(cursor: Cursor, redirect: Redirect): void {
  const { target, operator } = redirect;
  const end = target.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const plain = target.some((part) => part.kind === "text" && part.quoted);
  cursor.pending.push({ redirect, end, tabs: operator === "<<-", plain });
}

/** Behind a line break: the lines of every here-document announced before it. */
export function readBodies(cursor: Cursor): void {
  for (const { redirect, end, tabs, plain } of cursor.pending.splice(0)) {
    const from = cursor.at;
    let until = cursor.text.length;
    while (cursor.at < cursor.text.length) {
      const start = cursor.at;
      const stop = cursor.text.indexOf("\n", start);
      cursor.at = stop === -1 ? cursor.text.length : stop + 1;
      const line = cursor.text.slice(start, stop === -1 ? cursor.text.length : stop);
      if ((tabs ? line.replace(/^\t+/, "") : line) === end) {
        until = start;
        break;
      }
    }
    redirect.body = cursor.text.slice(from, until);
    if (!plain) {
      redirect.bodyWord = readInside(cursor, redirect.body, (inner) => inner.readers.quoted(inner, ""));
    }
  }
}
