// The words by which triage knows that a session held something worth keeping, a row a category. A line counts once; it
// counts more where a booster stands near it; a line that only talks about such things in general does not count.

import type { Category } from "../../memory/memory.ts";

export type Family = {
  readonly category: Exclude<Category, "session_summary">;
  readonly primary: RegExp;
  readonly booster: RegExp;
  readonly negative?: RegExp;
  readonly weight: { readonly primary: number; readonly boosted: number };
  /** Of the score, from 0 to 1. */
  readonly threshold: number;
};

/** How many lines of each kind count. */
export const PRIMARY_MAX = 3;
export const BOOSTED_MAX = 2;

export const SUMMARY_WEIGHTS = { toolUse: 0.05, tool: 0.1, exchange: 0.02 } as const;
export const SUMMARY_THRESHOLD = 0.6;

function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w-])(?:${alternatives.join("|")})(?![\\w-])`, "i");
}

/** "We have not decided yet" is not a decision. */
const UNDECIDED = "(?<!(?:\\bnot|\\bnever|n['\u2019]t)\\s(?:yet\\s|really\\s|been\\s)?)";

export const FAMILIES: readonly Family[] = [
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
      // What to do if: a rule for later, not something that happened.
      "(?:if|when|whenever|unless|in case)(?:\\s[\\w'\u2019]{1,20}){0,6}\\s(?:fails?|failed|errors?|crash(?:es)?|failures?|exceptions?)",
      // Code that deals with it.
      "(?:errors?|exceptions?|failures?|crash)[ -](?:handl(?:ing|ers?)|codes?|messages?|types?|class(?:es)?|boundar(?:y|ies)|reporting|logging)",
      "(?:handle|catch|throw|raise|return|log|report|swallow|ignore)s?(?:\\s[\\w'\u2019]{1,20}){0,2}\\s(?:errors?|exceptions?|failures?)",
      // None of them.
      "(?:no|zero|0|without(?: any)?|free of)\\s(?:more\\s)?(?:errors?|exceptions?|failures?|crash(?:es)?|failed)",
      // An instruction that names them.
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
      // Spelled apart: this is the word that we look for, not a mark of ours.
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
