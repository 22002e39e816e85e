// The facts about a text that a reader needs before it is shown: whether the injection check finds something strong in it,
// and the kinds of wording that it finds, in the words of the rules and never of the text. A process that has to answer
// quickly loads this module only for an unjudged text, because it is the largest part of the program.

import type { Wording } from "../memory/wording.ts";
import { checkInjection } from "./check-injection.ts";
import { ACTION_RULES } from "./injection/actions/rules.ts";
import { INJECTION_RULES } from "./injection/index.ts";
import { type Finding, NO_CONTEXT } from "./verdict.ts";

/** More kinds are no help to a reader. */
const KINDS_MAX = 2;
/** The kinds of the two rules that are in no table. */
const OTHER_KINDS = [
  ["injection-model", "wording of an instruction to a model"],
  ["text-too-large", "a text too large to be checked"],
] as const;

let kinds: ReadonlyMap<string, string> | null = null;

function kindOf(rule: string): string {
  kinds ??= new Map([
    ...[...INJECTION_RULES, ...ACTION_RULES].map(({ id, message }) => [id, message] as const),
    ...OTHER_KINDS,
  ]);
  return kinds.get(rule) ?? rule;
}

export function findWording(id: string, text: string): Wording {
  return wordingOf(checkInjection(`${id}.md`, text, NO_CONTEXT).findings);
}

/** Strong ones first. */
export function wordingOf(findings: readonly Finding[]): Wording {
  const strong = findings.filter(({ severity }) => severity === "flag");
  const weak = findings.filter(({ severity }) => severity !== "flag");
  const named = [...new Set([...strong, ...weak].map(({ rule }) => kindOf(rule)))].slice(0, KINDS_MAX);
  return {
    rules: rulesOf(findings),
    strong: rulesOf(strong),
    what: named.length === 0 ? null : named.join(", "),
  };
}

function rulesOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}
