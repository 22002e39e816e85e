// Character references and percent or backslash escapes are read by a model as easily as the letters they stand for.

import { type MappedText, startEdits } from "./mapped-text.ts";

/** Numeric references alone are always text; other escapes are ordinary in URLs and code, so only runs count. */
const REFERENCE = /&#(?:x([0-9a-f]{2,5})|(\d{2,6}));/gi;
const ESCAPED_RUN = /(?:%[2-7][0-9a-f]|\\x[2-7][0-9a-f]|\\u00[2-7][0-9a-f]){2,64}/gi;
const ONE_ESCAPE = /(?:%|\\x|\\u00)([2-7][0-9a-f])/gi;

export function decodeEscapes(source: MappedText): MappedText {
  let mapped = source;
  if (mapped.text.includes("&#")) mapped = decodeReferences(mapped);
  if (mapped.text.includes("%") || mapped.text.includes("\\")) mapped = decodeRuns(mapped);
  return mapped;
}

function decodeReferences(source: MappedText): MappedText {
  const edits = startEdits(source);
  for (const match of source.text.matchAll(REFERENCE)) {
    const [whole, hex, decimal] = match;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (isCharacter) edits.replace(match.index, match.index + whole.length, String.fromCodePoint(code));
  }
  return edits.finish();
}

function decodeRuns(source: MappedText): MappedText {
  const edits = startEdits(source);
  for (const run of source.text.matchAll(ESCAPED_RUN)) {
    for (const match of run[0].matchAll(ONE_ESCAPE)) {
      const start = run.index + match.index;
      const character = String.fromCharCode(Number.parseInt(match[1] ?? "20", 16));
      edits.replace(start, start + match[0].length, character);
    }
  }
  return edits.finish();
}
