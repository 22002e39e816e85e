// From arguments to a call, or to a refusal that names what was meant.

import { parseArgs } from "node:util";
import { CredenceError } from "../../memory/errors.ts";
import { type Call, type Command, GLOBAL_OPTIONS } from "./command.ts";

export function parseCall(
  command: Pick<Command, "name" | "options" | "usage">,
  args: readonly string[],
): Call {
  const call = readCall(command, args);
  if (call.values["help"] !== true) checkArity(command, call);
  return call;
}

function readCall(command: Pick<Command, "name" | "options">, args: readonly string[]): Call {
  const options = { ...GLOBAL_OPTIONS, ...command.options };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values, positionals, json: values["json"] === true };
  } catch (error) {
    // parseArgs throws only for a wrong call, and its first sentence says what is wrong.
    const message = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    const given = args.find(
      (arg) => arg.startsWith("--") && !Object.hasOwn(options, arg.slice(2).split("=")[0] ?? ""),
    );
    const nearest = given === undefined ? null : findNearest(given.slice(2), Object.keys(options));
    const hint = nearest === null ? `credence ${command.name} --help` : `did you mean --${nearest}?`;
    throw new CredenceError("USAGE", message.charAt(0).toLowerCase() + message.slice(1), hint);
  }
}

// More operands than any form of a command takes: the surplus was meant for something, so nothing is done.

export function checkArity({ usage }: Pick<Command, "usage">, call: Call): void {
  const { positionals, values } = call;
  // There, the command line has what a person would type.
  if (values["as-test-person"] === true) return;
  const forms = usage
    .map((form) => ({ form, operands: operandsOf(form) }))
    .filter(({ operands }) => fits(operands, positionals))
    .sort((a, b) => b.operands.length - a.operands.length);
  const [longest] = forms;
  // A verb that the command does not have is its own to refuse.
  if (longest === undefined || forms.some(({ operands }) => takes(operands, positionals.length))) return;
  const surplus = positionals.slice(longest.operands.length).join(" ");
  throw new CredenceError("USAGE", `unexpected argument: ${surplus}`, `credence ${longest.form}`);
}

/** The words of a form that are neither options nor their values. */
function operandsOf(form: string): string[] {
  const words = form
    .replace(/\[--[^\]]*\]/g, "")
    .split(" ")
    // `[word]` may be left out, which the number of operands allows anyway.
    .map((word) => word.replace(/^\[([a-z]+)\]$/, "$1"))
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

// "Did you mean …?": the closest word, if it is close enough to be a slip of the finger.

const DISTANCE_MAX = 2;

export function findNearest(word: string, words: readonly string[]): string | null {
  let nearest: string | null = null;
  let best = DISTANCE_MAX + 1;
  for (const candidate of words) {
    const distance = editDistance(word, candidate);
    if (distance < best && distance < candidate.length) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Two neighbours in each other's place are one slip. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > DISTANCE_MAX) return DISTANCE_MAX + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : substituted;
      next.push(Math.min(substituted, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? DISTANCE_MAX + 1;
}
