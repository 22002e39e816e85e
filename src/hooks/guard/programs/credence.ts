// Commands that only a person gives. They ask for a passphrase at the terminal, which is the proof; the guard says no
// before that, so that an agent does not wait at a question, or drive a terminal to answer it. And the commands of other
// programs that would take Credence away.

import { basename } from "node:path";
import {
  findPersonCommand,
  PERSON_COMMANDS,
  type PersonCommand,
} from "../../../memory/law/person-commands.ts";
import { type Denial, DISCONNECTS, denyCommand, TEST_PERSON } from "../places/denials.ts";
import { findWritten, type Standpoint } from "../places/fence.ts";
import { hasMark, matchName } from "../split/marks.ts";

const GLOBAL_VALUED = new Set(["--root", "--scope", "--state", "--cache", "--now"]);
/** How far behind the name of the program a verb can stand. */
const WORDS_MAX = 16;
const NAMES = ["credence", "credence.cjs"];

/** The program itself, under any path, version or ending, also where a shell is to complete the name. A pattern without a
 * single letter fits everything, and says nothing. */
function isNamed(word: string): boolean {
  const name = basename(word);
  if (/^(?:npm:)?credence(?:@[\w.^~-]{1,40})?(?:\.(?:cjs|mjs|js|ts))?$/.test(name)) return true;
  return (
    hasMark(name) &&
    /[a-z]/.test(name) &&
    NAMES.some((each) => matchName(each, name, false) || matchName(name, each, false))
  );
}

/** Or a file of the program by its place: whatever it is called, it is our command. */
export function isCredence(from: Standpoint, word: string): boolean {
  if (isNamed(word)) return true;
  const { interpreter } = from.fence.given;
  const isMeant = ({ kind, path }: { kind: string; path: string }): boolean =>
    kind === "state" || (kind === "program" && path !== interpreter);
  return word.includes("/") && findWritten(from, word, { reach: "none", isMeant }) !== null;
}

/** Judges the words behind `credence`. */
export function judgeCredence(
  args: readonly string[],
  table: readonly PersonCommand[] = PERSON_COMMANDS,
): Denial | null {
  if (args.includes("--as-test-person")) return TEST_PERSON;
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  if (options.includes("--help") || options.includes("-h")) return null;
  const positionals = options.filter(
    (arg, at) => !arg.startsWith("-") && !GLOBAL_VALUED.has(options[at - 1] ?? ""),
  );
  const words = [...positionals, ...(end === -1 ? [] : args.slice(end + 1))];
  const named = options.filter((arg) => arg.startsWith("--")).map((arg) => arg.slice(2).split("=")[0] ?? "");
  const command = findPersonCommand({ words, options: named }, table);
  return command === null ? null : denyCommand(command);
}

/** The same anywhere among words. */
export function judgeCredenceAmong(words: readonly string[], isOurs = isNamed): Denial | null {
  for (const [index, word] of words.entries()) {
    const denial = isOurs(word) ? judgeCredence(words.slice(index + 1, index + WORDS_MAX)) : null;
    if (denial !== null) return denial;
  }
  return null;
}

/** The same in a text that something else will run or type: code, keys sent to a terminal. */
export function judgeCredenceIn(text: string): Denial | null {
  return text.includes("credence") ? judgeCredenceAmong(text.split(/[\s"'`()[\]{},;|&\\]+/)) : null;
}

const MANAGERS = /^(?:npm|pnpm|yarn|bun|volta|claude|codex|copilot|gemini|opencode|qwen|cursor-agent)$/;
const TAKES_AWAY = /^(?:uninstall|un|unlink|remove|rm|r|delete|disable|--disable)$/;
const TAKEN = /^(?:npm:)?credence(?:@.{0,100})?$|^(?:codex_)?hooks$/;
const ADDS = /^(?:install|i|in|add|link|ln)$/;
const GLOBAL = /^(?:-g|--global|global|--location=global)$/;
/** Another version of ours, or another package under our name. The newest is an update. */
const REPLACES = /^(?:npm:)?credence@(?!latest$)|[/:]\S{0,200}credence|^credence@npm:/;
/** Settings for one session or for all, and switches of single features. */
const OFF = /disableAllHooks["']?\s{0,9}(?:[:=]\s{0,9})?true|\b(?:codex_)?hooks\s{0,9}=\s{0,9}false/;

/** Package managers, and the clients' own commands. */
export function judgeDisconnect(program: string, args: readonly string[]): Denial | null {
  if (!MANAGERS.test(program)) return null;
  const has = (pattern: RegExp): boolean => args.some((arg) => pattern.test(arg));
  const at = args.findIndex((arg) => TAKES_AWAY.test(arg));
  const isTaken = at !== -1 && args.slice(at + 1).some((arg) => TAKEN.test(arg));
  const isReplaced = has(ADDS) && has(GLOBAL) && has(REPLACES);
  return isTaken || isReplaced || OFF.test(args.join(" ")) ? DISCONNECTS : null;
}
