// PowerShell: its cmdlets are judged as the programs that do the same, by tables. Attack: as in judge-shell, in another
// language. Code of .NET inside of it is searched for names, like code of other languages.

import {
  type Bound,
  bind,
  type Fed,
  isBare,
  listVariables,
  nameOf,
  outputOf,
  pathsOf,
} from "../expand/powershell-values.ts";
import { assign, isSpent, recordLink } from "../expand/state.ts";
import { TOO_DEEP } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { words } from "../shell/arguments.ts";
import { UNKNOWN } from "../shell/pattern-sentinels.ts";
import { type PowershellStatement, readPowershell } from "../shell/read-powershell.ts";
import { judgeCode } from "./code.ts";
import { firstDenial, type Run } from "./run.ts";

type Cmdlet = {
  /** The program that does the same, and its first arguments. */
  readonly runs: readonly string[];
  /** Parameters that become its operands, in this order. */
  readonly operands: readonly string[];
  /** Parameters in the order in which they are given without their names. */
  readonly positions: readonly string[];
};

/** Behind a bar, the order of parameters without names where it is another one. */
function cmdlets(names: string, runs: string, parameters: string): [string, Cmdlet][] {
  const [operands = "", positions = operands] = parameters.split(" | ");
  const row = { runs: words(runs), operands: words(operands), positions: words(positions) };
  return words(names).map((name) => [name, row]);
}

const CMDLETS: ReadonlyMap<string, Cmdlet> = new Map<string, Cmdlet>([
  ...cmdlets("set-content sc add-content ac clear-content clc", "tee", "path | path value"),
  ...cmdlets("set-item si clear-item cli set-itemproperty sp set-acl", "tee", "path | path value"),
  ...cmdlets("out-file tee-object tee start-transcript", "tee", "path"),
  ...cmdlets("export-csv epcsv export-clixml export-alias", "tee", "path"),
  ...cmdlets("new-item ni mkdir md", "touch", "path"),
  ...cmdlets("invoke-webrequest iwr invoke-restmethod irm", "tee", "outfile | uri"),
  ...cmdlets("remove-item ri rm rmdir del erase rd", "rm -r", "path"),
  ...cmdlets("move-item mi mv move", "mv", "path destination"),
  ...cmdlets("rename-item rni ren", "mv", "path newname"),
  ...cmdlets("copy-item cpi cp copy", "cp -r", "path destination"),
  ...cmdlets("expand-archive", "unzip -d", "destination | path destination"),
  ...cmdlets("compress-archive", "zip -r", "destination path | path destination"),
  ...cmdlets("get-content gc cat type import-csv ipcsv import-clixml get-filehash", "cat", "path"),
  ...cmdlets("select-string sls", "grep -r", "pattern path"),
  ...cmdlets("get-childitem gci dir ls get-item gi", "ls", "path | path filter"),
  ...cmdlets("set-location sl cd chdir push-location pushd", "cd", "path"),
]);

/** Cmdlets that nobody listed begin so: their parameters are no flags of a program. */
const VERB =
  /^(?:add|clear|compare|complete|connect|convert|convertfrom|convertto|copy|disable|enable|enter|exit|export|find|foreach|format|get|group|import|install|invoke|join|limit|measure|mount|move|new|out|pop|push|read|receive|register|remove|rename|reset|resolve|restart|save|select|send|set|show|sort|split|start|stop|switch|tee|test|trace|uninstall|update|use|wait|where|write)-[a-z]+$/;

const CALLS_DOTNET = /\]::|\bnew-object\b|\.\w{1,64}\(|add-type/i;

export function judgePowershell(text: string, run: Run): Denial | null {
  run.state.budget.characters -= text.length;
  if (isSpent(run.state)) return TOO_DEEP;
  const statements = readPowershell(text);
  return statements === null ? TOO_DEEP : judgeStatements(statements, run);
}

function judgeStatements(
  statements: readonly PowershellStatement[],
  run: Run,
  around: Fed = [],
): Denial | null {
  let fed = around;
  for (const statement of statements) {
    assign(run.state, "$_", fed.length === 0 ? [UNKNOWN] : fed);
    run.state.budget.work -= statement.args.reduce((sum, { length }) => sum + length, 1);
    if (isSpent(run.state)) return TOO_DEEP;
    const denial = judgeStatement(statement, run, fed);
    if (denial !== null) return denial;
    fed = statement.isPiped ? outputOf(statement, run.state, fed) : around;
  }
  return null;
}

function judgeStatement(statement: PowershellStatement, run: Run, fed: Fed): Denial | null {
  const { state } = run;
  const all = [...statement.args.flat(), ...statement.outputs];
  const nested = firstDenial(
    all.flatMap(({ parts }) => parts),
    (part) => (part.kind === "nested" ? judgeStatements(part.statements, run, fed) : null),
  );
  if (nested !== null) return nested;
  const outputs = statement.outputs.flatMap((word) => pathsOf(word, state));
  const written = firstDenial(outputs, (path) => run.judge(["tee", "--", path], run));
  if (written !== null) return written;
  if (CALLS_DOTNET.test(statement.text)) {
    const known = listVariables(statement, state).map((value) => ` "${value}"`);
    const denial = judgeCode(statement.text + known.join(""), state);
    if (denial !== null) return denial;
  }
  const [first, second] = statement.args;
  const target = first?.[0]?.parts[0];
  if (target?.kind === "variable" && isBare(second, /^[+]?=$/)) {
    const rest = { ...statement, args: statement.args.slice(2), outputs: [] };
    assign(state, `$${target.name}`, outputOf(rest, state, fed));
    return judgeStatement(rest, run, fed);
  }
  return judgeCommand(statement, run, fed);
}

function judgeCommand({ args }: PowershellStatement, run: Run, fed: Fed): Denial | null {
  const { state } = run;
  const name = nameOf(args, state);
  if (name === "") return null;
  const cmdlet = CMDLETS.get(name.toLowerCase());
  const bound = bind(args.slice(1), cmdlet?.positions ?? ["path", "argumentlist"], state);
  const inner: Run = { ...run, depth: run.depth + 1 };
  const carried = judgeCarrier(name.toLowerCase(), bound, { run: inner, fed });
  if (carried !== "pass") return carried;
  const given = args.slice(1).flat();
  const argv = [bare(name), ...given.flatMap((word) => pathsOf(word, state))];
  const asProgram = VERB.test(name.toLowerCase()) ? null : run.judge(argv, inner);
  return asProgram ?? (cmdlet === undefined ? null : judgeCmdlet(cmdlet, bound, { run: inner, fed }));
}

type Stage = { readonly run: Run; readonly fed: Fed };

/** What runs a text or a program, or gives it another name. */
function judgeCarrier(name: string, bound: Bound, { run, fed }: Stage): Denial | null | "pass" {
  const valuesOf = (...names: string[]): string[] => names.flatMap((each) => bound.get(each) ?? []);
  switch (name) {
    case "iex":
    case "invoke-expression":
      return firstDenial([...valuesOf("path", "command"), ...fed], (text) => judgePowershell(text, run));
    case "start-process":
    case "saps":
    case "start": {
      const given = valuesOf("argumentlist").flatMap((text) => text.split(/\s+/));
      return firstDenial(valuesOf("path"), (program) => run.judge([bare(program), ...given], run));
    }
    case "set-alias":
    case "new-alias":
    case "sal":
    case "nal": {
      const [alias = "", program = ""] = valuesOf("name", "path", "argumentlist", "value");
      run.state.functions.set(alias, `${program} "$@"`);
      return null;
    }
    default:
      return "pass";
  }
}

function judgeCmdlet({ runs, operands }: Cmdlet, bound: Bound, { run, fed }: Stage): Denial | null {
  const targets = bound.get("value") ?? [];
  const named = bound.get("name") ?? [];
  const paths = bound.get("path") ?? (operands.includes("path") ? fed : []);
  if (runs[0] === "touch" && named.length > 0) {
    const made = (paths.length === 0 ? ["."] : paths).flatMap((path) =>
      named.map((each) => `${path}/${each}`),
    );
    return run.judge(["touch", "--", ...made], run);
  }
  if (runs[0] === "touch" && (bound.get("itemtype") ?? []).some((type) => /link|junction/i.test(type))) {
    for (const path of paths) for (const target of targets) recordLink(run.state, path, target);
  }
  const given = operands.flatMap((name) => (name === "path" ? paths : (bound.get(name) ?? [])));
  if (given.length === 0 && runs[0] !== "ls") return null;
  const [program = "", ...options] = runs;
  return run.judge(
    [program, ...options, ...(program === "unzip" || program === "cd" ? given : ["--", ...given])],
    run,
  );
}

function bare(name: string): string {
  return name.replace(/\.(?:exe|cmd|ps1)$/i, "");
}

const PROGRAMS = new Set(words("pwsh pwsh-preview powershell"));
/** Options of the program itself that take the next argument. */
const PROGRAM_VALUED =
  /^-(?:ex|ep|executionpolicy|wd|workingdirectory|w|windowstyle|v|version|config|configurationname|custompipename|settingsfile|inp|inputformat|o|outputformat)/i;

export function isPowershell(program: string): boolean {
  return PROGRAMS.has(program.replace(/\.exe$/i, "").toLowerCase());
}

/** `pwsh -c TEXT`, `powershell TEXT`, or a script on standard input; a file is not read. */
export function judgePowershellCall(args: readonly string[], run: Run): Denial | null {
  let at = 0;
  let isText = false;
  for (; at < args.length && args[at]?.startsWith("-") === true && args[at] !== "-"; at += 1) {
    const option = (args[at] ?? "").toLowerCase();
    if (
      /^-c(?:o(?:m(?:m(?:a(?:nd?)?)?)?)?)?$/.test(option) ||
      option === "-commandwithargs" ||
      option === "-cwa"
    ) {
      isText = true;
      at += 1;
      break;
    }
    if (option === "-f" || option === "-file") return null;
    if (PROGRAM_VALUED.test(option)) at += 1;
  }
  const rest = args.slice(at);
  const isInput = rest.length === 0 || rest[0] === "-";
  if (isInput) return run.stdin === null ? null : judgePowershell(run.stdin, run);
  return isText || !/\.ps1$/i.test(rest[0] ?? "") ? judgePowershell(rest.join(" "), run) : null;
}
