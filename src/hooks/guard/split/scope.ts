// What is known before a command runs: every directory that it may be in, and every value that a variable may have. More than
// one is normal, because `cd` can fail and a loop goes through its words.

import { dirname, resolve } from "node:path";
import { UNKNOWN } from "./marks.ts";

/** What a shell of the session finds when it starts. */
export type World = {
  /** What `~` may stand for. */
  readonly homes: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directories that hold the project's `.claude`. */
  readonly tops: readonly string[];
  /** The names in a directory; null when there is none. */
  readonly list: (path: string) => readonly string[] | null;
};

/** A scope is never changed: a command keeps the one that it ran in. */
export type Scope = {
  readonly cwds: readonly string[];
  readonly variables: ReadonlyMap<string, readonly string[]>;
};

export type Redirect = { readonly operator: string; readonly path: string };

/** A simple command, in one of its readings. */
export type Command = {
  /** The program and its arguments, as the shell hands them over; patterns in them are marked. */
  readonly argv: readonly string[];
  readonly redirects: readonly Redirect[];
  /** What the call itself gives to its standard input: here-documents, strings, a text that is printed into a pipe. */
  readonly input: readonly string[];
  readonly scope: Scope;
};

/** Values beyond this are dropped. */
export const VALUES_MAX = 32;
const NAMES_MAX = 128;
/** A longer value is neither a path nor a command that a person types. */
const VALUE_CHARS_MAX = 100_000;
/** The system makes such a directory itself, and nothing guarded is in it. */
export const FRESH_DIRECTORY = "/tmp/fresh";

export function assign(scope: Scope, name: string, values: readonly string[]): Scope {
  if (scope.variables.size >= NAMES_MAX) return scope;
  const taken = values
    .slice(0, VALUES_MAX)
    .map((value) => (value.length > VALUE_CHARS_MAX ? UNKNOWN : value));
  return { ...scope, variables: new Map(scope.variables).set(name, taken) };
}

/** @returns the values that a variable may have; null when nothing is known of it */
export function valuesOf(scope: Scope, name: string, world: World): readonly string[] | null {
  if (name === "PWD") return scope.cwds;
  const values = scope.variables.get(name);
  if (values !== undefined) return values;
  if (name === "HOME") return world.homes;
  const value = Object.hasOwn(world.env, name) ? world.env[name] : undefined;
  return value === undefined ? null : [value];
}

/** `cd`, as far as it works. Whether it ran at all is for the caller to say. */
export function enter(scope: Scope, target: string): Scope {
  const cwds = scope.cwds.map((cwd) => {
    const isLost = target.startsWith(UNKNOWN) || (cwd.startsWith(UNKNOWN) && !target.startsWith("/"));
    return isLost ? `${target.startsWith(UNKNOWN) ? "" : `${cwd}/`}${target}` : resolve(cwd, target);
  });
  return { ...scope, cwds: unite(cwds, []) };
}

export function unite(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])].slice(0, VALUES_MAX);
}

/** What a command prints, if the command itself says so: the text that it is given to print, or a path that only the directory
 * decides. What is found, listed or filtered is not followed. */
export function listPrinted(
  [program = "", ...args]: readonly string[],
  input: readonly string[],
  { cwds, tops }: Pick<Scope, "cwds"> & Pick<World, "tops">,
): readonly string[] {
  if (program === "echo") return [args.filter((arg) => !/^-[neE]+$/.test(arg)).join(" ")];
  if (program === "cat" || program === "tee") return args.length === 0 || program === "tee" ? input : [];
  if (program === "pwd") return cwds;
  if (program === "mktemp") return [FRESH_DIRECTORY];
  if (program === "git" && args.includes("--show-toplevel")) return tops;
  if (program === "dirname") return args.slice(-1).map((path) => dirname(path));
  if (/^(?:realpath|readlink|which|command)$/.test(program)) return args.slice(-1);
  if (program !== "printf") return [];
  const [format = "", ...given] = args;
  return [format.replaceAll(/%[bdqs]/g, () => given.shift() ?? "").replaceAll("\\n", "\n")];
}
