// The values of a call, as commands need them.

import { CredenceError } from "../../memory/errors.ts";
import { SCOPES, type Scope } from "../../memory/memory.ts";
import type { Call } from "./command.ts";

export function textOf(call: Call, name: string): string | null {
  const value = call.values[name];
  return typeof value === "string" ? value : null;
}

export function scopeOf(call: Call): Scope | null {
  const given = textOf(call, "scope");
  const scope = SCOPES.find((each) => each === given) ?? null;
  if (given !== null && scope === null) throw new CredenceError("USAGE", "--scope is project or user");
  return scope;
}

/** A list on the command line: `--tags a,b`. */
export function listOf(call: Call, name: string): string[] {
  return (textOf(call, name) ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** One of these words; null where it is absent. */
export function wordOf<Word extends string>(call: Call, name: string, words: readonly Word[]): Word | null {
  const given = textOf(call, name);
  const word = words.find((each) => each === given) ?? null;
  if (given !== null && word === null)
    throw new CredenceError("USAGE", `--${name} is one of ${words.join(", ")}`);
  return word;
}
