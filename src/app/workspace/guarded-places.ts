// What the write guard keeps, found without opening anything: a tool call waits for this.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  findProjectRoot,
  isRoot,
  listProjectPlaces,
  placePersonalRoots,
  placeUserRoot,
  type RootPlace,
} from "../../store/find-root.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { findEntry, findRealPlace } from "../../store/paths.ts";
import { findKnownRoots } from "../../store/root-location.ts";

export type Guarded = {
  readonly roots: readonly RootPlace[];
  readonly realpath: (path: string) => string | null;
  readonly list: (path: string) => readonly string[] | null;
  readonly read: (path: string) => string | null;
};

export type Whereabouts = {
  readonly cwd: string;
  /** The person's home, and then any other that a session has. */
  readonly homes: readonly string[];
  /** Where the hook's own arguments say that Claude Code keeps its files. */
  readonly claude: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Machine state, which knows where roots were. */
  readonly state: string;
};

/** The environment moves nothing here, as in all hooks: where it names a second user root, that one is kept as well. */
export function findGuarded({ cwd, homes, claude, env, state }: Whereabouts): Guarded {
  const usual = homes.map((home) => join(home, ".claude"));
  const moved = [claude ?? "", env["CLAUDE_CONFIG_DIR"] ?? ""].filter((path) => path !== "");
  const directories = new Set([...usual, ...moved.map((path) => resolve(cwd, path))]);
  // A root that leads elsewhere, or a directory that is gone, is none that could be written to.
  const nearest = ifPossible(() => findProjectRoot(cwd), null);
  // One that is hidden by a nearer one, or that somebody took away, is still the person's.
  const places = [...ifPossible(() => listProjectPlaces(cwd), []), ...[...directories].map(placeUserRoot)];
  const known = new Set(findKnownRoots(state, places).map(({ place }) => place.path));
  const isKept = (path: string): boolean => isRoot(path) || hasPersonal(path) || known.has(path);
  const others = places.filter(({ path }) => path !== nearest?.path && isKept(path));
  return {
    roots: [...(nearest === null ? [] : [nearest]), ...others],
    realpath: findRealPlace,
    list,
    read,
  };
}

/** The personal roots lie in the user root's place, whether or not there is one. */
function hasPersonal(path: string): boolean {
  return findEntry(placePersonalRoots(path)) !== null;
}

function list(path: string): readonly string[] | null {
  return ifPossible(() => readdirSync(path), null);
}

/** No settings are longer. */
const TEXT_BYTES_MAX = 4 * 1024 * 1024;

function read(path: string): string | null {
  return ifPossible(() => {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= TEXT_BYTES_MAX ? readFileSync(path, "utf8") : null;
  }, null);
}
