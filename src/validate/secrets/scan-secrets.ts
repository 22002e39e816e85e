// The fast way, for redacting what is captured: our own rules only, synchronous, and every hit, because what is left
// out here is written to disk.

import type { Rule } from "../rule.ts";
import { type Hit, scanText } from "../scan.ts";
import { CONTEXT_RULES, SPECIFIC_RULES } from "./index.ts";

const RULES = [...SPECIFIC_RULES, ...CONTEXT_RULES];

export function scanSecrets(text: string): Hit[] {
  return scanWith(RULES, text, Number.POSITIVE_INFINITY);
}

const SPELLED_SPACE = /\\[nrt]/g;

/** JSON and logs spell a line break out, and its letter stands right before whatever follows it (`\nghp_…`): such a text is
 * scanned once more with spaces there. Places stay what they are. */
export function scanWith(rules: readonly Rule[], text: string, hitsPerRuleMax?: number): Hit[] {
  const hits = scanText(rules, text, hitsPerRuleMax);
  const spaced = text.replace(SPELLED_SPACE, "  ");
  if (spaced === text) return hits;
  const keyOf = ({ rule, start, end }: Hit): string => `${rule.id} ${start} ${end}`;
  const known = new Set(hits.map(keyOf));
  const added = scanText(rules, spaced, hitsPerRuleMax).filter((hit) => !known.has(keyOf(hit)));
  return [...hits, ...added].sort((a, b) => a.start - b.start || a.end - b.end);
}
