// What the guard knows: the call it judges, the places it keeps, and what it answers.

import { basename, dirname, join } from "node:path";
import { hasMark, UNKNOWN } from "../shell/pattern-sentinels.ts";
import { hasEntries, readEntries } from "./client-entries.ts";

export type ToolCall = { readonly tool: string; readonly input: unknown; readonly cwd: string };

export type GuardedRoot = {
  readonly path: string;
  readonly shown: string;
  readonly scope: "project" | "user";
};

export type GuardedPlaces = {
  readonly home: string;
  /** The few variables that a path may use. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly roots: readonly GuardedRoot[];
  readonly state: string;
  readonly cache: string;
  /** Links resolved as far as the path exists; null when a link leads nowhere. */
  readonly realpath: (path: string) => string | null;
  /** The names in a directory; null when there is none. */
  readonly list: (path: string) => readonly string[] | null;
  /** The text of a settings file; null where there is none. */
  readonly read: (path: string) => string | null;
  /** The clients' settings files, whether they are there or not. */
  readonly settings: readonly string[];
  /** The directory of the program that hooks start. */
  readonly program: string | null;
  /** What runs that program. */
  readonly interpreter?: string;
  /** What a person calls it by: at these they type their passphrase. */
  readonly commands?: readonly string[];
  readonly caseInsensitive: boolean;
};

/** The launcher and the files of the program: whatever they are called, they are our command. */
export function listOwnFiles({ written, given }: GuardedPaths): Place[] {
  return written.filter(
    ({ kind, path }) => kind === "state" || (kind === "program" && path !== given.interpreter),
  );
}

/** What `~` may stand for: where the session has another home than the person, either. */
export function homesOf({ home, env }: Pick<GuardedPlaces, "home" | "env">): readonly string[] {
  const given = env["HOME"];
  return given === undefined || given === home ? [home] : [given, home];
}

export type Denial = { readonly rule: string; readonly reason: string };

/** `withheld` is what no model may read: quarantine, and the archive that old quarantined memories go to. */
export type PlaceKind = "root" | "withheld" | "state" | "cache" | "settings" | "program";

export type Place = {
  readonly kind: PlaceKind;
  readonly path: string;
  readonly shown: string;
  /** Its names from `/` down, as spelled and with links resolved. */
  readonly forms: readonly (readonly string[])[];
};

export type GuardedPaths = {
  readonly given: GuardedPlaces;
  readonly finder: PathFinder;
  readonly written: readonly Place[];
  readonly withheld: readonly Place[];
  /** Among those written: the clients' settings. */
  readonly settings: readonly Place[];
  /** Is there anything in a place that a change could take away? Asked when a settings file is met, not before. */
  readonly isArmed: (place: Place) => boolean;
  /** The directories that hold a project's `.claude`. */
  readonly tops: readonly string[];
  /** The places of a root that nobody named beforehand: of another project, on the way of this path. */
  readonly findOthers: (names: readonly string[]) => readonly Place[];
};

/** From where a command names paths. */
export type Standpoint = {
  readonly fence: GuardedPaths;
  /** Every directory it may be in. */
  readonly cwds: readonly string[];
};

export function openGuardedPaths(places: GuardedPlaces): GuardedPaths {
  const given = { ...places, list: askOnce(places.list) };
  const finder = createPathFinder(given);
  const place = (kind: PlaceKind, path: string, shown: string): Place =>
    createPlace({ kind, path, shown }, finder);
  const placesIn = ({ path, shown }: Pick<GuardedRoot, "path" | "shown">): Place[] => [
    place("root", path, shown),
    ...["quarantine", "archive"].map((name) => place("withheld", join(path, name), `${shown}${name}/`)),
  ];
  const state = place("state", given.state, "the machine state of Credence");
  const own = given.roots.flatMap(placesIn);
  const settings = given.settings.map((path) => place("settings", path, path));
  const others = new Map<string, readonly Place[]>();
  const placesAt = (path: string): readonly Place[] => {
    const isOther =
      !own.some((each) => each.path === path) && given.list(path)?.includes("root.json") === true;
    const known = others.get(path) ?? (isOther ? placesIn({ path, shown: `${path}/` }) : []);
    others.set(path, known);
    return known;
  };
  return {
    given,
    finder,
    written: [
      ...own.filter(({ kind }) => kind === "root"),
      state,
      place("cache", given.cache, "the search index of Credence"),
      ...listPrograms(given).map((path) => place("program", path, path)),
      ...settings,
    ],
    settings,
    isArmed: createArming(given),
    withheld: [...own.filter(({ kind }) => kind === "withheld"), state],
    tops: given.roots.filter(({ scope }) => scope === "project").map(({ path }) => topOf(path)),
    findOthers: (names) => {
      const path = findRootIn(names);
      return path === null ? listBelow(given, finder, names).flatMap(placesAt) : placesAt(path);
    },
  };
}

const listPrograms = ({ program, interpreter, commands = [] }: GuardedPlaces): string[] =>
  [program, interpreter, ...commands].flatMap((path) => path ?? []);

/** A directory can be large, and a command can come back to it again and again. */
function askOnce<T>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, { readonly answer: T }>();
  return (path) => {
    const known = answers.get(path) ?? { answer: ask(path) };
    answers.set(path, known);
    return known.answer;
  };
}

/** Links are followed when a place is compared: most calls write nothing, and never ask for the settings of any client. */
function createPlace(place: Omit<Place, "forms">, finder: PathFinder): Place {
  let forms: Place["forms"] | null = null;
  return {
    ...place,
    get forms() {
      forms ??= finder.find(place.path, ["/"]);
      return forms;
    },
  };
}

function createArming({ read }: Pick<GuardedPlaces, "read">): GuardedPaths["isArmed"] {
  const known = new Map<string, boolean>();
  return ({ kind, path }) => {
    if (kind !== "settings") return true;
    const isArmed = known.get(path) ?? hasEntries(readEntries(path, read(path)));
    known.set(path, isArmed);
    return isArmed;
  };
}

/** Where a root would lie on the way of a path, or right below a `.claude` that it ends with. */
function findRootIn(names: readonly string[]): string | null {
  const way = names.at(-1) === ".claude" ? [...names, "memory"] : names;
  const isPersonal = (index: number): boolean =>
    way[index - 1] === "projects" && way[index - 2] === "claude-memory";
  const at = way.findIndex(
    (name, index) => (name === "memory" && way[index - 1] === ".claude") || isPersonal(index),
  );
  return at === -1 ? null : `/${way.slice(0, at + 1).join("/")}`;
}

/** The personal roots below a path: a search that begins above them reaches them all. */
function listBelow({ roots, list }: GuardedPlaces, finder: PathFinder, names: readonly string[]): string[] {
  return roots.flatMap(({ path, scope }) => {
    if (scope !== "user") return [];
    const projects = join(path, "projects");
    const forms = finder.find(projects, ["/"]);
    const isAbove = forms.some((form) => names.every((name, index) => form[index] === name));
    return isAbove ? (list(projects) ?? []).map((name) => join(projects, name)) : [];
  });
}

function topOf(root: string): string {
  return basename(dirname(root)) === ".claude" ? dirname(dirname(root)) : dirname(root);
}

// Every spelling of a path becomes the names from `/` down: relative, `..` through links and through the text, doubled
// slashes, Unicode forms, case where the system has none. A path may carry marks; links are resolved up to the first.

/** Longer ones no system opens. */
const PATH_CHARS_MAX = 4_096;
/** Each costs a few system calls, and a hook has half a second. A command that needs more is denied. */
const LOOKUPS_MAX = 2_048;
/** Names in all paths of a command, in each of its readings: what a guard can look at while somebody waits. */
const NAMES_MAX = 250_000;
/** The system is asked about each name of a path that is looked up. */
const LOOKUP_NAMES = 4;

type PathFinder = {
  readonly find: (text: string, cwds: readonly string[]) => readonly (readonly string[])[];
  readonly isExhausted: () => boolean;
};

export type PathView = {
  readonly realpath: (path: string) => string | null;
  readonly caseInsensitive: boolean;
};

function createPathFinder({ realpath, caseInsensitive }: PathView): PathFinder {
  const found = new Map<string, readonly (readonly string[])[]>();
  const reals = new Map<string, string>();
  let namesLeft = NAMES_MAX;
  const real = (path: string): string => {
    const known = reals.get(path);
    if (known !== undefined || reals.size >= LOOKUPS_MAX || namesLeft < 0) return known ?? path;
    namesLeft -= LOOKUP_NAMES * path.split("/").length;
    const answer = realpath(path) ?? path;
    reals.set(path, answer);
    return answer;
  };
  const locate = (absolute: string): readonly (readonly string[])[] => {
    const known = found.get(absolute);
    if (known !== undefined) return known;
    const located = spellingsOf(absolute, real).map((names) =>
      names.map((name) => foldName(name, caseInsensitive)),
    );
    found.set(absolute, located);
    return located;
  };
  return {
    find: (text, cwds) => {
      if (text === "" || text.length > PATH_CHARS_MAX || text.includes("\0")) return [];
      return cwds.flatMap((cwd) => {
        if (namesLeft < 0) return [];
        const paths = locate(absoluteOf(text, cwd));
        for (const names of paths) namesLeft -= names.length;
        return paths;
      });
    },
    isExhausted: () => reals.size >= LOOKUPS_MAX || namesLeft < 0,
  };
}

function absoluteOf(text: string, cwd: string): string {
  // A wholly unknown name may be one in the command's working directory.
  if (text.startsWith(UNKNOWN)) return text === UNKNOWN ? `${cwd}/${text}` : text;
  if (!text.startsWith("/")) return `${cwd}/${text}`;
  // The system's own name for the directory of a process: in the hook it would be the hook's.
  const [, first, , what, ...rest] = text.split("/");
  if (first !== "proc" || (what !== "cwd" && what !== "root")) return text;
  return [what === "cwd" ? cwd : "", ...rest].join("/");
}

function spellingsOf(absolute: string, real: (path: string) => string): string[][] {
  const names = splitNames(absolute);
  const marked = names.findIndex(hasMark);
  const head = marked === -1 ? names : names.slice(0, marked);
  const tail = marked === -1 ? [] : names.slice(marked);
  if (head.length === 0) return [foldDots(tail)];
  const spelled = `/${foldDots(head).join("/")}`;
  const spellings = new Set([spelled, real(spelled)]);
  if (head.includes("..")) spellings.add(walkLinks(head, real));
  return [...spellings].map((spelling) => foldDots([...splitNames(spelling), ...tail]));
}

function splitNames(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/** `..` as a shell's cd reads it: it takes back the name before it. It never takes back what is unknown. */
function foldDots(names: readonly string[]): string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name !== "..") kept.push(name);
    else if (kept.at(-1)?.includes(UNKNOWN) !== true) kept.pop();
  }
  return kept;
}

/** `..` as the system reads it: links are followed first. */
function walkLinks(names: readonly string[], real: (path: string) => string): string {
  let at = "/";
  for (const name of names) at = name === ".." ? dirname(real(at)) : join(at, name);
  return real(at);
}

function foldName(name: string, caseInsensitive: boolean): string {
  const composed = /[^\x20-\x7e]/.test(name) ? name.normalize("NFC") : name;
  if (!caseInsensitive) return composed;
  const lower = composed.toLowerCase();
  let end = lower.length;
  // Such systems also drop dots and blanks at the end of a name.
  while (end > 1 && (lower[end - 1] === "." || lower[end - 1] === " ")) end -= 1;
  return lower.slice(0, end);
}
