// Scores what a session talked about, a category at a time, from words alone: no model, the same answer every time. It only
// ever leads to a suggestion, so a wrong answer costs a line of attention.

import type { Category } from "../../memory/memory.ts";
import {
  BOOSTED_MAX,
  FAMILIES,
  type Family,
  PRIMARY_MAX,
  SUMMARY_THRESHOLD,
  SUMMARY_WEIGHTS,
} from "./families.ts";

export type TriageInput = {
  /** What was said, oldest first. */
  readonly messages: readonly string[];
  readonly toolUses: number;
  readonly distinctTools: number;
  /** Prompts that the person gave. */
  readonly exchanges: number;
};

export type TriageScore = { readonly category: Category; readonly score: number; readonly isOver: boolean };

const MESSAGES_MAX = 50;
/** A message that somebody pasted is judged by its beginning. */
const MESSAGE_LINES_MAX = 1_000;
const LINE_CHARS_MAX = 2_000;
const NEAR_LINES = 4;

export function scoreSession(input: TriageInput): TriageScore[] {
  const lines = input.messages
    .slice(-MESSAGES_MAX)
    .flatMap((message) => stripCode(message).slice(0, MESSAGE_LINES_MAX))
    .map((line) => line.slice(0, LINE_CHARS_MAX));
  const scores = FAMILIES.map((family) =>
    rate(family.category, scoreFamily(family, lines), family.threshold),
  );
  return [...scores, rate("session_summary", scoreSummary(input), SUMMARY_THRESHOLD)];
}

function rate(category: Category, score: number, threshold: number): TriageScore {
  // Sums of tenths are not exact, and a score that reaches its threshold counts.
  const rounded = Math.round(score * 1e6) / 1e6;
  return { category, score: rounded, isOver: rounded >= threshold };
}

function scoreFamily({ primary, booster, negative, weight }: Family, lines: readonly string[]): number {
  const boosters = lines.map((line) => booster.test(line));
  let [plain, boosted] = [0, 0];
  for (const [at, line] of lines.entries()) {
    if (!primary.test(line) || negative?.test(line) === true) continue;
    const isNear = boosters.slice(Math.max(0, at - NEAR_LINES), at + NEAR_LINES + 1).includes(true);
    if (isNear && boosted < BOOSTED_MAX) boosted += 1;
    else if (plain < PRIMARY_MAX) plain += 1;
  }
  const most = PRIMARY_MAX * weight.primary + BOOSTED_MAX * weight.boosted;
  return (plain * weight.primary + boosted * weight.boosted) / most;
}

function scoreSummary({ toolUses, distinctTools, exchanges }: TriageInput): number {
  const { toolUse, tool, exchange } = SUMMARY_WEIGHTS;
  return Math.min(1, toolUse * toolUses + tool * distinctTools + exchange * exchanges);
}

// Code that was pasted or quoted says nothing about what people decided: an `error` in it is a word of the program.

const FENCE = /^\s{0,3}(?<mark>`{3,}|~{3,})/;
const INLINE = /`[^`]{1,2000}`/g;

/** The lines of a message without fenced code and code spans. An unclosed fence extends to the end. */
function stripCode(text: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.groups?.["mark"];
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence === null) lines.push(line.replace(INLINE, " "));
    else if (mark?.startsWith(fence) === true) fence = null;
  }
  return lines;
}
