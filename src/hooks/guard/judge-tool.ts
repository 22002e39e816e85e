// The write guard's decision about one tool call: a denial, or nothing. It never allows anything: a call that it has no
// opinion on is left to the client and the user.
//
// Attack: an agent, talked into it or out of convenience, writes memories directly, removes a demotion or a signature,
// reads what is in quarantine or in machine state, or gives a command that only a person may give. A call is denied for what
// it names itself. A tool with a name that says nothing, and a path that only the running program knows, pass.

import { join, resolve } from "node:path";
import { isRecord } from "../../agents/hook-event.ts";
import { judgeSettings, type SettingsChange } from "./judge-settings.ts";
import { isSettings, judgeShell } from "./judge-shell.ts";
import { type Denial, denyRead, type Place, TOO_MANY } from "./places/denials.ts";
import {
  denyCopyOf,
  denyReadOf,
  denyWriteOf,
  denyWriteTo,
  type Fence,
  type GuardedPlaces,
  homesOf,
  openFence,
  type Standpoint,
} from "./places/fence.ts";
import { matchPath } from "./places/find-path.ts";
import { firstDenial, judgeCode } from "./programs/code.ts";
import { judgeSearch } from "./programs/searches.ts";
import { activate, expandBraces, hasMark, settle } from "./split/marks.ts";
import {
  kindsOfCall,
  readFields,
  readPatchPaths,
  TOOL_KINDS,
  type ToolFields,
  type ToolKind,
  type ToolKinds,
} from "./tool-kinds.ts";

export type ToolCall = { readonly tool: string; readonly input: unknown; readonly cwd: string };

export function judgeTool(
  call: ToolCall,
  places: GuardedPlaces,
  table: ToolKinds = TOOL_KINDS,
): Denial | null {
  const fields = readFields(call.input);
  const kinds = kindsOfCall(call.tool, fields, table);
  if (kinds.length === 0) return null;
  const fence = openFence(places);
  const denial = firstDenial(kinds, (kind) =>
    kind === "shell"
      ? judgeCommands(fields, fence, call)
      : judgeFileTool(
          kind,
          { fields: expandHome(fields, places), input: call.input },
          { fence, cwds: [call.cwd] },
        ),
  );
  return denial ?? (fence.finder.isExhausted() ? TOO_MANY : null);
}

const TURNS_OFF = /disableAllHooks|hooksConfig|enabledPlugins/;

function judgeCommands(fields: ToolFields, opened: Fence, { tool, cwd: from }: ToolCall): Denial | null {
  const { commands, codes, directory } = fields;
  const cwd = resolve(from, directory ?? "");
  // What would turn hooks off may go into a settings file that has nothing of ours yet.
  const isOff = [...commands.flat(), ...codes].some((text) => TURNS_OFF.test(text));
  const fence = isOff ? { ...opened, isArmed: () => true } : opened;
  const isPowershell = /powershell|pwsh/i.test(tool);
  const denial = firstDenial(commands, (command) =>
    judgeShell(isPowershell && typeof command === "string" ? ["pwsh", "-c", command] : command, fence, cwd),
  );
  return denial ?? firstDenial(codes, (code) => judgeCode(code, { fence, cwds: [cwd] }));
}

// Tools that name files in their input. A path is taken literally, with `~` for the home directory.

type FileCall = { readonly fields: ToolFields; readonly input: unknown };

function judgeFileTool(
  kind: Exclude<ToolKind, "shell">,
  { fields, input }: FileCall,
  from: Standpoint,
): Denial | null {
  const { paths, sources, globs, patterns, patches } = fields;
  // What is moved or copied, and not where it arrives.
  const isTaken = (path: string): boolean => sources.length === 0 || sources.includes(path);
  const change = (path: string, texts: readonly string[]): Denial | null =>
    denyChange({ path, input, patches: texts }, from);
  switch (kind) {
    case "patch":
      return (
        firstDenial(paths, (path) => change(path, [])) ??
        firstDenial(patches.flatMap(readPatchPaths), (path) => change(path, patches))
      );
    case "remove":
      return firstDenial(paths, (path) => denyWriteTo(from, path, isTaken(path) ? "any" : "none"));
    case "copy":
      return firstDenial(paths, (path) =>
        isTaken(path) ? denyCopyOf(from, path) : denyWriteTo(from, path, "none"),
      );
    case "write":
      return firstDenial(paths, (path) => change(path, []));
    case "search":
      return denyNamed(from, paths, globs) ?? judgeSearchTool(fields, input, from);
    case "read":
      // A pattern in place of a path shows all that it matches; hidden names match only if they are spelled.
      return (
        firstDenial(paths.filter((path) => /[*?[{]/.test(path)).flatMap(expandGlob), (path) =>
          denyReadOf(from, path),
        ) ?? denyNamed(from, paths, [...globs, ...patterns])
      );
    case "list":
      return denyNamed(from, paths, [...globs, ...patterns]);
  }
}

/** Settings are judged by what would be left of them, everything else by its place. */
function denyChange(change: SettingsChange, from: Standpoint): Denial | null {
  return (
    denyWriteOf(from, change.path, { reach: "none", isMeant: (place) => !isSettings(place) }) ??
    judgeSettings(change, from)
  );
}

function expandHome(fields: ToolFields, given: GuardedPlaces): ToolFields {
  const homes = homesOf(given);
  const expand = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => {
      const tilde = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(text)?.[0];
      return tilde === undefined ? [text] : homes.map((each) => each + text.slice(tilde.length));
    });
  const { paths, sources, globs, patterns } = fields;
  const [all, taken] = [expand(paths), expand(sources)];
  return { ...fields, paths: all, sources: taken, globs: expand(globs), patterns: expand(patterns) };
}

function denyNamed(from: Standpoint, paths: readonly string[], patterns: readonly string[]): Denial | null {
  const bases = paths.length === 0 ? ["."] : paths;
  return (
    firstDenial(paths, (path) => denyReadOf(from, path)) ??
    firstDenial(patterns.flatMap(expandGlob), (pattern) =>
      firstDenial(bases, (base) => denyPattern(from, base, pattern)),
    )
  );
}

/** A pattern that names a withheld place, not merely one that is wide enough to cover it. */
function denyPattern(from: Standpoint, base: string, pattern: string): Denial | null {
  const names = pattern.split("/").filter((name) => !hasMark(name));
  const place = listCovered(from, base, pattern).find(({ path }) =>
    names.includes(path.split("/").at(-1) ?? ""),
  );
  return place === undefined ? null : denyRead(place);
}

/** The withheld places that a tool's own pattern takes in, with hidden names. */
function listCovered({ fence, cwds }: Standpoint, base: string, pattern: string): readonly Place[] {
  return fence.finder
    .find(pattern.startsWith("/") ? pattern : join(base, pattern), cwds)
    .flatMap((path) =>
      fence
        .placesFor("withheld", path)
        .filter(({ forms }) => forms.some((form) => matchPath(path, form, true)?.isInside === true)),
    );
}

function expandGlob(glob: string): string[] {
  return expandBraces(activate(glob)).map(settle);
}

/** A search by a tool looks for its pattern in texts, from here on unless it says where. A call without a pattern searches no
 * files. Machine state lies in hidden directories: a search from far above does not mean it, and rules of the client keep it. */
function judgeSearchTool(
  { paths, patterns, globs }: ToolFields,
  input: unknown,
  from: Standpoint,
): Denial | null {
  const given = isRecord(input) ? input : {};
  // Claude Code's Grep says whether it shows lines; others show them always.
  if (given["output_mode"] === "files_with_matches" || given["output_mode"] === "count") return null;
  const isPlain = globs.some((glob) => !glob.includes("/"));
  return judgeSearch(from, {
    roots: patterns.length > 0 && paths.length === 0 ? ["."] : paths,
    hidden: true,
    patterns: patterns.length === 0 ? null : patterns,
    // What a tool does without being told is not known.
    ignoresCase: !("-i" in given) || given["-i"] === true,
    isLeftOut: (place, rest, root) =>
      (place.kind === "state" && rest.some((name) => name.startsWith("."))) ||
      (globs.length > 0 &&
        !isPlain &&
        !globs
          .flatMap(expandGlob)
          .some((glob) => listCovered(from, root, glob).some(({ path }) => path === place.path))),
  });
}
