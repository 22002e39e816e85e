// Redirections: where output goes is written, where input comes from is read.

import { expandText, expandWord } from "./expand-word.ts";
import { denyWriteTo } from "./judge-writer.ts";
import type { Denial } from "./places.ts";
import { firstDenial } from "./run.ts";
import type { Redirect } from "./shell-script.ts";
import type { ShellState } from "./shell-state.ts";
import { denyReadOf } from "./withheld.ts";

export function judgeRedirects(redirects: readonly Redirect[], state: ShellState): Denial | null {
  return firstDenial(redirects, ({ operator, target }) => {
    if (operator.startsWith("<<")) return null;
    const paths = expandWord(target, state)
      .flat()
      .filter((path) => !/^(?:\d+-?|-)$/.test(path));
    return firstDenial(paths, (path) =>
      operator === "<" || operator === "<&" ? denyReadOf(state, path) : denyWriteTo(state, path, "none"),
    );
  });
}

/** What standard input will be: the lines of a here-document or the text of a here-string. */
export function readInput(redirects: readonly Redirect[], state: ShellState): string | null {
  const last = redirects.findLast(({ operator }) => operator.startsWith("<<"));
  if (last === undefined) return null;
  if (last.operator === "<<<") return expandText(last.target, state).join("\n");
  return last.bodyWord.length === 0 ? last.body : expandText(last.bodyWord, state).join("\n");
}
