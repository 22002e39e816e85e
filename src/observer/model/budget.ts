// Threat: an Observer that spends without end, because a session talks it into long answers or a loop calls it again and
// again. Three limits hold, each by what the provider itself reports: of one call, of the calls about one session, of one day
// (UTC) over all roots. Fails closed: a number that is none counts as the most there is.

import type { Config } from "../../memory/config/config-keys.ts";
import type { Usage } from "./provider.ts";

export const BUDGETS = ["invocation", "session", "day"] as const;
export type Budget = (typeof BUDGETS)[number];
export type Tokens = Readonly<Record<Budget, number>>;

/** Both are logged whole: which limit was too low can be seen only beside the others. */
export type Excess = { readonly which: Budget; readonly used: Tokens; readonly limits: Tokens };

const TOKENS_MAX = Number.MAX_SAFE_INTEGER;
export const NO_USAGE: Usage = { input: 0, output: 0, cacheCreation: 0 };

/** At least one token each, whatever the settings say. */
export function limitsOf(config: Config): Tokens {
  const atLeastOne = (tokens: number): number => (tokens >= 1 ? Math.trunc(tokens) : 1);
  return {
    invocation: atLeastOne(config["observer.max_tokens_per_invocation"]),
    session: atLeastOne(config["observer.max_tokens_per_session"]),
    day: atLeastOne(config["observer.max_tokens_per_day"]),
  };
}

/** Reports come from outside: no less than nothing, no part of a token. */
export function cleanUsage({ input, output, cacheCreation }: Usage): Usage {
  return { input: clean(input), output: clean(output), cacheCreation: clean(cacheCreation) };
}

/** What is new in a report of what a call has used so far. */
export function usageSince(before: Usage, now: Usage): Usage {
  return {
    input: Math.max(0, now.input - before.input),
    output: Math.max(0, now.output - before.output),
    cacheCreation: Math.max(0, now.cacheCreation - before.cacheCreation),
  };
}

export function addUsage(one: Usage, two: Usage): Usage {
  return cleanUsage({
    input: one.input + two.input,
    output: one.output + two.output,
    cacheCreation: one.cacheCreation + two.cacheCreation,
  });
}

/** Of one call everything counts; over time input and output do. */
export function countCall({ input, output, cacheCreation }: Usage): number {
  return clean(input + output + cacheCreation);
}

export function countOverTime({ input, output }: Usage): number {
  return clean(input + output);
}

/** The first limit that is exceeded while a call runs. */
export function findExcess(used: Tokens, limits: Tokens): Excess | null {
  const which = BUDGETS.find((budget) => used[budget] > limits[budget]);
  return which === undefined ? null : { which, used, limits };
}

/** A limit that leaves nothing for another call. */
export function findUsedUp(used: Omit<Tokens, "invocation">, limits: Tokens): Excess | null {
  const which = (["session", "day"] as const).find((budget) => used[budget] >= limits[budget]);
  return which === undefined ? null : { which, used: { invocation: 0, ...used }, limits };
}

function clean(tokens: number): number {
  if (Number.isNaN(tokens)) return TOKENS_MAX;
  return Math.min(TOKENS_MAX, Math.max(0, Math.trunc(tokens)));
}
