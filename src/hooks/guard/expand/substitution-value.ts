// What `$(…)` and `<(…)` will print, for the commands with which people spell and list paths. Anything else is unknown.

import type { Command, Redirect, Script, Word } from "../shell/script.ts";
import { FEEDS_NOTHING, type Fed, feedsOf, isNothing, uniteFeeds } from "./output.ts";
import { branchState, enter, isSpent, type ShellState, VALUES_MAX } from "./state.ts";

type Expand = (word: Word) => readonly (readonly string[])[];

export function findOutput(script: Script, state: ShellState, expand: Expand): readonly string[] | null {
  const { texts, paths } = outputOf(script, state, expand);
  const values = [...texts.map((text) => text.replace(/\n+$/, "")), ...paths];
  return values.length === 0 ? null : values;
}

/** All that its commands print, each pipe by its end. */
export function outputOf(script: Script, outer: ShellState, expand: Expand): Fed {
  const state = branchState(outer);
  const printed: Fed[] = [];
  let piped = FEEDS_NOTHING;
  for (const item of script) {
    if (isSpent(state)) break;
    if (item.kind !== "command" && item.kind !== "subshell") continue;
    const feeds =
      item.kind === "command" ? run(item, piped, { state, expand }) : outputOf(item.body, state, expand);
    if (item.link !== "|") printed.push(feeds);
    piped = item.link === "|" ? feeds : FEEDS_NOTHING;
  }
  return uniteFeeds(printed);
}

type Setting = { readonly state: ShellState; readonly expand: Expand };

function run({ words, redirects }: Command, piped: Fed, { state, expand }: Setting): Fed {
  state.budget.work -= 1;
  const fields = words.flatMap(expand);
  const count = Math.min(VALUES_MAX, Math.max(1, ...fields.map((field) => field.length)));
  const variants = Array.from({ length: count }, (_, index) =>
    fields.map((field) => field[index] ?? field.at(-1) ?? ""),
  );
  const [[program, target] = []] = variants;
  if (program === "cd" && target !== undefined) {
    enter(
      state,
      variants.flatMap(([, each]) => (each === undefined ? [] : [each])),
    );
    return FEEDS_NOTHING;
  }
  const fed = findInput(redirects, state, expand) ?? piped;
  return uniteFeeds(variants.map((argv) => feedsOf(argv, fed, state)));
}

/** What standard input will be: the lines of a here-document, the text of a here-string, the output of `<(…)`. */
export function findInput(redirects: readonly Redirect[], state: ShellState, expand: Expand): Fed | null {
  const last = redirects.findLast(({ operator }) => operator.startsWith("<"));
  if (last === undefined) return null;
  const { operator, target, body, bodyWord } = last;
  const textsOf = (word: Word): readonly string[] => expand(word).map((field) => field.join("\n"));
  if (operator === "<<<") return { texts: textsOf(target), paths: [] };
  if (operator.startsWith("<<"))
    return { texts: bodyWord.length === 0 ? [body] : textsOf(bodyWord), paths: [] };
  const [part] = target;
  const output = part?.kind === "process" ? outputOf(part.script, state, expand) : FEEDS_NOTHING;
  return isNothing(output) ? null : output;
}
