// Commands that only a person gives. They ask for a passphrase at the terminal, which is the proof; the guard says no
// before that, so that an agent does not wait at a question, or drive a terminal to answer it.

import { basename } from "node:path";
import {
  findPersonCommand,
  PERSON_COMMANDS,
  type PersonCommand,
} from "../../../memory/law/person-commands.ts";
import { denyCommand, TEST_PERSON } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { matchName } from "../fence/overlaps-guarded.ts";
import { words } from "../shell/arguments.ts";
import { hasMark } from "../shell/pattern-sentinels.ts";

const GLOBAL_VALUED = new Set(["--root", "--scope", "--state", "--cache", "--now"]);
/** How far behind the name of the program a verb can stand in a text. */
const TEXT_WORDS_MAX = 16;

/** The program itself, under any path, version or ending, also where a shell is to complete the name. A pattern without a
 * single letter fits everything, and says nothing. */
export function isCredence(word: string): boolean {
  const name = basename(word);
  if (/^(?:npm:)?credence(?:@[\w.^~-]{1,40})?(?:\.(?:cjs|mjs|js|ts))?$/.test(name)) return true;
  return hasMark(name) && /[a-z]/.test(name) && NAMES.some((each) => matchName(name, each, false));
}

const NAMES = ["credence", "credence.cjs"];
/** Judges the words behind `credence`. */
export function judgeCredence(
  args: readonly string[],
  table: readonly PersonCommand[] = PERSON_COMMANDS,
): Denial | null {
  if (args.includes("--as-test-person")) return TEST_PERSON;
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  if (options.includes("--help") || options.includes("-h")) return null;
  const words = [...listPositionals(options), ...(end === -1 ? [] : args.slice(end + 1))];
  const named = options
    .filter((option) => option.startsWith("--"))
    .map((option) => option.slice(2).split("=")[0] ?? "");
  const command = findPersonCommand({ words, options: named }, table);
  return command === null ? null : denyCommand(command);
}

function listPositionals(args: readonly string[]): string[] {
  const positionals: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (!arg.startsWith("-")) positionals.push(arg);
    else if (GLOBAL_VALUED.has(arg)) at += 1;
  }
  return positionals;
}

/** They say, look up or send words, and run none of them. */
export const CARRIES_TEXT: ReadonlySet<string> = new Set(
  words(
    "gh glab hub say notify-send logger mail figlet cowsay man info tldr whatis apropos which whereis type",
  ),
);

/** The same among the arguments of a program that nobody listed: it may run them. */
export function judgeCredenceAmong(args: readonly string[]): Denial | null {
  for (const [index, arg] of args.entries()) {
    const denial = isCredence(arg) ? judgeCredence(args.slice(index + 1, index + TEXT_WORDS_MAX)) : null;
    if (denial !== null) return denial;
  }
  return null;
}

/** The same in a text that something else will run or type: a script, keys sent to a terminal. */
export function judgeCredenceIn(text: string): Denial | null {
  if (!text.includes("credence")) return null;
  return judgeCredenceAmong(text.split(/[\s"'`()[\]{},;|&\\]+/));
}
