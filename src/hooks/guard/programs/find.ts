// find and fd are judged by what they run on what they find. What they would find in a guarded place is known by samples;
// what they would find elsewhere is not, and their commands are judged with that too.

import { EXPRESSION_MAX, FOUND_ELSEWHERE, type Found, listFound, readSearch } from "../expand/found.ts";
import { TOO_MANY } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { denyReadOf } from "../fence/overlaps-guarded.ts";
import { firstDenial, type Run } from "./run.ts";
import { denyWriteTo } from "./writers.ts";

/** Each is judged on each sample. */
const COMMANDS_MAX = 32;
/** fd has more of them, for parts of the path. */
const SLOT = /\{(?:\/\/|\/\.|[./])?\}/g;

export function judgeFind(program: string, args: readonly string[], run: Run): Denial | null {
  const search = readSearch(program, args);
  const { roots, commands, outputs } = search;
  const { state } = run;
  const named =
    firstDenial(outputs, (output) => denyWriteTo(state, output, "none")) ??
    firstDenial(roots, (root) => denyReadOf(state, root));
  if (named !== null) return named;
  if (commands.length > COMMANDS_MAX || search.size > EXPRESSION_MAX) return TOO_MANY;
  return (
    firstDenial(commands, (command) => run.judge(fillIn(command, FOUND_ELSEWHERE), run)) ??
    firstDenial(listFound(search, state), (found) => judgeFound(found, run))
  );
}

function judgeFound({ sample, actions }: Found, run: Run): Denial | null {
  return firstDenial(actions, (action) => {
    if (action === "print") return null;
    if (action !== "delete") return run.judge(fillIn(action, sample.path), run);
    // A directory above holds something, so -delete cannot remove it.
    return sample.isAbove ? null : denyWriteTo(run.state, sample.path, "none");
  });
}

function fillIn(command: readonly string[], path: string): string[] {
  const filled = command.map((word) => word.replaceAll(SLOT, () => path));
  return filled.some((word, index) => word !== command[index]) ? filled : [...command, path];
}
