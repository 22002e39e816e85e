import { CredenceError } from "../../memory/errors.ts";
import type { Call } from "./command.ts";
import { textOf } from "./values.ts";

/** `--limit N`: a whole number from 1 to a most, or what is used without it. */
export function parseCount(
  call: Call,
  name: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number {
  const given = textOf(call, name);
  const count = Number(given ?? fallback);
  if (!Number.isInteger(count) || count < 1 || count > max) {
    throw new CredenceError("USAGE", `--${name} takes a number from 1 to ${max}`);
  }
  return count;
}
