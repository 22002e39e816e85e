// find: it is judged by what it runs on what it finds, on samples of what it would find in a guarded place.

import { words } from "./arguments.ts";
import { TOO_MANY } from "./denials.ts";
import { type Filters, listSamples, passes, type Sample } from "./find-samples.ts";
import { denyWriteTo } from "./judge-writer.ts";
import type { Denial } from "./places.ts";
import { firstDenial, type Run } from "./run.ts";
import { denyReadOf } from "./withheld.ts";

const PATTERNS = new Set(words("-name -iname -path -ipath -wholename -iwholename"));
const RUNS = new Set(words("-exec -execdir -ok -okdir -x -X --exec --exec-batch"));
const WRITES = new Set(words("-fprint -fprint0 -fprintf -fls"));
/** Each is judged on each sample. */
const COMMANDS_MAX = 32;
const NEGATIONS = new Set(["!", "-not"]);

type Finding = {
  readonly roots: readonly string[];
  readonly filters: Filters;
  readonly commands: readonly (readonly string[])[];
  readonly deletes: boolean;
  readonly outputs: readonly string[];
};

export function judgeFind(args: readonly string[], run: Run): Denial | null {
  const { roots, filters, commands, deletes, outputs } = parseFind(args);
  const { state } = run;
  const named =
    firstDenial(outputs, (output) => denyWriteTo(state, output, "none")) ??
    firstDenial(roots, (root) => denyReadOf(state, root));
  if (named !== null || (commands.length === 0 && !deletes)) return named;
  if (commands.length > COMMANDS_MAX) return TOO_MANY;
  return firstDenial(roots, (root) =>
    firstDenial(
      listSamples(state, root).filter((sample) => passes(filters, sample)),
      (sample) => judgeSample(sample, { commands, deletes }, run),
    ),
  );
}

function judgeSample(
  sample: Sample,
  { commands, deletes }: Pick<Finding, "commands" | "deletes">,
  run: Run,
): Denial | null {
  // A directory above holds something, so -delete cannot remove it.
  if (deletes && !sample.isAbove) {
    const denial = denyWriteTo(run.state, sample.path, "none");
    if (denial !== null) return denial;
  }
  return firstDenial(commands, (command) => run.judge(fillIn(command, sample.path), run));
}

function fillIn(command: readonly string[], path: string): string[] {
  const isFilled = command.some((word) => word.includes("{}"));
  return isFilled ? command.map((word) => word.replaceAll("{}", path)) : [...command, path];
}

/** What a `find` before a pipe would hand to `command`. */
export function judgeFound(args: readonly string[], command: readonly string[], run: Run): Denial | null {
  const { roots, filters } = parseFind(args);
  return firstDenial(roots, (root) =>
    firstDenial(
      listSamples(run.state, root).filter((sample) => passes(filters, sample)),
      (sample) => run.judge([...command, sample.path], run),
    ),
  );
}

function parseFind(args: readonly string[]): Finding {
  const roots: string[] = [];
  let at = 0;
  while (at < args.length && /^-[HLPDO]/.test(args[at] ?? "")) at += 1;
  for (; at < args.length && !/^[-(!]/.test(args[at] ?? ""); at += 1) roots.push(args[at] ?? "");
  return { roots: roots.length === 0 ? ["."] : roots, ...parseExpression(args.slice(at)) };
}

function parseExpression(args: readonly string[]): Omit<Finding, "roots"> {
  const [wanted, unwanted, types, outputs]: [string[], string[], string[], string[]] = [[], [], [], []];
  const commands: (readonly string[])[] = [];
  // What is empty says nothing and is no loss.
  let depthMax = args.includes("-empty") ? -1 : Number.POSITIVE_INFINITY;
  for (let at = 0; at < args.length; at += 1) {
    const [arg = "", next = ""] = args.slice(at, at + 2);
    if (RUNS.has(arg)) {
      const command = takeCommand(args, at + 1);
      commands.push(command);
      at += command.length + 1;
    } else if (PATTERNS.has(arg)) {
      (isLeftOut(args, at) ? unwanted : wanted).push(arg.startsWith("-i") ? next.toLowerCase() : next);
    } else if (arg === "-type") types.push(next);
    else if (arg === "-maxdepth" && depthMax !== -1) depthMax = Number.parseInt(next, 10);
    else if (WRITES.has(arg)) outputs.push(next);
  }
  const filters = { wanted, unwanted, types, depthMax };
  return { filters, commands, outputs, deletes: args.includes("-delete") };
}

/** Up to the sign that ends it. */
function takeCommand(args: readonly string[], from: number): readonly string[] {
  let end = from;
  while (end < args.length && args[end] !== ";" && args[end] !== "+") end += 1;
  return args.slice(from, end);
}

/** Negated, or pruned right behind. */
function isLeftOut(args: readonly string[], at: number): boolean {
  return NEGATIONS.has(args[at - 1] ?? "") || args.slice(at + 2, at + 5).includes("-prune");
}
