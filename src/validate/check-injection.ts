// Says whether a text tries to steer a model that reads it. Flags, never blocks: a person decides. Fails closed: what is
// too large to check is flagged, and an error in a rule is thrown, not swallowed.

import { SCAN_BYTES_MAX } from "../memory/limits.ts";
import { sanitizeLine } from "../memory/sanitize.ts";
import type { MappedText } from "./injection/matching/mapped-text.ts";
import { normalizeForMatching } from "./injection/matching/normalize.ts";
import { scanInjection } from "./injection/matching/scan-injection.ts";
import { scoreText } from "./injection/model/score.ts";
import { createPositions } from "./position.ts";
import { type CheckContext, EXIT_OF_LABEL, type Finding, type Verdict } from "./verdict.ts";

/** Each needs its line and column, which on a file of one long line costs its length. */
const HITS_MAX = 20;
const SPAN_CHARS_MAX = 60;

type Suspicion = { readonly rule: string; readonly at: number; readonly message: string };

export function checkInjection(file: string, text: string, _context: CheckContext): Verdict {
  if (Buffer.byteLength(text) > SCAN_BYTES_MAX) return toVerdict(file, [TOO_LARGE]);
  const normalized = normalizeForMatching(text);
  const positionOf = createPositions(text);
  const suspicions = [...suspectByRules(text, normalized), ...suspectByModel(text, normalized)];
  const findings = suspicions
    .sort((a, b) => a.at - b.at)
    .map(({ rule, at, message }): Finding => ({ rule, severity: "flag", ...positionOf(at), message }));
  return toVerdict(file, findings);
}

function suspectByRules(text: string, normalized: MappedText): Suspicion[] {
  const hits = scanInjection(text, normalized).slice(0, HITS_MAX);
  return hits.map(({ rule, start }) => ({ rule: rule.id, at: start, message: `looks like ${rule.message}` }));
}

function suspectByModel(text: string, { text: copy, originalOffset }: MappedText): Suspicion[] {
  const { margin, probability, start, end } = scoreText(copy);
  if (margin <= 0) return [];
  const at = originalOffset(start);
  const span = sanitizeLine(text.slice(at, originalOffset(end)), SPAN_CHARS_MAX);
  const message = `reads like an instruction to a model (score ${probability.toFixed(2)}): "${span}"`;
  return [{ rule: "injection-model", at, message }];
}

const TOO_LARGE: Finding = {
  rule: "text-too-large",
  severity: "flag",
  line: 1,
  column: 1,
  message: `is larger than ${SCAN_BYTES_MAX} bytes and was not checked`,
};

function toVerdict(file: string, findings: readonly Finding[]): Verdict {
  const label = findings.length === 0 ? "CLEAN" : "FLAGGED";
  return { file, tool: "injection-check", label, exit: EXIT_OF_LABEL[label], findings };
}
