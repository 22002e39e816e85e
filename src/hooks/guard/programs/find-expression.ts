// The expression of a `find`, evaluated as find does: in order, and no further than it is needed. Of some tests nobody
// can say beforehand how they end; then both ways are gone.

import type { Sample } from "./find-samples.ts";

export type Truth = "yes" | "no" | "maybe";

export type Expression =
  | { readonly kind: "test"; readonly test: (sample: Sample) => Truth }
  | { readonly kind: "not"; readonly of: Expression }
  | { readonly kind: "and" | "or" | "list"; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "run"; readonly command: readonly string[] }
  | { readonly kind: "delete" | "print" | "prune" };

/** What is done with one file. */
export type Reached = {
  readonly commands: (readonly string[])[];
  deletes: boolean;
  prints: boolean;
  /** It is a directory that is surely not entered. */
  prunes: boolean;
};

export function evaluate(expression: Expression, sample: Sample): Reached {
  const reached: Reached = { commands: [], deletes: false, prints: false, prunes: false };
  walk(expression, { sample, reached, isSure: true });
  return reached;
}

type Visit = { readonly sample: Sample; readonly reached: Reached; readonly isSure: boolean };

function walk(expression: Expression, visit: Visit): Truth {
  switch (expression.kind) {
    case "test":
      return expression.test(visit.sample);
    case "not":
      return negate(walk(expression.of, visit));
    case "and":
      return walkBoth(expression, visit, "no");
    case "or":
      return walkBoth(expression, visit, "yes");
    case "list":
      walk(expression.left, visit);
      return walk(expression.right, visit);
    case "run":
      visit.reached.commands.push(expression.command);
      return "maybe";
    case "delete":
      visit.reached.deletes = true;
      return "yes";
    case "print":
      visit.reached.prints = true;
      return "yes";
    case "prune":
      visit.reached.prunes ||= visit.isSure;
      return "yes";
  }
}

/** `settled` is the answer of the left side that makes the right one needless. */
function walkBoth(
  { left, right }: { readonly left: Expression; readonly right: Expression },
  visit: Visit,
  settled: "yes" | "no",
): Truth {
  const first = walk(left, visit);
  if (first === settled) return first;
  const second = walk(right, { ...visit, isSure: visit.isSure && first !== "maybe" });
  if (first !== "maybe" || second === settled) return second;
  return "maybe";
}

function negate(truth: Truth): Truth {
  if (truth === "maybe") return truth;
  return truth === "yes" ? "no" : "yes";
}
