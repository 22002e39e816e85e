// The write guard's decision about one tool call: a denial, or nothing. It never allows anything: what it has no
// opinion on is left to the client and the user.
//
// Attack: an agent, talked into it or out of convenience, writes memories directly, removes a demotion or a signature,
// reads what is in quarantine or in machine state, or gives a command that only a person may give. Denied is what the
// call itself names, in any spelling. A tool with a name that says nothing, and a path that only the running program
// knows, pass: see judge-shell for what that leaves.

import { join, resolve } from "node:path";
import { isRecord } from "../../agents/hook-event.ts";
import { firstDenial, openState, type ShellState } from "./expand/state.ts";
import { denyRead, TOO_MANY } from "./fence/denials.ts";
import {
  type Denial,
  type GuardedPaths,
  type GuardedPlaces,
  homesOf,
  openGuardedPaths,
  type Place,
  type ToolCall,
} from "./fence/guarded-paths.ts";
import { denyCopyOf, denyReadOf, matchPath } from "./fence/overlaps-guarded.ts";
import { judgeSettings, type SettingsChange } from "./judge-settings.ts";
import { judgeShell, judgeWords } from "./judge-shell.ts";
import { judgeCode } from "./programs/code.ts";
import { denyShown } from "./programs/readers.ts";
import { denyWriteTo } from "./programs/writers.ts";
import { readPatchPaths } from "./shell/arguments.ts";
import { activate, expandBraces, hasMark, settle } from "./shell/pattern-sentinels.ts";
import {
  kindsOfCall,
  readFields,
  TOOL_KINDS,
  type ToolFields,
  type ToolKind,
  type ToolKinds,
} from "./tool-kinds.ts";

export function judgeTool(
  call: ToolCall,
  places: GuardedPlaces,
  table: ToolKinds = TOOL_KINDS,
): Denial | null {
  const fields = readFields(call.input);
  const kinds = kindsOfCall(call.tool, fields, table);
  if (kinds.length === 0) return null;
  const fence = openGuardedPaths(places);
  const denial = firstDenial(kinds, (kind) => {
    if (kind === "shell") return judgeCommands(fields, fence, call);
    return judgeFileTool(kind, { fields, input: call.input }, openState(fence, call.cwd));
  });
  return denial ?? (fence.finder.isExhausted() ? TOO_MANY : null);
}

const TURNS_OFF = /disableAllHooks|hooksConfig|enabledPlugins/;

function judgeCommands(
  { commands, codes, directory }: ToolFields,
  opened: GuardedPaths,
  { tool, cwd: from }: ToolCall,
): Denial | null {
  const cwd = directory === null ? from : resolve(from, directory);
  // What would turn hooks off may go into a settings file that has nothing of ours yet.
  const texts = [...commands.flat(), ...codes];
  const fence = texts.some((text) => TURNS_OFF.test(text)) ? { ...opened, isArmed: () => true } : opened;
  const isPowershell = /powershell|pwsh/i.test(tool);
  const denial = firstDenial(commands, (command) => {
    if (typeof command !== "string") return judgeWords(command, fence, cwd);
    return isPowershell ? judgeWords(["pwsh", "-c", command], fence, cwd) : judgeShell(command, fence, cwd);
  });
  return denial ?? firstDenial(codes, (code) => judgeCode(code, openState(fence, cwd)));
}

// Tools that name files in their input. A path is taken literally, with `~` for the home directory.

type FileKind = Exclude<ToolKind, "shell">;

type FileCall = { readonly fields: ToolFields; readonly input: unknown };

function judgeFileTool(kind: FileKind, { fields: given, input }: FileCall, state: ShellState): Denial | null {
  const fields = expandHome(given, homesOf(state.fence.given));
  const { paths } = fields;
  switch (kind) {
    case "patch":
      return (
        firstDenial(paths, (path) => denyChange({ path, input, patches: [] }, state)) ??
        firstDenial(fields.patches.flatMap(readPatchPaths), (path) =>
          denyChange({ path, input, patches: fields.patches }, state),
        )
      );
    case "remove":
      return firstDenial(paths, (path) => denyWriteTo(state, path, isTaken(path, fields) ? "any" : "none"));
    case "copy":
      return firstDenial(paths, (path) =>
        isTaken(path, fields) ? denyCopyOf(state, path) : denyWriteTo(state, path, "none"),
      );
    case "write":
      return firstDenial(paths, (path) => denyChange({ path, input, patches: [] }, state));
    case "search":
      return denyNamed(state, paths, fields.globs) ?? judgeSearch(fields, input, state);
    case "read":
      return denyWide(state, paths) ?? denyNamed(state, paths, [...fields.globs, ...fields.patterns]);
    case "list":
      return denyNamed(state, paths, [...fields.globs, ...fields.patterns]);
  }
}

/** Settings are judged by what would be left of them, everything else by its place. */
function denyChange(change: SettingsChange, state: ShellState): Denial | null {
  const written = state.fence.written.filter(({ kind }) => kind !== "settings");
  const elsewhere = { ...state, fence: { ...state.fence, written } };
  return denyWriteTo(elsewhere, change.path, "none") ?? judgeSettings(change, state);
}

function expandHome(fields: ToolFields, homes: readonly string[]): ToolFields {
  const expand = (texts: readonly string[]): string[] => texts.flatMap((text) => expandTilde(text, homes));
  const { paths, sources, globs, patterns } = fields;
  return {
    ...fields,
    paths: expand(paths),
    sources: expand(sources),
    globs: expand(globs),
    patterns: expand(patterns),
  };
}

function expandTilde(text: string, homes: readonly string[]): readonly string[] {
  const tilde = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(text)?.[0];
  return tilde === undefined ? [text] : homes.map((home) => home + text.slice(tilde.length));
}

/** What is moved or copied, and not where it arrives. */
function isTaken(path: string, { sources }: ToolFields): boolean {
  return sources.length === 0 || sources.includes(path);
}

function basesOf(paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? ["."] : paths;
}

/** A pattern in place of a path shows all that it matches; hidden names match only where they are spelled. */
function denyWide(state: ShellState, paths: readonly string[]): Denial | null {
  return firstDenial(paths.filter((path) => /[*?[{]/.test(path)).flatMap(expandGlob), (path) =>
    denyReadOf(state, path),
  );
}

function denyNamed(state: ShellState, paths: readonly string[], patterns: readonly string[]): Denial | null {
  const named = firstDenial(paths, (path) => denyReadOf(state, path));
  if (named !== null) return named;
  return firstDenial(patterns, (pattern) =>
    firstDenial(basesOf(paths), (base) => denyPattern(state, base, pattern)),
  );
}

/** Its pattern is looked for in texts, from here on unless it says where. What has no pattern searches no files. Machine
 * state lies in hidden directories: who searches from far above does not mean it, and rules of the client keep it. */
function judgeSearch(
  { paths, patterns, globs }: ToolFields,
  input: unknown,
  state: ShellState,
): Denial | null {
  const { isNamesOnly, ignoresCase } = readSearchInput(input);
  if (isNamesOnly) return null;
  const query = patterns.length === 0 ? null : { patterns, isFixed: false, ignoresCase };
  return denyShown(state, patterns.length === 0 ? paths : basesOf(paths), {
    hidden: true,
    query,
    isLeftOut: ({ place, rest }, base) =>
      (place.kind === "state" && rest.some((name) => name.startsWith("."))) ||
      (globs.length > 0 && !globs.some((glob) => covers(state, { base, glob }, place))),
  });
}

/** Claude Code's Grep says whether it shows lines; others show them always. */
function readSearchInput(input: unknown): { readonly isNamesOnly: boolean; readonly ignoresCase: boolean } {
  if (!isRecord(input)) return { isNamesOnly: false, ignoresCase: true };
  const mode = input["output_mode"];
  return {
    isNamesOnly: mode === "files_with_matches" || mode === "count",
    // What a tool does without being told, is not known.
    ignoresCase: !("-i" in input) || input["-i"] === true,
  };
}

type Glob = { readonly base: string; readonly glob: string };

/** Does a pattern take in what is in a place? One without a slash is held against names only. */
function covers(state: ShellState, { base, glob }: Glob, { forms }: Place): boolean {
  if (!glob.includes("/")) return true;
  return expandGlob(glob).some((pattern) => reaches(state, { base, glob: pattern }, forms));
}

function expandGlob(glob: string): string[] {
  return expandBraces(activate(glob)).map(settle);
}

function reaches({ fence, cwds }: ShellState, { base, glob }: Glob, forms: Place["forms"]): boolean {
  const paths = fence.finder.find(glob.startsWith("/") ? glob : join(base, glob), cwds);
  return paths.some((path) => forms.some((form) => matchPath(path, form, true)?.kind === "inside"));
}

/** A pattern that names a withheld place, not merely one that is wide enough to cover it. */
function denyPattern(state: ShellState, base: string, glob: string): Denial | null {
  return firstDenial(expandGlob(glob), (pattern) => {
    const names = pattern.split("/").filter((name) => !hasMark(name));
    const named = state.fence.withheld.find(
      ({ forms }) =>
        forms.some((form) => names.includes(form.at(-1) ?? "")) &&
        reaches(state, { base, glob: pattern }, forms),
    );
    return named === undefined ? null : denyRead(named);
  });
}
