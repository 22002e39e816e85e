// Commands that only a person gives. They ask for a passphrase at the terminal, which is the proof; the guard says no
// before that, so that an agent does not wait at a question, or drive a terminal to answer it.

import { basename } from "node:path";
import { denyCommand, TEST_PERSON } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { words } from "../shell/arguments.ts";

type PersonCommand = {
  readonly name: string;
  /** Only these verbs of it. */
  readonly verbs?: readonly string[];
  /** With one of these it only looks. */
  readonly unless?: readonly string[];
};

/** Some sign; the others take away the guard, the keys, or what is recorded. */
const PERSON_COMMANDS: readonly PersonCommand[] = [
  ...words("promote restore reaffirm keep edit forget unretire undo").map((name) => ({ name })),
  ...words("install uninstall pause resume purge").map((name) => ({ name })),
  { name: "gc", unless: ["--dry-run"] },
  { name: "review", unless: ["--json"] },
  { name: "trust", verbs: ["add", "remove"] },
  { name: "key", verbs: ["passphrase", "rotate"] },
  { name: "spool", verbs: ["clear"] },
  { name: "observer", verbs: ["test"] },
];

/** Settings with which a machine could widen its own trust, or send text away. */
const PERSON_SETTINGS: readonly string[] = ["trust.", "observer."];

const GLOBAL_VALUED = new Set(["--root", "--scope", "--state", "--cache", "--now"]);
/** How far behind the name of the program a verb can stand in a text. */
const TEXT_WORDS_MAX = 16;

/** The program itself, under any path, version or ending. */
export function isCredence(word: string): boolean {
  return /^(?:npm:)?credence(?:@[\w.^~-]{1,40})?(?:\.(?:cjs|mjs|js|ts))?$/.test(basename(word));
}

/** Judges the words behind `credence`. */
export function judgeCredence(args: readonly string[]): Denial | null {
  if (args.includes("--as-test-person")) return TEST_PERSON;
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  if (options.includes("--help") || options.includes("-h")) return null;
  const [name = "", verb = "", setting = ""] = listPositionals(args);
  if (name === "config" && verb === "set") {
    return PERSON_SETTINGS.some((prefix) => setting.startsWith(prefix))
      ? denyCommand(`config set ${setting}`)
      : null;
  }
  const command = PERSON_COMMANDS.find((each) => each.name === name);
  if (command === undefined || command.unless?.some((option) => options.includes(option)) === true)
    return null;
  if (command.verbs === undefined) return denyCommand(name);
  return command.verbs.includes(verb) ? denyCommand(`${name} ${verb}`) : null;
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
