// What a command prints, where the command itself says it: the text that it is given to print, or a path that only the
// directory decides. What is found, listed or filtered is not followed.

import { basename, dirname } from "node:path";
import type { ShellState } from "./state.ts";

/** A new directory of the system's own: nothing guarded is in it. */
export const FRESH_DIRECTORY = "/tmp/fresh";

/** In each of its readings; none where only the running command knows. */
export function listPrinted(
  argv: readonly string[],
  stdin: string | null,
  state: ShellState,
): readonly string[] {
  const [word = "", ...args] = argv;
  const program = basename(word);
  switch (program) {
    case "echo":
      return [printEcho(args)];
    case "printf":
      return [printFormat(args[0] === "--" ? args.slice(1) : args)];
    case "cat":
    case "tee":
      return stdin === null || (program === "cat" && args.some((arg) => arg !== "-")) ? [] : [stdin];
    case "git":
      return args.includes("--show-toplevel") ? state.fence.tops : [];
    case "pwd":
      return state.cwds;
    case "mktemp":
      return [FRESH_DIRECTORY];
    case "realpath":
    case "readlink":
    case "which":
    case "command":
    case "type":
      return args.slice(-1);
    case "dirname":
      return args.slice(-1).map((path) => dirname(path));
    default:
      return [];
  }
}

const ROUNDS_MAX = 256;
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  // No path has this sign in it; it ends one, as a line break does.
  ["0", "\n"],
  ["\\", "\\"],
]);

function printEcho(args: readonly string[]): string {
  const flags = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const text = (flags === -1 ? [] : args.slice(flags)).join(" ");
  return args.slice(0, Math.max(flags, 0)).some((flag) => flag.includes("e")) ? readEscapes(text) : text;
}

/** Its format again and again, until every argument is used. */
export function printFormat([format = "", ...given]: readonly string[]): string {
  const plain = readEscapes(format);
  let [text, used] = ["", 0];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = used;
    text += plain.replaceAll(/%%|%[-+ #0]{0,5}\d{0,5}(?:\.\d{0,5})?[a-zA-Z]/g, (sign) =>
      sign === "%%" ? "%" : (given[used++] ?? ""),
    );
    if (used >= given.length || used === before) break;
  }
  return text;
}

function readEscapes(text: string): string {
  return text.replaceAll(/\\([nt0\\])/g, (_, sign: string) => SIGNS.get(sign) ?? sign);
}
