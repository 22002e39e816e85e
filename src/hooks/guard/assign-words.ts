// `NAME=word`, `NAME+=word`, `NAME=(words)` before or without a command.

import { expandText, expandWord } from "./expand/expand-word.ts";
import { assign, assignList, type ShellState, valuesOf } from "./expand/state.ts";
import type { Assignment } from "./shell/script.ts";

export function assignWords({ name, values, isList, appends }: Assignment, state: ShellState): void {
  const before = appends ? (valuesOf(state, name) ?? []) : [];
  if (isList) {
    const words = values.flatMap((word) => expandWord(word, state).flat());
    assignList(state, name, [...before, ...words]);
    return;
  }
  const texts = values.flatMap((word) => expandText(word, state));
  assign(state, name, before.length === 0 ? texts : before.flatMap((text) => texts.map((end) => text + end)));
}
