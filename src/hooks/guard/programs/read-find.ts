// The arguments of a `find`: where it begins, and its expression.

import { words } from "./arguments.ts";
import type { Expression } from "./find-expression.ts";
import { testOf } from "./find-tests.ts";

export type Finding = {
  readonly roots: readonly string[];
  readonly expression: Expression;
  readonly depthMin: number;
  readonly depthMax: number;
  readonly commands: readonly (readonly string[])[];
  readonly outputs: readonly string[];
  /** How long the expression is. */
  readonly size: number;
};

const RUNS = new Set(words("-exec -execdir -ok -okdir"));
const WRITES = new Set(words("-fprint -fprint0 -fprintf -fls"));
const PRINTS = new Set(words("-print -print0 -printf -ls"));
/** Other tests and options with a value. */
const VALUED = new Set(
  words(
    "-maxdepth -mindepth -regextype -newer -anewer -cnewer -mtime -ctime -atime -mmin -cmin -amin -size -user -group -uid -gid -perm -links -inum -samefile -fstype -lname -ilname -xtype -used -context -printf",
  ),
);
const DEPTH_MAX = 32;
/** A longer expression is not read to its end. */
export const EXPRESSION_MAX = 512;

export function readFind(args: readonly string[]): Finding {
  const roots: string[] = [];
  let at = 0;
  while (at < args.length && /^-[HLPDO]/.test(args[at] ?? "")) at += 1;
  for (; at < args.length && !/^(?:-|[(!]$)/.test(args[at] ?? ""); at += 1) roots.push(args[at] ?? "");
  const rest = args.slice(at, at + EXPRESSION_MAX);
  const reading: Reading = { args: rest, at: 0, depth: 0, commands: [], outputs: [], acts: false };
  const read = readList(reading);
  const { commands, outputs, acts } = reading;
  return {
    roots: roots.length === 0 ? ["."] : roots,
    // Without an action, what passes is printed.
    expression: acts ? read : { kind: "and", left: read, right: { kind: "print" } },
    depthMin: depthOf(rest, "-mindepth") ?? 0,
    depthMax: depthOf(rest, "-maxdepth") ?? Number.POSITIVE_INFINITY,
    commands,
    outputs,
    size: args.length - at,
  };
}

function depthOf(args: readonly string[], option: string): number | null {
  const at = args.indexOf(option);
  const depth = at === -1 ? Number.NaN : Number.parseInt(args[at + 1] ?? "", 10);
  return Number.isNaN(depth) ? null : depth;
}

type Reading = {
  readonly args: readonly string[];
  at: number;
  depth: number;
  readonly commands: (readonly string[])[];
  readonly outputs: string[];
  /** It does something of its own with what it finds. */
  acts: boolean;
};

const YES: Expression = { kind: "test", test: () => "yes" };
const MAYBE: Expression = { kind: "test", test: () => "maybe" };

function readList(reading: Reading): Expression {
  let left = readChoice(reading);
  while (take(reading, ",")) left = { kind: "list", left, right: readChoice(reading) };
  return left;
}

function readChoice(reading: Reading): Expression {
  let left = readChain(reading);
  while (take(reading, "-o", "-or")) left = { kind: "or", left, right: readChain(reading) };
  return left;
}

function readChain(reading: Reading): Expression {
  let left: Expression | null = null;
  while (
    reading.at < reading.args.length &&
    ![",", "-o", "-or", ")"].includes(reading.args[reading.at] ?? "")
  ) {
    const right = readTerm(reading);
    left = left === null ? right : { kind: "and", left, right };
  }
  return left ?? YES;
}

function readTerm(reading: Reading): Expression {
  let isNegated = false;
  while (take(reading, "!", "-not")) isNegated = !isNegated;
  const term = readPlain(reading);
  return isNegated ? { kind: "not", of: term } : term;
}

function readPlain(reading: Reading): Expression {
  const [word = "", value = ""] = reading.args.slice(reading.at, reading.at + 2);
  reading.at += 1;
  if (word === "(" && reading.depth < DEPTH_MAX) {
    reading.depth += 1;
    const inside = readList(reading);
    reading.depth -= 1;
    take(reading, ")");
    return inside;
  }
  if (RUNS.has(word)) return readCommand(reading);
  if (word === "-delete" || PRINTS.has(word)) reading.acts = true;
  if (WRITES.has(word)) {
    reading.acts = true;
    reading.outputs.push(value);
    reading.at += word === "-fprintf" ? 2 : 1;
    return YES;
  }
  const test = testOf(word, value, reading.args);
  if (test !== null || VALUED.has(word)) reading.at += 1;
  if (test !== null) return { kind: "test", test };
  if (word === "-delete" || word === "-prune") return { kind: word === "-prune" ? "prune" : "delete" };
  if (PRINTS.has(word)) return { kind: "print" };
  // What is empty says nothing and is no loss.
  if (word === "-empty" || word === "-false") return { kind: "not", of: YES };
  return word.startsWith("-") &&
    !["-maxdepth", "-mindepth", "-regextype", "-a", "-and", "-true"].includes(word)
    ? MAYBE
    : YES;
}

/** Up to the sign that ends it. */
function readCommand(reading: Reading): Expression {
  const from = reading.at;
  let end = from;
  while (end < reading.args.length && reading.args[end] !== ";" && reading.args[end] !== "+") end += 1;
  const command = reading.args.slice(from, end);
  reading.at = end + 1;
  reading.acts = true;
  reading.commands.push(command);
  return { kind: "run", command };
}

function take(reading: Reading, ...signs: readonly string[]): boolean {
  if (!signs.includes(reading.args[reading.at] ?? "")) return false;
  reading.at += 1;
  return true;
}
