// Redirections: where output goes is written, where input comes from is read.

import { expandText, expandWord } from "./expand/expand-word.ts";
import type { Fed } from "./expand/output.ts";
import type { ShellState } from "./expand/state.ts";
import { findInput } from "./expand/substitution-value.ts";
import type { Denial } from "./fence/places.ts";
import { denyReadOf } from "./fence/withheld.ts";
import { denyWriteTo } from "./programs/judge-writer.ts";
import { firstDenial } from "./run.ts";
import type { Redirect } from "./shell/script.ts";

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

/** What redirections make of standard input; null where they say nothing of it. */
export function readInput(redirects: readonly Redirect[], state: ShellState): Fed | null {
  return findInput(redirects, state, (word) => [expandText(word, state)]);
}
