// Decides whether a text tries to steer a model that reads it. Flags, never blocks: a person decides. Fails closed: a text
// too large to check is flagged, and an error in a rule is thrown, not swallowed.

import { parseFrontmatter } from "../memory/file/frontmatter.ts";
import { SCAN_BYTES_MAX } from "../memory/limits.ts";
import { replaceHidden } from "../memory/text/hidden-chars.ts";
import { sanitizeLine } from "../memory/text/sanitize.ts";
import { isOverBytes } from "./byte-length.ts";
import { renderNameRuns, stemOf } from "./file-stem.ts";
import { listWarnings } from "./injection/actions/excused.ts";
import { findActs } from "./injection/actions/find-acts.ts";
import { findItemStarts } from "./injection/actions/items.ts";
import { ACTION_RULE_OF, MISSPELLED_RULE } from "./injection/actions/rules.ts";
import { DEEDS, weighActs } from "./injection/actions/weigh-acts.ts";
import { type Mention, readConcepts } from "./injection/concepts/read-concepts.ts";
import type { InjectionHit } from "./injection/matching/line-keywords.ts";
import { type MappedText, startEdits, unmapped } from "./injection/matching/mapped-text.ts";
import { findMisspelled } from "./injection/matching/misspelled.ts";
import { copyForMatching, type MatchingCopies, scanInjection } from "./injection/matching/scan-injection.ts";
import { isToldOf, type Told } from "./injection/matching/told-of.ts";
import { scoreText } from "./injection/model/score.ts";
import { createPositions, type Position } from "./position.ts";
import { applyRedaction } from "./redaction.ts";
import { scanSecrets } from "./secrets/scan-secrets.ts";
import { findShown, joinFindings } from "./shown-text.ts";
import { type CheckContext, EXIT_OF_LABEL, type Finding, type Severity, type Verdict } from "./verdict.ts";

/** Each hit needs its line and column, whose computation costs the length of the line. */
const HITS_MAX = 20;
/** With fewer characters the model can be certain about anything. */
const MODEL_CHARS_MIN = 40;
const MODEL_RULE = "injection-model";

type Suspicion = {
  readonly rule: string;
  readonly at: number;
  readonly isStrong: boolean;
  readonly message: string;
};

/** A text in the form that every kind of rule reads. */
type Reading = {
  readonly text: string;
  readonly copies: MatchingCopies;
  readonly mentions: readonly Mention[];
  readonly quote: Quote;
};

function readText(text: string, quote: Quote): Reading {
  const copies = copyForMatching(text);
  return { text, copies, mentions: readConcepts(copies.unwrapped.text), quote };
}

export function checkInjection(file: string, text: string, _context: CheckContext): Verdict {
  if (isOverBytes(text, SCAN_BYTES_MAX)) return toVerdict(file, [TOO_LARGE]);
  const written = [...findInName(file), ...findSuspicions(text, createPositions(text))];
  const shown = findShown(text);
  if (shown === null) return toVerdict(file, written);
  const positionIn = createPositions(shown.text);
  const added = findSuspicions(shown.text, (offset) => ({
    line: shown.lineInFile(positionIn(offset).line),
    column: 1,
  }));
  // Joined with those of the shown text: the model points at the heaviest words, which may be in another line of the same
  // text.
  return toVerdict(file, joinFindings(written, added, MODEL_RULE));
}

/** Fewer words can give no order. */
const NAME_WORDS_MIN = 3;

/** Checks the name of a memory, which is shown with it, as its id and in its path: in both its words are joined. Reports at
 * most one finding, and none of the model, which was trained on texts. */
function findInName(file: string): Finding[] {
  const words = stemOf(file).split(/[_-]+/);
  if (words.length < NAME_WORDS_MIN) return [];
  const name = words.join(" ");
  const reading = readText(name, createNameQuotes(file, name));
  const found = [...suspectByRules(reading), ...suspectByActs(reading)].slice(0, 1);
  return found.map(({ rule, isStrong, message }) => ({
    ...{ rule, severity: severityOf(isStrong), line: 1, column: 1 },
    message: `the file name ${message}`,
  }));
}

function findSuspicions(text: string, positionOf: (offset: number) => Position): Finding[] {
  const reading = readText(text, createQuotes(text));
  // Strong ones first, because many weak ones would leave no room for them.
  const found = [...suspectByRules(reading), ...suspectByActs(reading)]
    .sort((a, b) => Number(b.isStrong) - Number(a.isStrong) || a.at - b.at)
    .slice(0, HITS_MAX);
  return [...found, ...suspectByModel(reading)]
    .sort((a, b) => a.at - b.at)
    .map(({ rule, at, isStrong, message }) => ({
      ...{ rule, severity: severityOf(isStrong) },
      ...positionOf(at),
      message,
    }));
}

function severityOf(isStrong: boolean): Severity {
  return isStrong ? "flag" : "notice";
}

function suspectByRules(reading: Reading): Suspicion[] {
  const { text, copies } = reading;
  const isWarned = findWarned(text, copies.normalized);
  const hits = scanInjection(text, copies).filter(
    (hit) => IS_SHAPE.has(hit.rule.family) || !(isToldOf(text, hit, toldOf(hit)) || isWarned(hit.start)),
  );
  const found = hits.map(({ rule, start }) => ({
    ...{ rule: rule.id, at: start, isStrong: rule.severity === "flag" },
    message: `looks like ${rule.message}`,
  }));
  return [...found, ...suspectSpelling(reading)];
}

/** Rules of these families find deeds, whatever marks surround the words. */
const IS_DEED: ReadonlySet<string> = new Set(["destructive", "fetch-and-run", "exfiltration"]);

function toldOf({ rule }: InjectionHit): Told {
  return IS_DEED.has(rule.family) ? "deed" : "wording";
}

const LIST_ITEM = /^[^\S\n]{0,12}(?:[-*+]|\d{1,3}[.)])[^\S\n]/;

/** True for a position inside a list item below a line "Don't". Other lines below it are not part of the list, and may be
 * orders again. */
function findWarned(text: string, { text: copy, originalOffset }: MappedText): (at: number) => boolean {
  let warnings: { start: number; end: number }[] | null = null;
  return (at) => {
    warnings ??= listWarnings(copy);
    return warnings.some(({ start, end }) => {
      const first = originalOffset(start);
      if (at < first || at >= originalOffset(end)) return false;
      return LIST_ITEM.test(text.slice(Math.max(first, text.lastIndexOf("\n", at) + 1), at));
    });
  };
}

function suspectSpelling({ text, copies: { unwrapped }, mentions, quote }: Reading): Suspicion[] {
  const found = findMisspelled(unwrapped.text, mentions);
  if (found === null) return [];
  const { id, message } = MISSPELLED_RULE;
  const [at, end] = [unwrapped.originalOffset(found.start), unwrapped.originalOffset(found.end)];
  if (isToldOf(text, { start: at, end }, "wording")) return [];
  return [{ rule: id, at, isStrong: true, message: `looks like ${message}: "${quote(at, end)}"` }];
}

/** Families that match no wording, so that no words around a match can excuse it. */
const IS_SHAPE: ReadonlySet<string> = new Set(["hidden-character", "hidden-text", "encoded", "memory"]);

/** Reports what the acts do together, because each step alone looks harmless. */
function suspectByActs({ text, copies, mentions, quote }: Reading): Suspicion[] {
  const { unwrapped } = copies;
  const found = findActs(unwrapped.text, mentions, findItemStarts(copies, mentions));
  // Fewer acts never weigh more, and the acts of most texts weigh too little together.
  if (weighActs(found).length === 0) return [];
  const acts = found.filter(
    ({ act, start, end }) =>
      !isToldOf(
        text,
        { start: unwrapped.originalOffset(start), end: unwrapped.originalOffset(end) },
        DEEDS.has(act.family) ? "deed" : "wording",
      ),
  );
  return weighActs(acts).map(({ family, says, isStrong, start, end }) => {
    const { id, message } = ACTION_RULE_OF[family];
    const [at, last] = [unwrapped.originalOffset(start), unwrapped.originalOffset(end)];
    const steps = `looks like ${message}: it ${listSteps(says)}`;
    return { rule: id, at, isStrong, message: `${steps}: "${quote(at, last)}"` };
  });
}

const STEPS_MAX = 4;

function listSteps(says: readonly string[]): string {
  const named = says.slice(0, STEPS_MAX);
  return named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

function suspectByModel({ text, copies, mentions, quote }: Reading): Suspicion[] {
  const { text: copy, originalOffset } = copies.unwrapped;
  if (copy.length < MODEL_CHARS_MIN) return [];
  const { margin, start, end } = scoreText(copy, mentions);
  if (margin <= 0) return [];
  const [at, last] = [originalOffset(start), originalOffset(end)];
  if (isToldOf(text, { start: at, end: last }, "wording")) return [];
  const message = `reads like an instruction to a model: "${quote(at, last)}"`;
  return [{ rule: MODEL_RULE, at, isStrong: false, message }];
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

// The words that a finding quotes. A model may read the finding, so a quote contains neither a secret nor text that a
// person redacted.
//
// Attack: a token broken up by an invisible character or a tag; a key that begins pages before the quoted words; an escape
// of YAML. So the parts to cover are searched for in the whole text as it is read, and if their positions cannot be
// determined, nothing is quoted.

type Quote = (start: number, end: number) => string;

type Span = { readonly start: number; readonly end: number };

const QUOTE_CHARS_MAX = 160;
const COVER = "…";

/** The search for the parts to cover runs once, and only if something is quoted. */
function createQuotes(text: string): Quote {
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

/** For the words of a file name, in which a token is no longer recognisable once they are split. */
function createNameQuotes(file: string, name: string): Quote {
  return scanSecrets(renderNameRuns(file)).length > 0 ? () => COVER : createQuotes(name);
}

/** As readers show it: an unclosed tag hides everything after it. */
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

/** True when escapes in the frontmatter may spell text that must be covered; the file then does not tell where that text
 * is. */
function isSpelledOut(text: string): boolean {
  const frontmatter = parseFrontmatter(text);
  if (frontmatter.kind === "broken" || !ESCAPE.test(text.slice(0, frontmatter.bodyStart))) return false;
  const shown = findShown(text)?.text ?? "";
  return /<redacted>/i.test(shown) || scanSecrets(applyRedaction(shown, false).text).length > 0;
}
