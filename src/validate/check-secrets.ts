// Decides whether a text holds a secret. Fails closed: a text that cannot be checked (too large, too crowded) is never
// clean, and an error in a rule is thrown, not swallowed. Messages hold a masked preview, never the secret.

import { SCAN_BYTES_MAX } from "../memory/limits.ts";
import { isOverBytes } from "./byte-length.ts";
import { isMadeOfTitle, renderNameRuns } from "./file-stem.ts";
import { maskSecret } from "./mask-secret.ts";
import { createLines, createPositions, type Position } from "./position.ts";
import { applyRedaction, redactField } from "./redaction.ts";
import type { Rule } from "./rule.ts";
import { SECRET_RULES, SPECIFIC_RULES } from "./secrets/index.ts";
import { isBelievable } from "./secrets/judge/believable.ts";
import { isElidedAfter } from "./secrets/judge/placeholder.ts";
import { lintWithSecretlint, type PresetWatch, watchPreset } from "./secrets/lint-with-secretlint.ts";
import { isOwners } from "./secrets/owner.ts";
import { scanWith } from "./secrets/scan-secrets.ts";
import { findShown, joinFindings } from "./shown-text.ts";
import { type CheckContext, EXIT_OF_LABEL, type Finding, type Severity, type Verdict } from "./verdict.ts";

type Candidate = {
  readonly rule: string;
  readonly severity: Severity;
  readonly what: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Lower is more specific. */
  readonly rank: number;
};

export async function checkSecrets(file: string, text: string, context: CheckContext): Promise<Verdict> {
  if (isOverBytes(text, SCAN_BYTES_MAX)) return toVerdict(file, [TOO_LARGE]);
  const { redactionCounts } = context;
  const scanned = applyRedaction(text, redactionCounts);
  const positionOf = createPositions(text);
  const inText = await findSecrets({ file, text: scanned.text }, context, (offset) =>
    positionOf(scanned.toOriginal(offset)),
  );
  const inName = isMadeOfTitle(file, scanned.text) ? [] : findInName(file, context);
  const written = [...inName, ...inText];
  const shown = findShown(text, (field) => redactField(field, redactionCounts));
  if (shown === null) return toVerdict(file, written);
  const positionIn = createPositions(shown.text);
  const added = await findSecrets({ file, text: shown.text }, context, (offset) => ({
    line: shown.lineInFile(positionIn(offset).line),
    column: 1,
  }));
  return toVerdict(file, joinFindings(written, added));
}

/** At most one finding, because the runs of words overlap. Notices of personal data do not apply to a name. Uses only our
 * own rules, which know every format that a name can have: secretlint would cost as much for a name as for a file. */
function findInName(file: string, context: CheckContext): Finding[] {
  const runs = renderNameRuns(file);
  const found = tell(findWithOwnRules(runs, context), runs.length, () => FILE);
  const errors = found.filter(({ severity }) => severity === "error");
  return errors.slice(0, 1).map((finding) => ({ ...finding, message: `the file name ${finding.message}` }));
}

async function findSecrets(
  { file, text }: { readonly file: string; readonly text: string },
  context: CheckContext,
  positionOf: (offset: number) => Position,
): Promise<Finding[]> {
  const watch = watchPreset(text);
  const own = findWithOwnRules(text, context, watch);
  const candidates = [...own, ...(await findWithSecretlint(file, text, watch))];
  return tell(candidates, text.length, positionOf);
}

function tell(
  candidates: readonly Candidate[],
  length: number,
  positionOf: (offset: number) => Position,
): Finding[] {
  return keepMostSpecific(candidates, length).map(
    ({ rule, severity, start, what, value }): Finding => ({
      rule,
      severity,
      ...positionOf(start),
      message: `looks like ${what}: ${maskSecret(value)}`,
    }),
  );
}

/** A finding about the whole file. */
const FILE: Position = { line: 1, column: 1 };

const TOO_LARGE: Finding = {
  rule: "text-too-large",
  severity: "error",
  ...FILE,
  message: `is larger than ${SCAN_BYTES_MAX} bytes and was not checked`,
};

const RANK_OF_RULE = new Map(SECRET_RULES.map((rule, rank) => [rule, rank]));
/** Secretlint knows formats, so it ranks after our rules for formats and before those that go by a name. */
const SECRETLINT_RANK = SPECIFIC_RULES.length - 0.5;

function findWithOwnRules(text: string, context: CheckContext, watch?: PresetWatch): Candidate[] {
  return scanWith(SECRET_RULES, text, watch === undefined ? {} : { watch })
    .filter(({ rule, value }) => rule.severity !== "notice" || !isOwners(value, context.owner))
    .map(({ rule, value, start, end, crowded }) => ({
      rule: rule.id,
      severity: severityOf(rule, context),
      what: crowded === true ? `${rule.message}, or the text is too dense to tell` : rule.message,
      value,
      start,
      end,
      rank: RANK_OF_RULE.get(rule) ?? SECRET_RULES.length,
    }));
}

function severityOf(rule: Rule, context: CheckContext): Severity {
  return rule.severity === "notice" && context.owner.strict ? "error" : rule.severity;
}

async function findWithSecretlint(file: string, text: string, watch: PresetWatch): Promise<Candidate[]> {
  const hits = await lintWithSecretlint(file, text, watch);
  return hits
    .map(({ id, start, end }): Candidate => {
      const what = `a secret (${id.replace("-", ": ")})`;
      return {
        rule: id,
        severity: "error",
        what,
        value: text.slice(start, end),
        start,
        end,
        rank: SECRETLINT_RANK,
      };
    })
    .filter(({ rule, value, end }) => isBelievable(rule, value) && !isElidedAfter(text, end));
}

/** One finding per secret: of overlapping spans, the most specific rule wins. */
function keepMostSpecific(candidates: readonly Candidate[], textLength: number): Candidate[] {
  if (candidates.length < 2) return [...candidates];
  const taken = new Uint8Array(textLength + 1);
  const kept = candidates
    .toSorted((a, b) => a.rank - b.rank || a.start - b.start)
    .filter(({ start, end }) => {
      const isFree = !taken.subarray(start, end).includes(1);
      if (isFree) taken.fill(1, start, end);
      return isFree;
    });
  return kept.sort((a, b) => a.start - b.start);
}

function toVerdict(file: string, findings: readonly Finding[]): Verdict {
  const label = findings.some(({ severity }) => severity === "error") ? "SECRET-DETECTED" : "CLEAN";
  return { file, tool: "secret-check", label, exit: EXIT_OF_LABEL[label], findings };
}

// The positions of secrets, for callers that show the text with each of them covered.

export type Span = { readonly start: number; readonly end: number };

/** Every secret that fails the text, in ascending order. A secret that is spelled with escapes or broken up is located by
 * its whole line. */
export async function locateSecrets(file: string, text: string, context: CheckContext): Promise<Span[]> {
  if (isOverBytes(text, SCAN_BYTES_MAX)) return [{ start: 0, end: text.length }];
  const scanned = applyRedaction(text, context.redactionCounts);
  const written = await locateIn({ file, text: scanned.text }, context);
  const shown = findShown(text, (field) => redactField(field, context.redactionCounts));
  const hidden = shown === null ? [] : await locateIn({ file, text: shown.text }, context);
  const positionIn = createPositions(shown?.text ?? "");
  const lines = createLines(text);
  const lineOf = (offset: number): number => shown?.lineInFile(positionIn(offset).line) ?? 1;
  const spans = written.map(({ start, end }) => ({
    start: scanned.toOriginal(start),
    end: scanned.toOriginal(Math.max(start, end - 1)) + 1,
  }));
  const looked = new Set<string>();
  for (const { start, end } of hidden) {
    const first = lines.startOf(lineOf(start));
    const last = lines.endOf(lineOf(Math.max(start, end - 1)));
    const value = shown?.text.slice(start, end) ?? "";
    if (looked.has(`${first} ${value}`)) continue;
    looked.add(`${first} ${value}`);
    const places = findPlaces(text.slice(first, last), value);
    spans.push(...places.map((place) => ({ start: first + place.start, end: first + place.end })));
    if (places.length === 0) spans.push({ start: first, end: last });
  }
  return spans.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The literal occurrences of the value in the line. There may be none, if a rule saw the value only after a character
 * inside it was dropped. */
function findPlaces(line: string, value: string): Span[] {
  const places: Span[] = [];
  for (
    let at = value === "" ? -1 : line.indexOf(value);
    at !== -1;
    at = line.indexOf(value, at + value.length)
  )
    places.push({ start: at, end: at + value.length });
  return places;
}

async function locateIn(
  { file, text }: { readonly file: string; readonly text: string },
  context: CheckContext,
): Promise<Span[]> {
  const watch = watchPreset(text);
  const hits = scanWith(SECRET_RULES, text, { watch, hitsPerRuleMax: Number.POSITIVE_INFINITY });
  const own = hits.filter(
    ({ rule, value }) =>
      severityOf(rule, context) === "error" &&
      (rule.severity !== "notice" || !isOwners(value, context.owner)),
  );
  return [
    // If a rule gave up, everything after that point may be a secret.
    ...own.map(({ start, end, crowded }) => ({ start, end: crowded === true ? text.length : end })),
    ...(await findWithSecretlint(file, text, watch)),
  ];
}
