// What the words of PowerShell mean, as far as it can be known before they run: parameters and their values, variables, what
// a statement gives to the next one.

import { homesOf } from "../fence/guarded-paths.ts";
import { words } from "../shell/arguments.ts";
import { activateGlobs, UNKNOWN } from "../shell/pattern-sentinels.ts";
import type { PowershellPart, PowershellStatement, PowershellWord } from "../shell/read-powershell.ts";
import { type ShellState, VALUES_MAX, valuesOf } from "./state.ts";

/** What comes through the pipe: paths or texts, as far as they are known. */
export type Fed = readonly string[];

// Parameters: by name, by the beginning of one, or by place.

/** Names of parameters that mean the same. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...words("literalpath filepath pspath lp target").map((name): [string, string] => [name, "path"]),
  ["destinationpath", "destination"],
  ["args", "argumentlist"],
]);
const VALUED = words(
  "path literalpath filepath pspath lp destination destinationpath outfile newname name value pattern filter include exclude argumentlist args itemtype type target encoding erroraction ea inputobject command uri method headers body workingdirectory width depth tail totalcount first last property verb windowstyle scriptblock stream delimiter credential",
);
const SWITCHES = words(
  "recurse force passthru nonewline noclobber append confirm whatif verbose debug wait nonewwindow asbytestream file directory hidden system raw simplematch casesensitive quiet list allmatches notypeinformation usebasicparsing asjob",
);

export type Bound = ReadonlyMap<string, readonly string[]>;

export function bind(
  args: PowershellStatement["args"],
  positions: readonly string[],
  state: ShellState,
): Bound {
  const bound = new Map<string, string[]>();
  const add = (name: string, values: readonly string[]): void => {
    const list = bound.get(name) ?? [];
    for (const value of values) list.push(value);
    bound.set(name, list);
  };
  const free = [...positions];
  let waiting: string | null = null;
  for (const arg of args) {
    const [, option, given] = /^-([a-z]\w*)(?::(.*))?$/is.exec(bareTextOf(arg) ?? "") ?? [];
    const values = arg.flatMap((word) => pathsOf(word, state));
    if (option !== undefined && waiting === null) {
      const name = parameterOf(option.toLowerCase());
      if (given !== undefined && given !== "") add(name, [given]);
      else waiting = isSwitch(option.toLowerCase()) ? null : name;
    } else if (waiting !== null) {
      add(waiting, values);
      waiting = null;
    } else {
      const name = free.find((each) => !bound.has(each)) ?? positions.at(-1) ?? "path";
      add(name, values);
    }
  }
  return bound;
}

function parameterOf(option: string): string {
  const name =
    VALUED.find((each) => each === option) ?? VALUED.find((each) => each.startsWith(option)) ?? option;
  return SYNONYMS.get(name) ?? name;
}

function isSwitch(option: string): boolean {
  return !VALUED.includes(option) && SWITCHES.some((each) => each.startsWith(option));
}

// Values of words, as far as they can be known.

export function nameOf(args: PowershellStatement["args"], state: ShellState): string {
  const [word] = args[0] ?? [];
  if (word === undefined) return "";
  const [name = ""] = valuesOfWord(word, state);
  return name.slice(name.lastIndexOf("/") + 1) === "" ? "" : stripModule(name);
}

/** `Microsoft.PowerShell.Management/Set-Content` is Set-Content; `/bin/rm` stays a path. */
function stripModule(name: string): string {
  return /^[\w.]+\/[a-z]+-[a-z]+$/i.test(name) ? name.slice(name.lastIndexOf("/") + 1) : name;
}

function bareTextOf(arg: readonly PowershellWord[] | undefined): string | null {
  const [word, ...more] = arg ?? [];
  if (word === undefined || more.length > 0 || word.isQuoted || word.parts.length > 1) return null;
  const [part] = word.parts;
  return part?.kind === "text" ? part.text : null;
}

export function isBare(arg: readonly PowershellWord[] | undefined, pattern: RegExp): boolean {
  return pattern.test(bareTextOf(arg) ?? "");
}

/** As a path: with the home directory for `~`, and patterns that act in quotes too. */
export function pathsOf(word: PowershellWord, state: ShellState): string[] {
  return valuesOfWord(word, state).flatMap((value) => {
    const path = activateGlobs(value.replace(/^(?:[\w.]{1,40}\/)?FileSystem::/i, ""));
    return /^~(?=\/|$)/.test(path) ? homesOf(state.fence.given).map((home) => home + path.slice(1)) : [path];
  });
}

/** Behind a variable that holds a file, the property that is its path. */
const PATH_PROPERTY = /^\.(?:fullname|path|pspath|name)\b/i;

function valuesOfWord({ parts }: PowershellWord, state: ShellState): string[] {
  let values = [""];
  for (const [index, part] of parts.entries()) {
    const isProperty = parts[index - 1]?.kind === "variable" && part.kind === "text";
    const ends = isProperty ? [part.text.replace(PATH_PROPERTY, "")] : valuesOfPart(part, state);
    values = values.flatMap((value) => ends.map((end) => value + end)).slice(0, VALUES_MAX);
  }
  state.budget.characters -= values.reduce((sum, value) => sum + value.length, 0);
  return values;
}

function valuesOfPart(part: PowershellPart, state: ShellState): readonly string[] {
  if (part.kind === "text") return [part.text];
  if (part.kind === "variable") return valuesOfVariable(part.name, state);
  const [only, ...more] = part.statements;
  if (only === undefined || more.length > 0) return [UNKNOWN];
  const given = outputOf(only, state, []);
  return given.length === 0 ? [UNKNOWN] : given;
}

function valuesOfVariable(name: string, state: ShellState): readonly string[] {
  if (name === "home" || name === "env:userprofile" || name === "env:home") return homesOf(state.fence.given);
  if (name === "pwd") return state.cwds;
  if (name.startsWith("env:")) {
    const key = name.slice("env:".length);
    return valuesOf(state, key.toUpperCase()) ?? valuesOf(state, key) ?? [UNKNOWN];
  }
  return valuesOf(state, `$${name}`) ?? [UNKNOWN];
}

export function listVariables({ args }: PowershellStatement, state: ShellState): string[] {
  const variablesIn = (words: readonly PowershellWord[]): string[] =>
    words.flatMap(({ parts }) =>
      parts.flatMap((part) => {
        if (part.kind === "variable")
          return valuesOfVariable(part.name, state).filter((each) => each !== UNKNOWN);
        return part.kind === "nested" ? part.statements.flatMap((each) => variablesIn(each.args.flat())) : [];
      }),
    );
  return variablesIn(args.flat()).slice(0, VALUES_MAX);
}

const PASSES_ON = new Set(
  words("where-object where ? sort-object sort select-object select foreach-object foreach %"),
);
const NAMES_FILES = new Set(
  words("get-childitem gci dir ls get-item gi resolve-path rvpa convert-path get-content gc"),
);

/** What a statement gives to the next one, or to a variable. */
export function outputOf({ args }: PowershellStatement, state: ShellState, fed: Fed): Fed {
  const [first] = args;
  const isValue =
    first !== undefined &&
    (first.length > 1 || first[0]?.isQuoted === true || first[0]?.parts[0]?.kind !== "text");
  if (isValue) return first.flatMap((word) => valuesOfWord(word, state));
  const name = nameOf(args, state).toLowerCase();
  if (PASSES_ON.has(name)) return fed;
  const bound = bind(args.slice(1), ["path", "filter"], state);
  const paths = bound.get("path") ?? ["."];
  const filters = bound.get("filter") ?? bound.get("include") ?? [];
  if (name === "join-path") {
    const ends = [...(bound.get("filter") ?? []), ...(bound.get("childpath") ?? [])].join("/");
    return paths.map((path) => `${path}/${ends}`);
  }
  if (!NAMES_FILES.has(name)) return [];
  return filters.length === 0 ? paths : paths.flatMap((path) => filters.map((filter) => `${path}/${filter}`));
}
