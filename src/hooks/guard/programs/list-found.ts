// What a `find` gets to in guarded places, and what it does there.

import { dirname } from "node:path";
import type { ShellState } from "../expand/state.ts";
import { evaluate, type Reached } from "./find-expression.ts";
import { listSamples, type Sample } from "./find-samples.ts";
import type { Finding } from "./read-find.ts";

export type Found = { readonly sample: Sample; readonly reached: Reached };

/** What a search costs, as commands, and how many tests on samples cost as much as one. */
const SEARCH_WORK = 20;
const TESTS_PER_WORK = 50;

/** Of files in one directory one stands for all. */
export function listFound(finding: Finding, state: ShellState): Found[] {
  const { expression, depthMin, depthMax, size } = finding;
  const pruned = new Map<string, boolean>();
  const isPruned = (sample: Sample): boolean => {
    const known = pruned.get(sample.printed);
    if (known !== undefined) return known;
    const answer = sample.depth >= depthMin && evaluate(expression, sample).prunes;
    pruned.set(sample.printed, answer);
    return answer;
  };
  const found = new Map<string, Found>();
  const samples = finding.roots.flatMap((root) => listSamples(state, root));
  state.budget.work -= SEARCH_WORK + Math.ceil((samples.length * size) / TESTS_PER_WORK);
  for (const sample of samples) {
    if (sample.depth > depthMax || sample.depth < depthMin || parentsOf(sample).some(isPruned)) continue;
    const reached = evaluate(expression, sample);
    if (reached.commands.length === 0 && !reached.deletes && !reached.prints) continue;
    const where = sample.isDirectory ? sample.path : dirname(sample.path);
    const key = JSON.stringify([
      where,
      sample.isDirectory,
      reached.deletes,
      reached.prints,
      reached.commands,
    ]);
    if (!found.has(key)) found.set(key, { sample, reached });
  }
  return [...found.values()];
}

/** The directories on the way to it, from where find begins. */
function parentsOf({ printed, depth }: Sample): Sample[] {
  const names = printed.split("/");
  return Array.from({ length: depth }, (_, index) => {
    const parent = names.slice(0, names.length - depth + index).join("/");
    return { path: parent, printed: parent, depth: index, isDirectory: true, isAbove: true };
  });
}
