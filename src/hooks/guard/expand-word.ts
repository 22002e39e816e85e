// From a word to the fields a shell would make of it: tilde, variables, braces, patterns, splitting. A field is a list
// of the texts that it may be; most have one.

import { basename, dirname, join } from "node:path";
import { expandBraces } from "./expand-braces.ts";
import { activate, activateValue, FIELD_ENDS, settle, UNKNOWN } from "./marks.ts";
import type { Part, Word } from "./shell-script.ts";
import { isSpent, type ShellState, VALUES_MAX, valuesOf } from "./shell-state.ts";
import { findOutput } from "./substitution-value.ts";

export type Field = readonly string[];

/** Texts longer than this are no paths, and are not multiplied. */
const TEXT_CHARS_MAX = 8_192;
const OUTPUT_DEPTH_MAX = 4;

export function expandWord(word: Word, state: ShellState, depth = 0): Field[] {
  const texts = textsOf(word, state, depth);
  const split = texts.map((text) => expandBraces(text).flatMap(splitField));
  const [only] = split;
  if (only !== undefined && split.length === 1) return only.map((field) => [field]);
  if (split.every((fields) => fields.length === 1)) return [split.flat()];
  return split.flat().map((field) => [field]);
}

/** The same as one text, as in an assignment: no braces, no splitting. */
export function expandText(word: Word, state: ShellState, depth = 0): Field {
  return textsOf(word, state, depth).map((text) => settle(text).replaceAll(FIELD_ENDS, " "));
}

function splitField(text: string): string[] {
  if (!text.includes(FIELD_ENDS)) return [settle(text)];
  return text
    .split(FIELD_ENDS)
    .filter((field) => field !== "")
    .map(settle);
}

function textsOf(word: Word, state: ShellState, depth: number): string[] {
  let texts: string[] = [""];
  // Pieces in a row are joined at once, so that a long word costs its length.
  let pending: string[] = [];
  for (const [index, part] of word.entries()) {
    if (isSpent(state)) return [UNKNOWN];
    const choices = choicesOf(part, state, {
      isFirst: index === 0,
      isLast: index === word.length - 1,
      depth,
    });
    const [only] = choices;
    if (choices.length === 1 && only !== undefined) pending.push(only);
    else {
      const joined = pending.join("");
      pending = [];
      texts = multiply(
        texts.map((text) => text + joined),
        choices,
      );
    }
    state.budget.characters -= choices.reduce((sum, choice) => sum + choice.length, 0);
  }
  const rest = pending.join("");
  return texts.map((text) => text + rest);
}

function multiply(texts: readonly string[], choices: readonly string[]): string[] {
  const isLong = texts.some((text) => text.length > TEXT_CHARS_MAX);
  const taken = isLong ? choices.slice(0, 1) : choices;
  return texts.flatMap((text) => taken.map((choice) => text + choice)).slice(0, VALUES_MAX);
}

type Spot = { readonly isFirst: boolean; readonly isLast: boolean; readonly depth: number };

function choicesOf(part: Part, state: ShellState, spot: Spot): readonly string[] {
  switch (part.kind) {
    case "text":
      if (part.quoted) return [part.text];
      return spot.isFirst && part.text.startsWith("~")
        ? expandTilde(part.text, state, spot.isLast)
        : [activate(part.text)];
    case "variable": {
      const values = valuesFor(part, state, spot.depth);
      return part.quoted ? values : values.map(activateValue);
    }
    case "command": {
      const output =
        spot.depth > OUTPUT_DEPTH_MAX
          ? null
          : findOutput(part.script, state, (word) => expandWord(word, state, spot.depth + 1));
      const values = output ?? [UNKNOWN];
      return part.quoted ? values : values.map(activateValue);
    }
    case "process":
    case "unknown":
      return [UNKNOWN];
  }
}

function valuesFor(
  part: Extract<Part, { kind: "variable" }>,
  state: ShellState,
  depth: number,
): readonly string[] {
  const values = valuesOf(state, part.name);
  const fallback = (): Field =>
    depth > OUTPUT_DEPTH_MAX ? [UNKNOWN] : expandText(part.fallback, state, depth + 1);
  const sign = part.operator.replace(":", "");
  if (sign === "-" || sign === "=") return values ?? [...fallback(), UNKNOWN];
  if (sign === "+") return fallback();
  // Cutting and replacing leave most paths in their directory: the value itself is judged.
  return values ?? [UNKNOWN];
}

/** `~`, `~/…`, `~name/…`, `~+`, `~-`. */
function expandTilde(text: string, state: ShellState, isLast: boolean): readonly string[] {
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

/** Each field in each of its readings, all fields in step. */
export function listVariants(fields: readonly Field[]): string[][] {
  const count = fields.reduce((most, field) => Math.max(most, field.length), 1);
  return Array.from({ length: count }, (_, index) =>
    fields.map((field) => field[Math.min(index, field.length - 1)] ?? ""),
  );
}
