// Programs that run code of other languages: their code is not understood, only searched for names and words.

import { PRINTED } from "../expand/marks.ts";
import type { Denial } from "../fence/places.ts";
import { firstDenial, type Run } from "../run.ts";
import { parseArguments, words } from "./arguments.ts";
import { type CodeCall, judgeCode } from "./code.ts";
import { isCredence, judgeCredence } from "./credence.ts";
import { denyWriteTo } from "./judge-writer.ts";

/** Options of interpreters that take the next argument and are no code. */
const CODE_VALUED = words("-m -r --require --import --loader --experimental-loader --env-file --conditions");

const CODE_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["python", ["-c"]],
  ["pypy", ["-c"]],
  ["ipython", ["-c"]],
  ["node", words("-e --eval -p --print -pe")],
  ["nodejs", words("-e --eval -p --print -pe")],
  ["bun", words("-e --eval -p --print")],
  ["deno", []],
  ["tsx", words("-e --eval")],
  ["ts-node", words("-e --eval")],
  ["perl", words("-e -E")],
  ["ruby", ["-e"]],
  ["php", words("-r -B -R")],
  ["lua", ["-e"]],
  ["julia", words("-e -E")],
  ["elixir", ["-e"]],
  ["groovy", ["-e"]],
  ["Rscript", ["-e"]],
  ["osascript", ["-e"]],
  ["swift", ["-e"]],
  ["tclsh", []],
  ["expect", ["-c"]],
  ["pwsh", words("-c -Command -command")],
  ["emacs", words("--eval --execute")],
  ...words("vi vim nvim ex ed").map((name): [string, readonly string[]] => [name, words("-c --cmd")]),
]);

/** Languages whose words tell whether code can write. Of any other code it is taken for granted. */
const TELLS = new Set(words("python pypy ipython node nodejs bun deno tsx ts-node perl ruby php"));
/** They read commands from their standard input, whatever files they are given. */
const EDITORS = new Set(words("ex ed vi vim nvim"));
/** What in their commands writes elsewhere or runs something; the files themselves are the writer's to judge. */
const EDITOR_WRITES = /[wx!]|sav|del|ren/;

const NAME_CHARS_MAX = 32;

/** Null for a program that is none of them, too. */
export function judgeCodeCall(program: string, args: readonly string[], run: Run): Denial | null {
  // `python3.12` is python; a longer name is no interpreter's.
  const name = program.slice(0, NAME_CHARS_MAX).replace(/[\d.]+$/, "");
  const options = CODE_OPTIONS.get(name);
  if (options === undefined) return null;
  const { operands, values } = parseArguments(args, new Set([...options, ...CODE_VALUED]));
  const codes = [...options.flatMap((option) => values.get(option) ?? []), ...listCodes(name, operands)];
  const [first, second] = operands;
  const file = first === "run" ? second : first;
  const isFed =
    name === "expect" ||
    EDITORS.has(name) ||
    (codes.length === 0 && (file === undefined || operands.some(isInput)));
  const texts = isFed && run.stdin !== null ? [...codes, run.stdin] : codes;
  const denial =
    firstDenial(texts, (code) => judgeCode(code, run.state, callOf(name, code, operands))) ??
    judgeModule(values.get("-m") ?? [], operands, run);
  const own = operands.find(isCredence);
  if (denial !== null || own === undefined) return denial;
  return judgeCredence(args.slice(args.indexOf(own) + 1));
}

function callOf(name: string, code: string, operands: readonly string[]): CodeCall {
  if (EDITORS.has(name)) return { writes: EDITOR_WRITES.test(code) };
  return TELLS.has(name) ? { operands } : { operands, writes: true };
}

/** Code among the operands: `deno eval CODE`, `python <(echo CODE)`, `vim +COMMAND`. */
function listCodes(name: string, operands: readonly string[]): string[] {
  const [first, second] = operands;
  const printed = operands.filter((operand) => operand.startsWith(PRINTED));
  return [
    ...(name === "deno" && first === "eval" && second !== undefined ? [second] : []),
    ...printed.map((operand) => operand.slice(PRINTED.length)),
    ...(EDITORS.has(name) ? operands.filter((operand) => operand.startsWith("+")) : []),
  ];
}

function isInput(operand: string): boolean {
  return operand === "-" || operand === "/dev/stdin" || operand === "/dev/fd/0";
}

/** Of the modules that python runs, the one that has a file to write to. */
function judgeModule(modules: readonly string[], operands: readonly string[], run: Run): Denial | null {
  const outputs = modules.includes("json.tool") ? operands.slice(1) : [];
  return firstDenial(outputs, (path) => denyWriteTo(run.state, path, "none"));
}
