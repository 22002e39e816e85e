// A sentence that goes on in the next line is one sentence, also behind the marks of a quote, a comment or a list. Rules
// about wording read this copy; rules about lines read the one before. An empty line still ends a paragraph.

import { type MappedText, startEdits } from "./mapped-text.ts";

const WRAP = /[^\S\n]{0,8}\n[^\S\n]{0,8}(?:[>#*/|-]{1,3}[^\S\n]{1,8}){0,2}(?=\S)|[^\S\n]{2,64}|\t/g;

export function unwrapLines(source: MappedText): MappedText {
  const edits = startEdits(source);
  for (const { 0: gap, index } of source.text.matchAll(WRAP)) edits.replace(index, index + gap.length, " ");
  return edits.finish();
}
