// The words that a finding quotes. Whoever gets the finding may be a model, so a quote holds neither a secret nor what a person
// redacted. Attack: a token that an invisible character or a tag breaks up, a key that begins pages before the words, an escape
// of YAML. So what is covered is looked for in the whole text as it is read; where that cannot be told, nothing is quoted.

import { parseFrontmatter } from "../memory/file/frontmatter.ts";
import { replaceHidden } from "../memory/text/hidden-chars.ts";
import { sanitizeLine } from "../memory/text/sanitize.ts";
import { renderNameRuns } from "./file-stem.ts";
import { startEdits, unmapped } from "./injection/matching/mapped-text.ts";
import { applyRedaction } from "./redaction.ts";
import { scanSecrets } from "./secrets/scan-secrets.ts";
import { findShown } from "./shown-text.ts";

export type Quote = (start: number, end: number) => string;

type Span = { readonly start: number; readonly end: number };

const QUOTE_CHARS_MAX = 160;
const COVER = "…";

/** Looks for what is to be covered once, and only if something is quoted. */
export function createQuotes(text: string): Quote {
  let covered: readonly Span[] | null = null;
  return (start, end) => {
    covered ??= listCovered(text);
    let said = "";
    let at = start;
    for (const span of covered) {
      const [first, last] = [Math.max(at, span.start), Math.min(end, span.end)];
      if (first >= last) continue;
      said += `${text.slice(at, first)}${COVER}`;
      at = last;
    }
    return sanitizeLine(said + text.slice(at, Math.max(at, end)), QUOTE_CHARS_MAX);
  };
}

/** Of the words of a file name, which are no token any more once they stand apart. */
export function createNameQuotes(file: string, name: string): Quote {
  return scanSecrets(renderNameRuns(file)).length > 0 ? () => COVER : createQuotes(name);
}

/** As it is shown: an unclosed tag hides all that follows it. */
const REDACTED = /<redacted>[\s\S]*?(?:<\/redacted>|$)/gi;

function listCovered(text: string): readonly Span[] {
  if (isSpelledOut(text)) return [{ start: 0, end: text.length }];
  const edits = startEdits(unmapped(text));
  replaceHidden(text, (char, at) => {
    edits.replace(at, at + char.length, "");
    return "";
  });
  const read = edits.finish();
  const untagged = applyRedaction(read.text, false);
  const wrapped = Array.from(read.text.matchAll(REDACTED), ({ 0: part, index }) => ({
    start: read.originalOffset(index),
    end: read.originalOffset(index + part.length - 1) + 1,
  }));
  const toText = (offset: number): number => read.originalOffset(untagged.toOriginal(offset));
  const secrets = scanSecrets(untagged.text).map(({ start, end }) => ({
    start: toText(start),
    end: toText(Math.max(start, end - 1)) + 1,
  }));
  return [...wrapped, ...secrets].sort((a, b) => a.start - b.start || a.end - b.end);
}

const ESCAPE = /\\|''/;

/** Whether escapes in the frontmatter may spell what is to be covered: then the file does not tell where that stands. */
function isSpelledOut(text: string): boolean {
  const frontmatter = parseFrontmatter(text);
  if (frontmatter.kind === "broken" || !ESCAPE.test(text.slice(0, frontmatter.bodyStart))) return false;
  const shown = findShown(text)?.text ?? "";
  return /<redacted>/i.test(shown) || scanSecrets(applyRedaction(shown, false).text).length > 0;
}
