// Scores the subjects of a session, one category at a time, from words alone: no model, and the same result every time. A
// score only leads to a suggestion, so a wrong one costs a line of attention.

import type { Category } from "../../memory/memory.ts";

export type TriageInput = {
  /** The messages, oldest first. */
  readonly messages: readonly string[];
  readonly toolUses: number;
  readonly distinctTools: number;
  /** The number of the user's prompts. */
  readonly exchanges: number;
};

export type TriageScore = { readonly category: Category; readonly score: number; readonly isOver: boolean };

const MESSAGES_MAX = 50;
/** A long pasted message is judged by its beginning. */
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
  // Sums of tenths are inexact, and a score that reaches its threshold counts.
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

// Pasted or quoted code does not count, because an `error` in it is a word of the program and no statement of a person.

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

// The words that indicate memorable content in a session, one row per category. A line counts once; it counts more near a
// booster; a line that only speaks in general terms does not count.

type Family = {
  readonly category: Exclude<Category, "session_summary">;
  readonly primary: RegExp;
  readonly booster: RegExp;
  readonly negative?: RegExp;
  readonly weight: { readonly primary: number; readonly boosted: number };
  /** The required score, from 0 to 1. */
  readonly threshold: number;
};

/** How many lines of each kind count. */
const PRIMARY_MAX = 3;
const BOOSTED_MAX = 2;

const SUMMARY_WEIGHTS = { toolUse: 0.05, tool: 0.1, exchange: 0.02 } as const;
const SUMMARY_THRESHOLD = 0.6;

function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w-])(?:${alternatives.join("|")})(?![\\w-])`, "i");
}

/** "We have not decided yet" is not a decision. */
const UNDECIDED = "(?<!(?:\\bnot|\\bnever|n['\u2019]t)\\s(?:yet\\s|really\\s|been\\s)?)";

const FAMILIES: readonly Family[] = [
  {
    category: "decision",
    primary: words(
      `${UNDECIDED}(?:decided|chose|selected|went with|picked)`,
      "let['\u2019]?s go with",
      "we should use",
      "opting for",
      "switching to",
      "adopting",
      "settled on",
      "going with",
      "(?:architecture|design) decision",
    ),
    booster: words("because", "due to", "reasons?", "rationale", "over", "instead of", "rather than"),
    weight: { primary: 0.3, boosted: 0.5 },
    threshold: 0.4,
  },
  {
    category: "runbook",
    primary: words(
      "errors?",
      "exceptions?",
      "tracebacks?",
      "stack ?traces?",
      "failed",
      "failures?",
      "crash(?:ed|es)?",
    ),
    booster: words("fixed by", "resolved", "root cause", "solutions?", "workarounds?", "the fix"),
    negative: words(
      // Conditions: a rule for later, and no event.
      "(?:if|when|whenever|unless|in case)(?:\\s[\\w'\u2019]{1,20}){0,6}\\s(?:fails?|failed|errors?|crash(?:es)?|failures?|exceptions?)",
      // Code that handles failures.
      "(?:errors?|exceptions?|failures?|crash)[ -](?:handl(?:ing|ers?)|codes?|messages?|types?|class(?:es)?|boundar(?:y|ies)|reporting|logging)",
      "(?:handle|catch|throw|raise|return|log|report|swallow|ignore)s?(?:\\s[\\w'\u2019]{1,20}){0,2}\\s(?:errors?|exceptions?|failures?)",
      // Statements that there were none.
      "(?:no|zero|0|without(?: any)?|free of)\\s(?:more\\s)?(?:errors?|exceptions?|failures?|crash(?:es)?|failed)",
      // An instruction that mentions them.
      "(?:should|must|would|will|may|might|could)(?:\\s[\\w'\u2019]{1,20}){0,3}\\s(?:errors?|exceptions?|failures?|crash)",
    ),
    weight: { primary: 0.2, boosted: 0.6 },
    threshold: 0.5,
  },
  {
    category: "constraint",
    primary: words(
      "limitations?",
      "api limits?",
      "restricted",
      "not supported",
      "quotas?",
      "rate limit(?:s|ed|ing)?",
      "(?:does not|doesn['\u2019]t) support",
      "limited to",
      "(?:hard|service) limits?",
    ),
    booster: words(
      "discovered",
      "found that",
      "turns out",
      "permanent(?:ly)?",
      "enduring",
      "platform",
      "cannot",
      "by design",
      "upstream",
      "provider",
      "not configurable",
      "managed plan",
      "incompatible",
      "deprecated",
    ),
    weight: { primary: 0.3, boosted: 0.5 },
    threshold: 0.45,
  },
  {
    category: "tech_debt",
    primary: words(
      // Written in two parts, because it is the word to search for and not a mark of ours.
      ["TO", "DO"].join(""),
      "deferred",
      "tech(?:nical)? debt",
      "workarounds?",
      "hacks?",
      "will address (?:it |this |that )?later",
    ),
    booster: words(
      "because",
      "for now",
      "temporar(?:y|ily)",
      "acknowledged",
      "deferring",
      "costs?",
      "risks?",
    ),
    weight: { primary: 0.3, boosted: 0.5 },
    threshold: 0.4,
  },
  {
    category: "preference",
    primary: words(
      "always use",
      "prefer(?:s|red)?",
      "conventions?",
      "from now on",
      "standard",
      "never use",
      "established",
      "default to",
      "stick with",
      "always remember",
      "my style",
      "keep using",
      "I like to",
    ),
    booster: words("agreed", "going forward", "consistently", "rules?", "practices?", "workflow"),
    weight: { primary: 0.35, boosted: 0.5 },
    threshold: 0.4,
  },
];
