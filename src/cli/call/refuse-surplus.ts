// More operands than any form of a command takes: the surplus was meant for something, so nothing is done.

import { CredenceError } from "../../memory/errors.ts";
import type { Call, Command } from "./command.ts";

export function refuseSurplus({ name, usage }: Pick<Command, "name" | "usage">, call: Call): void {
  const { positionals, values } = call;
  // What a person would type stands on the command line there.
  if (values["as-test-person"] === true) return;
  const forms = usage
    .map((form) => ({ form, operands: operandsOf(form) }))
    .filter(({ operands }) => fits(operands, positionals))
    .sort((a, b) => b.operands.length - a.operands.length);
  const [longest] = forms;
  // A verb that the command does not have is its own to refuse.
  if (longest === undefined || forms.some(({ operands }) => takes(operands, positionals.length))) return;
  const surplus = positionals.slice(longest.operands.length).join(" ");
  throw new CredenceError(
    "USAGE",
    `${name} takes nothing like «${surplus}» there`,
    `credence ${longest.form}`,
  );
}

/** The words of a form that are neither options nor their values. */
function operandsOf(form: string): string[] {
  const words = form
    .replace(/\[--[^\]]*\]/g, "")
    .split(" ")
    .filter((word) => word !== "" && word !== "…");
  return words.slice(1).filter((word, at) => !word.startsWith("--") && !words[at]?.startsWith("--"));
}

/** A lower-case word stands for itself, `a|b` for one of two. */
function fits(operands: readonly string[], given: readonly string[]): boolean {
  return operands.every((word, at) => {
    const one = given[at];
    return one === undefined || !/^[a-z]/.test(word) || word.split("|").includes(one);
  });
}

function takes(operands: readonly string[], count: number): boolean {
  return count <= operands.length || operands.at(-1)?.endsWith("…") === true;
}
