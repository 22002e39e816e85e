// One line of a hit, with the words that were asked for marked.

import { sanitizeLine } from "../memory/text/sanitize.ts";
import { analyzePrompt } from "./words/words.ts";

const MARK_START = "«";
const MARK_END = "»";

const SNIPPET_CHARS = 160;
const LEAD_CHARS = 40;
const TEXT_CHARS_MAX = 70_000;
const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}])?/gu;

/** Marks of the text's own are replaced: only ours mark. */
export function renderSnippet(text: string, prompt: string): string {
  const line = sanitizeLine(text, TEXT_CHARS_MAX).replaceAll(MARK_START, "<").replaceAll(MARK_END, ">");
  const asked = new Set(analyzePrompt(prompt));
  const hits: { start: number; end: number }[] = [];
  for (const { 0: word, index } of line.matchAll(WORD)) {
    if (analyzePrompt(word).some((part) => asked.has(part)))
      hits.push({ start: index, end: index + word.length });
  }
  const start = chooseStart(line, hits);
  const end = start + SNIPPET_CHARS;
  let shown = start > 0 ? "…" : "";
  let at = start;
  for (const hit of hits.filter((each) => each.start >= start && each.end <= end)) {
    shown += `${line.slice(at, hit.start)}${MARK_START}${line.slice(hit.start, hit.end)}${MARK_END}`;
    at = hit.end;
  }
  return `${shown}${line.slice(at, end)}${end < line.length ? "…" : ""}`.toWellFormed();
}

/** Where most hits are near together; a few words before the first of them. */
function chooseStart(line: string, hits: readonly { readonly start: number }[]): number {
  let best = { start: 0, count: 0 };
  hits.forEach(({ start }, first) => {
    let past = first;
    while (past < hits.length && (hits[past]?.start ?? 0) < start + SNIPPET_CHARS - LEAD_CHARS) past += 1;
    if (past - first > best.count) best = { start, count: past - first };
  });
  if (best.start <= LEAD_CHARS) return 0;
  const space = line.indexOf(" ", best.start - LEAD_CHARS);
  return space === -1 || space >= best.start ? best.start : space + 1;
}
