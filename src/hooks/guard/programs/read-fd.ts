// The arguments of fd, which finds too: hidden directories are left out unless it is told otherwise.

import { basename, join } from "node:path";
import { activateGlobs } from "../expand/pattern-sentinels.ts";
import { matchName } from "../fence/overlaps-guarded.ts";
import { type Arguments, parseArguments, words } from "./arguments.ts";
import type { Expression, Truth } from "./find-expression.ts";
import type { Sample } from "./find-samples.ts";
import { truthOf } from "./find-tests.ts";
import { matchRegex } from "./match-regex.ts";
import type { Finding } from "./read-find.ts";

const RUNS = /^(?:-[HIuaLpsigF0l]{0,8}[xX]|--exec|--exec-batch)$/;
const VALUED = new Set(
  words(
    "-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within --changed-before -o --owner -c --color -j --threads --base-directory --search-path --path-separator --max-results --format --and --ignore-file",
  ),
);
const SHOWS_HIDDEN = words("-H --hidden -u --unrestricted");

export function readFd(args: readonly string[]): Finding {
  const at = args.findIndex((arg) => RUNS.test(arg));
  const own = at === -1 ? args : [...args.slice(0, at), (args[at] ?? "").replace(/^(?!--)(.*)[xX]$/, "$1")];
  const parsed = parseArguments(
    own.filter((arg) => arg !== "-" && !arg.startsWith("--exec")),
    VALUED,
  );
  const of = (...options: string[]): string[] => options.flatMap((option) => parsed.values.get(option) ?? []);
  const command = at === -1 ? null : args.slice(at + 1).filter((arg) => arg !== ";");
  const roots = [...parsed.operands.slice(1), ...of("--search-path")];
  const [base = "."] = of("--base-directory");
  const action: Expression = command === null ? { kind: "print" } : { kind: "run", command };
  const depthMax = Number.parseInt(of("-d", "--max-depth", "--exact-depth")[0] ?? "", 10);
  return {
    roots: (roots.length === 0 ? ["."] : roots).map((root) => (base === "." ? root : join(base, root))),
    expression: {
      kind: "and",
      left: { kind: "test", test: (sample) => test(parsed, sample) },
      right: action,
    },
    depthMin: 1,
    depthMax: Number.isNaN(depthMax) ? Number.POSITIVE_INFINITY : depthMax,
    commands: command === null ? [] : [command],
    outputs: [],
    size: args.length,
  };
}

function test(parsed: Arguments, { printed, depth, isDirectory }: Sample): Truth {
  const { flags, values, operands } = parsed;
  const of = (...options: string[]): string[] => options.flatMap((option) => values.get(option) ?? []);
  const names = printed.split("/");
  const below = names.slice(names.length - depth);
  const isHidden = below.some((name) => name.startsWith("."));
  if (isHidden && !SHOWS_HIDDEN.some((flag) => flags.has(flag))) return "no";
  const types = of("-t", "--type");
  if (
    types.length > 0 &&
    !types.some((type) => !/^(?:f|d)/.test(type) || type.startsWith(isDirectory ? "d" : "f"))
  )
    return "no";
  const endings = of("-e", "--extension").map((ending) => `.${ending.replace(/^\./, "")}`);
  if (endings.length > 0 && !endings.some((ending) => printed.endsWith(ending))) return "no";
  const left = of("-E", "--exclude").map((glob) => activateGlobs(glob));
  if (left.some((glob) => below.some((name) => matchName(glob, name, true)))) return "no";
  const [pattern = ""] = operands;
  const isWhole = flags.has("-p") || flags.has("--full-path");
  return truthOf(matchPattern(pattern, isWhole ? printed : basename(printed), flags));
}

function matchPattern(pattern: string, text: string, flags: ReadonlySet<string>): boolean | null {
  if (pattern === "") return true;
  if (flags.has("-F") || flags.has("--fixed-strings")) return text.includes(pattern);
  if (!flags.has("-g") && !flags.has("--glob")) {
    return matchRegex(pattern, text, pattern === pattern.toLowerCase() ? "i" : "");
  }
  return pattern.includes("{") ? null : matchName(activateGlobs(pattern), text, true);
}
