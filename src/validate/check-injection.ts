// Says whether a text tries to steer a model that reads it. Flags, never blocks: a person decides. Fails closed: what is
// too large to check is flagged, and an error in a rule is thrown, not swallowed.

import { SCAN_BYTES_MAX } from "../memory/limits.ts";
import { sanitizeLine } from "../memory/text/sanitize.ts";
import type { MappedText } from "./injection/matching/mapped-text.ts";
import { normalizeForMatching } from "./injection/matching/normalize.ts";
import { scanInjection } from "./injection/matching/scan-injection.ts";
import { scoreText } from "./injection/model/score.ts";
import { createPositions, type Position } from "./position.ts";
import { findShown, joinFindings } from "./shown-text.ts";
import { type CheckContext, EXIT_OF_LABEL, type Finding, type Verdict } from "./verdict.ts";

/** Each needs its line and column, which on a file of one long line costs its length. */
const HITS_MAX = 20;
const SPAN_CHARS_MAX = 60;
const MODEL_RULE = "injection-model";

type Suspicion = { readonly rule: string; readonly at: number; readonly message: string };

export function checkInjection(file: string, text: string, _context: CheckContext): Verdict {
  if (Buffer.byteLength(text) > SCAN_BYTES_MAX) return toVerdict(file, [TOO_LARGE]);
  const written = findSuspicions(text, createPositions(text));
  const shown = findShown(text, (field) => field);
  if (shown === null) return toVerdict(file, written);
  const positionIn = createPositions(shown.text);
  const added = findSuspicions(shown.text, (offset) => ({
    line: shown.lineInFile(positionIn(offset).line),
    column: 1,
  }));
  // The model points at what weighs most, which may be another line of the same text.
  return toVerdict(file, joinFindings(written, added, MODEL_RULE));
}

function findSuspicions(text: string, positionOf: (offset: number) => Position): Finding[] {
  const normalized = normalizeForMatching(text);
  return [...suspectByRules(text, normalized), ...suspectByModel(text, normalized)]
    .sort((a, b) => a.at - b.at)
    .map(({ rule, at, message }) => ({ rule, severity: "flag", ...positionOf(at), message }));
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
  return [{ rule: MODEL_RULE, at, message }];
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
