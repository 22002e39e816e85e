// What is fuzzed: one surface, how its inputs are made, and what it promises of each of them. An input is JSON, so that any can be
// kept in the corpus, mutated and read by a person.

import type fc from "fast-check";
import type { Owner } from "../temp-dir.ts";

export type Opened = {
  /** Inputs made by their structure. */
  readonly made: fc.Arbitrary<unknown>;
  /** Throws where a promise is broken; false for what is no input of this target. */
  readonly check: (input: unknown) => boolean | Promise<boolean>;
};

export type Missing = { readonly missing: string };

export type Target = {
  readonly name: string;
  /** What is promised of every input: a sentence part for the page. */
  readonly promises: string;
  /** How many inputs `npm run verify` tries beside the corpus. */
  readonly quick: number;
  readonly open: (owner: Owner) => Promise<Opened | Missing>;
};

type Shape<Input> = {
  readonly made: fc.Arbitrary<unknown>;
  /** Null for what a mutation made of an input that is none any more. */
  readonly read: (value: unknown) => Input | null;
  readonly check: (input: Input) => void | Promise<void>;
};

export function openedAs<Input>({ made, read, check }: Shape<Input>): Opened {
  return {
    made,
    check: (value) => {
      const input = read(value);
      if (input === null) return false;
      const done = check(input);
      return done instanceof Promise ? done.then(() => true) : true;
    },
  };
}

/** The text of an input that is `{ text }` and perhaps more. */
export function textOf(value: unknown, key = "text"): string | null {
  const text = fieldOf(value, key);
  return typeof text === "string" ? text : null;
}

export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;
}
