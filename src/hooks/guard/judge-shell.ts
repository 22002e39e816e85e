// Judges a call of a shell by one rule: a command that names a guarded place is denied, unless its program is a listed reader;
// output that is redirected into one always is; and no model reads what is withheld.
//
// Attack: an agent that a text talked into changing memories, or that merely wants to be quick. This is a fence for
// honest agents, not a wall: on what a command computes or another program does the guard has no opinion. The wall is the
// signature: a text written around this guard is foreign, and withheld. A call that is nested or long beyond all use is denied.

import { resolve } from "node:path";
import { findSilence, readEntries } from "./places/client-entries.ts";
import { type Denial, denySilence, TOO_DEEP } from "./places/denials.ts";
import {
  denyCopyOf,
  denyReadOf,
  denyWriteOf,
  denyWriteTo,
  type Fence,
  findWritten,
  homesOf,
  type Standpoint,
} from "./places/fence.ts";
import { firstDenial, judgeCode, listCodes } from "./programs/code.ts";
import { isCredence, judgeCredence, judgeCredenceAmong, judgeDisconnect } from "./programs/credence.ts";
import { listNamed, type Named } from "./programs/programs.ts";
import { judgeSearch, readSearch } from "./programs/searches.ts";
import { hasMark } from "./split/marks.ts";
import { type Command, enter, type Scope } from "./split/scope.ts";
import { programOf, splitCall } from "./split/split-call.ts";
import { readPatchPaths } from "./tool-kinds.ts";

/** @param call a text for a shell, or the words of one command */
export function judgeShell(call: string | readonly string[], fence: Fence, cwd: string): Denial | null {
  const { env, roots, list } = fence.given;
  const tops = roots.flatMap(({ path, scope }) => (scope === "project" ? [resolve(path, "../..")] : []));
  const { commands, isTooDeep } = splitCall(call, cwd, { homes: homesOf(fence.given), env, tops, list });
  return firstDenial(commands, (command) => judgeCommand(command, fence)) ?? (isTooDeep ? TOO_DEEP : null);
}

function judgeCommand(command: Command, fence: Fence): Denial | null {
  const { argv, scope, redirects } = command;
  const from: Standpoint = { fence, cwds: scope.cwds };
  const [word = "", ...args] = argv;
  const redirected = firstDenial(redirects, ({ operator, path }) => {
    if (/^(?:\d+-?|-)$/.test(path)) return null;
    return operator === "<" || operator === "<&" ? denyReadOf(from, path) : denyWriteTo(from, path, "none");
  });
  if (redirected !== null || word === "") return redirected;
  // Our own commands protect what they touch themselves; only a file that they would store is looked at.
  if (isCredence(from, word)) {
    const body = /--body-file[= ](\S+)/.exec(args.join(" "))?.[1] ?? "";
    return judgeCredence(args) ?? denyReadOf(from, body);
  }
  const program = programOf(argv);
  if (program === "git") return judgeGit(command, from);
  return (
    judgeDisconnect(program, args) ?? judgeSpoken(program, args, from) ?? judgeProgram(program, command, from)
  );
}

/** They carry words to people or to other machines, or are asked about them. */
const CARRIES_TEXT =
  /^(?:echo|printf|gh|glab|hub|say|logger|man|info|whereis|which|type|[efzr]?grep|rg|ag|ack|docker|podman|nerdctl|kubectl|oc|ssh|helm|brew|write-output|write-host)$/;

/** A person-only word of ours anywhere in a command that may run it. */
function judgeSpoken(program: string, args: readonly string[], from: Standpoint): Denial | null {
  if (CARRIES_TEXT.test(program)) return null;
  const words = args.filter((arg) => arg !== "Space");
  return judgeCredenceAmong(words, (word) => isCredence(from, word));
}

/** Each command of git is a program of its own, which works where the global options say. */
function judgeGit(command: Command, from: Standpoint): Denial | null {
  const { argv } = command;
  const [tree] = command.scope.variables.get("GIT_WORK_TREE") ?? [];
  let scope: Scope = tree === undefined ? command.scope : enter(command.scope, tree);
  let at = 1;
  for (; argv[at]?.startsWith("-") === true; at += 1) {
    const [option = "", next = "."] = argv.slice(at, at + 2);
    const attached = /^--work-tree=(.*)$/s.exec(option)?.[1];
    if (attached !== undefined) scope = enter(scope, attached);
    if (option === "-C" || option === "--work-tree") scope = enter(scope, next);
    if (/^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path))$/.test(option)) at += 1;
  }
  return judgeProgram(
    `git ${argv[at] ?? ""}`,
    { ...command, argv: argv.slice(at), scope },
    { ...from, cwds: scope.cwds },
  );
}

function judgeProgram(program: string, command: Command, from: Standpoint): Denial | null {
  const [, ...args] = command.argv;
  const search = readSearch(program, args);
  if (search !== null)
    return (
      firstDenial(search.paths, (path) => denyReadOf(from, path)) ??
      (search.search === null ? null : judgeSearch(from, search.search))
    );
  const coded = firstDenial(listCodes(program, command) ?? [], (code) => judgeCode(code, from));
  if (coded !== null) return coded;
  const named = listNamed(program, args);
  const written = listOutputs(program, command);
  return (
    firstDenial(written, (path) => denyWriteTo(from, path, "none")) ??
    firstDenial(named, (each) => judgeNamed(each, from)) ??
    (/^(?:cp|mv|ln|install)$/.test(program) ? judgeArrival(args, named, from) : null)
  );
}

/** What a text inside of the command says that it writes: the files of a patch, and `w FILE` in a script of sed. */
function listOutputs(program: string, { argv, input }: Command): readonly string[] {
  if (/^(?:git (?:apply|am)|patch|apply_?patch)$/.test(program))
    return [...input, ...argv.filter((arg) => arg.includes("\n"))].flatMap(readPatchPaths);
  const outputs = /^g?sed$/.test(program)
    ? argv.join("\n").matchAll(/(?:^|[\s;{}/|#\dgp$])[wW][ \t]([^\n;}]{1,4096})/g)
    : [];
  return Array.from(outputs, (match) => match[1]?.trim() ?? "");
}

function judgeNamed({ path, use, reach }: Named, from: Standpoint): Denial | null {
  switch (use) {
    case "read":
      return denyReadOf(from, path);
    case "copy":
      return denyCopyOf(from, path);
    case "write":
      // The search index is made anew when it is gone: clearing all caches may take it along.
      return reach === "any" && hasMark(path)
        ? denyWriteOf(from, path, { reach, isMeant: ({ kind }) => kind !== "cache" })
        : denyWriteTo(from, path, reach);
    case "untracked":
      return denyWriteOf(from, path, {
        reach,
        isMeant: ({ kind, path: at }) =>
          kind === "root" ? !/\.claude[/\\]memory$/.test(at) : kind === "state",
      });
  }
}

/** A settings file that is put in place of another says itself what it would leave. */
function judgeArrival(args: readonly string[], named: readonly Named[], from: Standpoint): Denial | null {
  const { read } = from.fence.given;
  const [source = ""] = args.filter((arg) => !arg.startsWith("-")).slice(-2);
  const texts = from.cwds.flatMap((cwd) => read(resolve(cwd, source)) ?? []);
  return firstDenial(texts.length === 0 ? [] : named, ({ path, use }) => {
    const place =
      use === "write" ? findWritten(from, path, { reach: "none", isMeant: isSettings })?.place : undefined;
    if (place === undefined) return null;
    const before = readEntries(place.path, read(place.path));
    const [why] = texts.flatMap((text) => findSilence(before, readEntries(place.path, text)) ?? []);
    return why === undefined ? null : denySilence(place, why);
  });
}

export const isSettings = ({ kind }: { readonly kind: string }): boolean => kind === "settings";
