// A root's id is known to this machine together with where it was seen. The same id at a second place is a copy: its
// signatures hold there too, so it waits until a person has looked. So does a root whose record is damaged. The work trees
// of one repository are one place.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isRecord, parseJson } from "../memory/json.ts";
import { replaceFile } from "./durable.ts";
import { isRoot, type RootPlace } from "./find-root.ts";
import { codeOf, writing } from "./fs-failure.ts";
import { resolveLinks } from "./paths.ts";
import { readRootFile } from "./root-files.ts";

type Location = {
  readonly path: string;
  readonly repository: string | null;
  /** Where in its work tree: the same in each of them. */
  readonly inside?: string;
};

/** "unknown": what was recorded cannot be read, so this may be a second place as well. */
export type Located = "known" | "second" | "unknown";

/** Records a root seen for the first time. */
export function locateRoot(records: string, place: RootPlace, id: string): Located {
  const known = readLocations(records);
  if (known === null) return "unknown";
  const here = locationOf(place);
  if (known.some((each) => isSame(each, here))) return "known";
  // A moved directory is not a copy: the old path has no such root any more.
  if (known.some((each) => isStillThere(each, id))) return "second";
  writeLocations(records, [here]);
  return "known";
}

/** A person looked and said that this place is theirs too. */
export function acceptLocation(records: string, place: RootPlace): void {
  writeLocations(records, [...(readLocations(records) ?? []), locationOf(place)]);
}

/** Whatever was known here is not expected here any more. */
export function dropLocation(records: string, place: RootPlace): void {
  const here = toLocation(place, place.path);
  writeLocations(
    records,
    (readLocations(records) ?? []).filter((each) => !isSame(each, here)),
  );
}

function locationOf(place: RootPlace): Location {
  return toLocation(place, resolveLinks(place.path));
}

function toLocation(place: RootPlace, path: string): Location {
  if (place.workTree === null) return { path, repository: null };
  const { commonDirectory, top } = place.workTree;
  return { path, repository: commonDirectory, inside: relative(top, path) };
}

function isSame(a: Location, b: Location): boolean {
  if (a.path === b.path) return true;
  return a.repository !== null && a.repository === b.repository && a.inside === b.inside;
}

function isStillThere(location: Location, id: string): boolean {
  return rootIdAt(location.path) === id;
}

/** @returns null when there is no root. */
export function rootIdAt(path: string): string | "damaged" | null {
  if (!isRoot(path)) return null;
  try {
    return readRootFile(path).id;
  } catch {
    // Garbage, a link, a newer format: whoever opens it says what it is.
    return "damaged";
  }
}

// The other way round: which roots were seen at a place, whatever is there now.

export type KnownRoot = { readonly id: string; readonly records: string; readonly place: RootPlace };

/** So many roots nobody has; a tool call waits for this. */
const KNOWN_MAX = 2_000;

/** By the first of the places that a root was seen at. */
export function findKnownRoots(state: string, places: readonly RootPlace[]): KnownRoot[] {
  const expected = places.map((place) => ({ place, location: toLocation(place, place.path) }));
  return listRecords(state).flatMap((id): KnownRoot[] => {
    const records = join(state, "roots", id);
    const known = readLocationsQuietly(records);
    const found = expected.find(({ location }) => known.some((each) => isSame(each, location)));
    return found === undefined ? [] : [{ id, records, place: found.place }];
  });
}

/** Where roots were seen and still are. */
export function listRootPaths(state: string): string[] {
  const known = listRecords(state).flatMap((id) =>
    readLocationsQuietly(join(state, "roots", id)).filter((each) => isStillThere(each, id)),
  );
  return [...new Set(known.map(({ path }) => path))];
}

function listRecords(state: string): string[] {
  try {
    return readdirSync(join(state, "roots")).slice(0, KNOWN_MAX);
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return [];
  }
}

/** Of a root that is not opened: what is wrong with its record is told when it is. */
function readLocationsQuietly(records: string): Location[] {
  try {
    return readLocations(records) ?? [];
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return [];
  }
}

/** @returns null when the record is damaged. */
function readLocations(records: string): Location[] | null {
  const path = join(records, "locations.json");
  if (!existsSync(path)) return [];
  const value = parseJson(readFileSync(path, "utf8"));
  const found = typeof value === "object" && value !== null && "locations" in value ? value.locations : null;
  return Array.isArray(found) && found.every(isLocation) ? found : null;
}

function isLocation(value: unknown): value is Location {
  if (!isRecord(value)) return false;
  const { path, repository, inside } = value;
  const isNamed = repository === null || typeof repository === "string";
  return typeof path === "string" && isNamed && (inside === undefined || typeof inside === "string");
}

function writeLocations(records: string, locations: readonly Location[]): void {
  const text = `${JSON.stringify({ v: 1, locations })}\n`;
  writing("machine state", () => replaceFile(join(records, "locations.json"), text, 0o600));
}
