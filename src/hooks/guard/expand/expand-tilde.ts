// A tilde at the beginning of a word stands for a directory.

import { basename, dirname, join } from "node:path";
import { activate } from "./marks.ts";
import { type ShellState, valuesOf } from "./state.ts";

/** `~`, `~/…`, `~name/…`, `~+`, `~-`. */
export function expandTilde(text: string, state: ShellState, isLast: boolean): readonly string[] {
  const slash = text.indexOf("/");
  if (slash === -1 && !isLast) return [activate(text)];
  const name = text.slice(1, slash === -1 ? text.length : slash);
  const rest = slash === -1 ? "" : activate(text.slice(slash));
  return homesOf(name, state).map((home) => home + rest);
}

function homesOf(name: string, state: ShellState): readonly string[] {
  const { home } = state.fence.given;
  if (name === "") return valuesOf(state, "HOME") ?? [home];
  if (name === "+") return state.cwds;
  if (name === "-") return state.previous;
  // Homes are neighbours.
  return [name === basename(home) ? home : join(dirname(home), name)];
}
