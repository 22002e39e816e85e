// find and fd: they are judged by what they run on what they find. What they would find in a guarded place is known by
// samples; what they would find elsewhere is not, and their commands are judged with that too.

import { TOO_MANY } from "../denials.ts";
import { UNKNOWN } from "../expand/pattern-sentinels.ts";
import type { ShellState } from "../expand/state.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { denyReadOf } from "../fence/overlaps-guarded.ts";
import { firstDenial, type Run } from "../run.ts";
import { type Found, listFound } from "./list-found.ts";
import { readFd } from "./read-fd.ts";
import { EXPRESSION_MAX, type Finding, readFind } from "./read-find.ts";
import { denyWriteTo } from "./writers.ts";

/** Each is judged on each sample. */
const COMMANDS_MAX = 32;
/** What nobody knows of a file that is found: that it lies where the search began, not where the command stands. */
const FOUND_ELSEWHERE = `/${UNKNOWN}`;
/** fd has more of them, for parts of the path. */
const SLOT = /\{(?:\/\/|\/\.|[./])?\}/g;

export function judgeFind(program: string, args: readonly string[], run: Run): Denial | null {
  const finding = readFinding(program, args);
  const { roots, commands, outputs } = finding;
  const { state } = run;
  const named =
    firstDenial(outputs, (output) => denyWriteTo(state, output, "none")) ??
    firstDenial(roots, (root) => denyReadOf(state, root));
  if (named !== null) return named;
  if (commands.length > COMMANDS_MAX || finding.size > EXPRESSION_MAX) return TOO_MANY;
  return (
    firstDenial(commands, (command) => run.judge(fillIn(command, FOUND_ELSEWHERE), run)) ??
    firstDenial(listFound(finding, state), (found) => judgeFound(found, run))
  );
}

function readFinding(program: string, args: readonly string[]): Finding {
  return program === "find" ? readFind(args) : readFd(args);
}

function judgeFound({ sample, reached }: Found, run: Run): Denial | null {
  // A directory above holds something, so -delete cannot remove it.
  const deleted = reached.deletes && !sample.isAbove ? denyWriteTo(run.state, sample.path, "none") : null;
  return deleted ?? firstDenial(reached.commands, (command) => run.judge(fillIn(command, sample.path), run));
}

function fillIn(command: readonly string[], path: string): string[] {
  const filled = command.map((word) => word.replaceAll(SLOT, () => path));
  return filled.some((word, index) => word !== command[index]) ? filled : [...command, path];
}

/** The paths that it would print, as far as they are in guarded places. */
export function listFoundPaths(program: string, args: readonly string[], state: ShellState): string[] {
  const found = listFound(readFinding(program, args), state).filter(({ reached }) => reached.prints);
  return found.length === 0 ? [FOUND_ELSEWHERE] : found.map(({ sample }) => sample.path);
}
