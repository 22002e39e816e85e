// A rule is data: the pattern, the message, and the proof. Rules about secrets have a file each, those about injection are
// in tables by kind; the folder's index.ts is the list. Tests run every rule against the texts that it catches and spares,
// and prove its pattern linear.

import type { Severity } from "./verdict.ts";

export type RuleMatch = {
  /** The text that matched, and its start. */
  readonly value: string;
  readonly index: number;
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** The whole text that was scanned, for rules that look around the match. */
  readonly text: string;
};

/** The part of a rule that a scan needs. Rules of the injection check keep their samples as data beside the tests. */
export type BareRule = Omit<Rule, "catches" | "spares">;

export type Rule = {
  /** Kebab-case, unique over all rules, frozen once released: people put it in allow-lists. */
  readonly id: string;
  /** The group by which the benchmark counts misses. */
  readonly family: string;
  readonly severity: Severity;
  /**
   * Lower case. The pattern runs only if one of them occurs in the lower-cased text, so a page without any of them
   * costs almost nothing. Empty means always.
   */
  readonly keywords: readonly string[];
  /**
   * True if every match begins with one of the keywords, in any case. The pattern is then tried only at keywords,
   * which is many times faster for keywords that every page contains.
   */
  readonly anchored?: true;
  /** A quick test of the whole text, for rules whose keywords are too common: the pattern runs only if it returns true. */
  readonly isPossible?: (text: string) => boolean;
  /**
   * Global flag, every quantifier bounded. Groups whose names begin with `secret` narrow what is reported and
   * masked, from the first to the last of them; they want the `d` flag where they may lie outside the match.
   */
  readonly pattern: RegExp;
  /** Completes the sentence "this looks like …". */
  readonly message: string;
  /** A last test that a pattern cannot make: entropy, placeholders, check digits. */
  readonly accepts?: (match: RuleMatch) => boolean;
  /** Texts in which the rule must fire. Sample secrets are built by repetition so that this repository scans clean. */
  readonly catches: readonly string[];
  /** Texts in which it must not. */
  readonly spares: readonly string[];
};

export function defineRule(rule: Rule): Rule {
  return rule;
}
