// A rule is data: what it looks for, how it says so, and the proof that it does. Rules about secrets stand in
// a file each, those about injection in tables by kind; the folder's index.ts is the list. Tests run every rule against what
// it catches and spares, and prove its pattern linear.

import type { Severity } from "./verdict.ts";

export type RuleMatch = {
  /** The text that matched, and where it begins. */
  readonly value: string;
  readonly index: number;
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** The whole text that was scanned, for rules that look around the match. */
  readonly text: string;
};

/** What a scan needs of a rule. Those of the injection check keep their samples as data beside the tests. */
export type BareRule = Omit<Rule, "catches" | "spares">;

export type Rule = {
  /** Kebab-case, unique over all rules, frozen once released: people put it in allow-lists. */
  readonly id: string;
  /** What the benchmark groups misses by. */
  readonly family: string;
  readonly severity: Severity;
  /**
   * Lower case. The pattern runs only if one of them occurs in the lower-cased text, so a page without any of them
   * costs almost nothing. Empty means always.
   */
  readonly keywords: readonly string[];
  /**
   * True if every match begins with one of the keywords, in any case. The pattern is then tried only where one stands,
   * which is many times faster for keywords that every page holds.
   */
  readonly anchored?: true;
  /** A quick look at the whole text where no keyword tells much: the pattern runs only if it says yes. */
  readonly isPossible?: (text: string) => boolean;
  /**
   * Global flag, every quantifier bounded. Groups whose names begin with `secret` narrow what is reported and
   * masked, from the first to the last of them; they want the `d` flag where they may lie outside the match.
   */
  readonly pattern: RegExp;
  /** Completes the sentence "this looks like …". */
  readonly message: string;
  /** A last look that a pattern cannot take: entropy, placeholders, check digits. */
  readonly accepts?: (match: RuleMatch) => boolean;
  /** Texts in which the rule must fire. Sample secrets are built by repetition so that this repository scans clean. */
  readonly catches: readonly string[];
  /** Texts in which it must not. */
  readonly spares: readonly string[];
};

export function defineRule(rule: Rule): Rule {
  return rule;
}
