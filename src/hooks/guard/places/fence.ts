// The places that the guard keeps, and how a path touches them.
//
// Attack: a path that means a guarded place in a way that is not asked for. So a path means a set of places: each root that is
// known, each that lies on its way, each that a pattern in it may stand for is asked, and no finding ends the search for others.

import { basename, dirname, join } from "node:path";
import { isPattern, matchName, UNKNOWN } from "../split/marks.ts";
import { hasEntries, readEntries } from "./client-entries.ts";
import { type Denial, denyLoss, denyRead, denyWrite, type Place, type PlaceKind } from "./denials.ts";
import {
  createPathFinder,
  foldName,
  type Match,
  matchPath,
  type Names,
  type PathFinder,
  type PathView,
} from "./find-path.ts";

export type GuardedRoot = {
  readonly path: string;
  readonly shown: string;
  readonly scope: "project" | "user";
};

export type GuardedPlaces = PathView & {
  readonly home: string;
  /** The few variables that a path may use. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly roots: readonly GuardedRoot[];
  readonly state: string;
  readonly cache: string;
  /** The names in a directory; null when there is none. */
  readonly list: (path: string) => readonly string[] | null;
  /** The text of a file; null where there is none. */
  readonly read: (path: string) => string | null;
  /** The clients' settings files, whether they are there or not. */
  readonly settings: readonly string[];
  /** The directory of the program that hooks start. */
  readonly program: string | null;
  /** The Node that runs that program. */
  readonly interpreter?: string;
  /** The names that a person calls it by: there they type their passphrase. */
  readonly commands?: readonly string[];
};

export type Fence = {
  readonly given: GuardedPlaces;
  readonly finder: PathFinder;
  /** Is there anything in a place that a change could take away? */
  readonly isArmed: (place: Place) => boolean;
  /** All that a path may mean: the known places, and those of roots that it leads to. */
  readonly placesFor: (side: Side, path: Names) => readonly Place[];
};

/** What `~` may stand for: if the session has another home than the person, either. */
export function homesOf({ home, env }: Pick<GuardedPlaces, "home" | "env">): readonly string[] {
  return [...new Set([env["HOME"] ?? home, home])];
}

/** What no agent writes, and what no model reads. */
export type Side = "written" | "withheld";

/** From where a command names paths: every directory that it may be in. */
export type Standpoint = { readonly fence: Fence; readonly cwds: readonly string[] };

const WITHHELD = ["quarantine", "archive"];

export function openFence(places: GuardedPlaces): Fence {
  const given = { ...places, list: askOnce(places.list), read: askOnce(places.read) };
  const finder = createPathFinder(given);
  return {
    given,
    finder,
    isArmed: ({ kind, path }) => kind !== "settings" || hasEntries(readEntries(path, given.read(path))),
    placesFor: createSides(given, finder),
  };
}

function createSides(given: GuardedPlaces, finder: PathFinder): Fence["placesFor"] {
  // Links are followed when a place is compared: most calls write nothing, and never ask for the settings of any client.
  const formsOf = askOnce((path: string) => finder.find(path, ["/"]));
  const place = (kind: PlaceKind, path: string, shown = path): Place => ({
    kind,
    path,
    shown,
    get forms() {
      return formsOf(path);
    },
  });
  const rootAt = askOnce((path: string): Record<Side, readonly Place[]> => {
    const shown = given.roots.find((root) => root.path === path)?.shown ?? `${path}/`;
    const withheld = WITHHELD.map((name) => place("withheld", join(path, name), `${shown}${name}/`));
    return { written: [place("root", path, shown)], withheld };
  });
  const { program, interpreter, commands = [], settings, roots } = given;
  const others: Record<Side, readonly Place[]> = {
    written: [
      place("cache", given.cache, "the search index of Credence"),
      ...[program, interpreter, ...commands].flatMap((path) =>
        path == null ? [] : [place("program", path)],
      ),
      ...settings.map((path) => place("settings", path)),
    ],
    withheld: [],
  };
  const state = place("state", given.state, "the machine state of Credence");
  const own = roots.map(({ path }) => path);
  const projects = roots.flatMap(({ path, scope }) => (scope === "user" ? [join(path, "projects")] : []));
  const personalIn = askOnce((path: string) => listPersonal(path, formsOf(path), given));
  return (side, path) => {
    const isRoot = (each: string): boolean => given.list(each)?.includes("root.json") === true;
    const met = listOnWay(path, given).filter((each) => !own.includes(each) && isRoot(each));
    const led = [...[...own, ...met].flatMap((each) => rootAt(each)[side]), state, ...others[side]];
    if (side === "written") return led;
    const reached = projects.filter((each) => formsOf(each).some((form) => matchPath(path, form) !== null));
    return [...led, ...reached.flatMap(personalIn)];
  };
}

/** A directory can be large, and a call can come back to it again and again. */
function askOnce<T>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, { readonly answer: T }>();
  return (path) => {
    const known = answers.get(path) ?? { answer: ask(path) };
    answers.set(path, known);
    return known.answer;
  };
}

/** What is withheld in the personal roots of projects, all of which are asked about. */
function listPersonal(projects: string, forms: readonly Names[], view: GuardedPlaces): Place[] {
  return (view.list(projects) ?? []).flatMap((name) =>
    WITHHELD.map((inside) => {
      const path = join(projects, name, inside);
      const tail = [foldName(name, view.caseInsensitive), inside];
      return { kind: "withheld", path, shown: `${path}/`, forms: forms.map((form) => [...form, ...tail]) };
    }),
  );
}

/** Where a root would lie on the way of a path, or right below a `.claude` that it ends with. */
function listOnWay(path: Names, given: GuardedPlaces): string[] {
  const means = (name: string | undefined, wanted: string): boolean => matchName(name ?? "", wanted, false);
  return path.flatMap((name, at) => {
    const head = path.slice(0, at);
    if (means(name, ".claude") && (at === path.length - 1 || means(path[at + 1], "memory")))
      return expandHead(head, given).map((top) => join(top, ".claude/memory"));
    const isPersonal = means(path[at - 1], "projects") && means(path[at - 2], "claude-memory");
    return isPersonal ? expandHead(path.slice(0, at + 1), given) : [];
  });
}

const DIRECTORIES_MAX = 256;

/** A pattern is expanded against the folders that are there. */
function expandHead(names: Names, { list }: GuardedPlaces): readonly string[] {
  if (names.some((name) => name.includes(UNKNOWN))) return [];
  if (!names.some(isPattern)) return [`/${names.join("/")}`];
  return names.reduce<readonly string[]>(
    (tops, name) =>
      tops
        .flatMap((top) =>
          (isPattern(name) ? (list(top || "/") ?? []) : [name])
            .filter((each) => matchName(name, each, false))
            .map((each) => `${top}/${each}`),
        )
        .slice(0, DIRECTORIES_MAX),
    [""],
  );
}

// Does a path touch a place, and how?

export type Touch = { readonly place: Place; readonly match: Match };

/** `none`: the place and what is in it. `near`: its parent directory too, where that is there for such things alone. `any`:
 * every directory above. */
export type Reach = "none" | "near" | "any";

/** All touches, those inside a place before those above one. */
export function listTouches({ fence, cwds }: Standpoint, text: string, side: Side): Touch[] {
  const touches = listSpelled(text)
    .flatMap((spelling) => fence.finder.find(spelling, cwds))
    .flatMap((path) =>
      fence.placesFor(side, path).flatMap((place) =>
        place.forms.flatMap((form): Touch[] => {
          const match = matchPath(path, form);
          return match === null ? [] : [{ place, match }];
        }),
      ),
    );
  return touches.sort((a, b) => Number(b.match.isInside) - Number(a.match.isInside));
}

/** The path as it stands, and without the signs that some programs put before one. */
function listSpelled(text: string): string[] {
  if (text.startsWith("@")) return [text, text.slice(1)];
  if (!text.startsWith("file://")) return [text];
  const code = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));
  return [text.slice("file://".length).replaceAll(/%([0-9A-Fa-f]{2})/g, code)];
}

function isWithin({ place: { kind, path }, match }: Touch, reach: Reach): boolean {
  if (match.isInside || reach === "any") return true;
  if (reach === "none" || match.rest.length > 1) return false;
  // Others keep things beside our cache and our program, and a settings file may lie in the home itself.
  return kind === "settings"
    ? basename(dirname(path)).startsWith(".")
    : kind !== "cache" && kind !== "program";
}

type Meant = { readonly reach: Reach; readonly isMeant?: Fence["isArmed"] };

/** A word of a command that is no path costs no lookup: nothing here is called so, and here is no place to make something. */
function isMereWord({ fence: { given, finder }, cwds }: Standpoint, text: string): boolean {
  if (/[/.~@\uE000-\uE002]/.test(text)) return false;
  const { roots, state, cache, program, settings, commands = [] } = given;
  const places = [...roots.map(({ path }) => path), state, cache, program ?? state, ...settings, ...commands];
  return [...cwds, ...finder.find(".", cwds).map((names) => `/${names.join("/")}`)].every(
    (cwd) =>
      given.list(cwd)?.some((name) => name.toLowerCase() === text.toLowerCase()) !== true &&
      !places.some((path) => dirname(path) === cwd || `${cwd}/`.startsWith(`${path}/`)) &&
      !/\/(?:\.claude\/memory|claude-memory)(?:\/|$)/.test(cwd),
  );
}

export function findWritten(
  from: Standpoint,
  text: string,
  { reach, isMeant = () => true }: Meant,
): Touch | null {
  if (isMereWord(from, text)) return null;
  const touches = listTouches(from, text, "written");
  return touches.find((touch) => isWithin(touch, reach) && isMeant(touch.place)) ?? null;
}

export function denyWriteTo(from: Standpoint, text: string, reach: Reach): Denial | null {
  return denyWriteOf(from, text, { reach });
}

/** The same for some kinds of places. */
export function denyWriteOf(
  from: Standpoint,
  text: string,
  { reach, isMeant = () => true }: Meant,
): Denial | null {
  const isKept = (place: Place): boolean => isMeant(place) && from.fence.isArmed(place);
  const touch = findWritten(from, text, { reach, isMeant: isKept });
  if (touch === null) return null;
  return touch.match.isInside ? denyWrite(touch.place) : denyLoss(touch.place);
}

/** Nothing is in it, so nothing of it can be shown. */
export function isBare({ fence }: Standpoint, { kind, path }: Place): boolean {
  return kind === "withheld" && (fence.given.list(path)?.length ?? 0) === 0;
}

export function denyReadOf(from: Standpoint, path: string): Denial | null {
  const touch = listTouches(from, path, "withheld").find(
    ({ place, match }) => match.isInside && !(match.byPattern && isBare(from, place)),
  );
  return touch === undefined ? null : denyRead(touch.place);
}

/** A copy of quarantine is quarantine: denied for the root, its parent and deeper. A whole project may be copied. A personal root
 * lies two names deeper than the user root. */
export function denyCopyOf(from: Standpoint, path: string): Denial | null {
  const near = (place: Place): number =>
    /\/claude-memory\/projects\/[^/]+\/[^/]+$/.test(place.path) ? 4 : 2;
  const touch = listTouches(from, path, "withheld").find(
    ({ place, match }) => (match.isInside || match.rest.length <= near(place)) && !isBare(from, place),
  );
  return touch === undefined ? null : denyRead(touch.place);
}
