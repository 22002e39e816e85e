// What the guard knows: the call it judges, the places it keeps, and what it answers.

import { basename, dirname, join } from "node:path";
import { createPathFinder, type PathFinder } from "./resolve-path.ts";

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
  /** Links resolved as far as the path exists; null where a link leads nowhere. */
  readonly realpath: (path: string) => string | null;
  /** The names in a directory; null where there is none. */
  readonly list: (path: string) => readonly string[] | null;
  readonly caseInsensitive: boolean;
};

export type Denial = { readonly rule: string; readonly reason: string };

/** `withheld` is what no model may read: quarantine, and the archive that old quarantined memories go to. */
export type PlaceKind = "root" | "withheld" | "state" | "cache";

export type Place = {
  readonly kind: PlaceKind;
  readonly path: string;
  readonly shown: string;
  /** Its names from `/` down, as spelled and with links resolved. */
  readonly forms: readonly (readonly string[])[];
};

export type Fence = {
  readonly given: GuardedPlaces;
  readonly finder: PathFinder;
  readonly written: readonly Place[];
  readonly withheld: readonly Place[];
  /** The directories that hold a project's `.claude`. */
  readonly tops: readonly string[];
  /** The places of a root that nobody named beforehand: of another project, on the way of this path. */
  readonly findOthers: (names: readonly string[]) => readonly Place[];
};

export function openFence(given: GuardedPlaces): Fence {
  const finder = createPathFinder(given);
  const place = (kind: PlaceKind, path: string, shown: string): Place => {
    return { kind, path, shown, forms: finder.find(path, ["/"]) };
  };
  const placesIn = ({ path, shown }: Pick<GuardedRoot, "path" | "shown">): Place[] => [
    place("root", path, shown),
    ...["quarantine", "archive"].map((name) => place("withheld", join(path, name), `${shown}${name}/`)),
  ];
  const state = place("state", given.state, "the machine state of Credence");
  const own = given.roots.flatMap(placesIn);
  const others = new Map<string, readonly Place[]>();
  return {
    given,
    finder,
    written: [
      ...own.filter(({ kind }) => kind === "root"),
      state,
      place("cache", given.cache, "the search index of Credence"),
    ],
    withheld: [...own.filter(({ kind }) => kind === "withheld"), state],
    tops: given.roots.filter(({ scope }) => scope === "project").map(({ path }) => topOf(path)),
    findOthers: (names) => {
      const path = findRootIn(names);
      if (path === null) return [];
      const isOther =
        !own.some((each) => each.path === path) && given.list(path)?.includes("root.json") === true;
      const known = others.get(path) ?? (isOther ? placesIn({ path, shown: `${path}/` }) : []);
      others.set(path, known);
      return known;
    },
  };
}

/** Where a root would lie on the way of a path, or right below a `.claude` that it ends with. */
function findRootIn(names: readonly string[]): string | null {
  const way = names.at(-1) === ".claude" ? [...names, "memory"] : names;
  const at = way.findIndex((name, index) => name === "memory" && way[index - 1] === ".claude");
  return at === -1 ? null : `/${way.slice(0, at + 1).join("/")}`;
}

function topOf(root: string): string {
  return basename(dirname(root)) === ".claude" ? dirname(dirname(root)) : dirname(root);
}
