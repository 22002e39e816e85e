// Threat: a secret told in two halves, one in each of two messages. Neither half looks like anything, and whoever reads both
// has the secret. So messages that follow each other are also looked at as if they were one, and what they make together is
// taken out of both.

import type { SecretSpan } from "../capture/find-key-blocks.ts";
import type { FindSecrets } from "../capture/redact-and-truncate.ts";

/** What the texts hold together, by the text it lies in, in places of that. */
export function findJoined(texts: readonly string[], findSecrets: FindSecrets): SecretSpan[][] {
  const spans = findSecrets(texts.join(""));
  let start = 0;
  return texts.map((text) => {
    const from = start;
    start += text.length;
    return spans
      .map(({ rule, start: first, end }) => ({ rule, start: first - from, end: end - from }))
      .filter((span) => span.start < text.length && span.end > 0);
  });
}

export function redactSpans(text: string, spans: readonly SecretSpan[]): string {
  const kept: string[] = [];
  let at = 0;
  for (const { rule, start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    kept.push(text.slice(at, Math.max(at, start)), `[redacted: ${rule}]`);
    at = end;
  }
  return [...kept, text.slice(at)].join("");
}
