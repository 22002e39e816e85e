// A root's id is known to this machine together with where it was seen. The same id at a second place is a copy: its
// signatures hold there too, so it waits until a person has looked. So does a root whose record is damaged. The work trees
// of one repository are one place.
//
// Attack: whoever writes a root.json, a remote too, gives a root the id of another kind of root, so that whom a person trusts
// in a project counts in their user root. An id is of the kind of root that it was first seen in, also after that one is gone.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isRecord, parseJson } from "../memory/json.ts";
import { replaceFile } from "./durable.ts";
import { isRoot, type RootPlace } from "./find-root.ts";
import { ifPossible, writing } from "./fs-failure.ts";
import { resolveLinks } from "./paths.ts";
import { type RootKind, readRootFile } from "./root-files.ts";

type Location = {
  readonly path: string;
  readonly repository: string | null;
  /** Where in its work tree: the same in each of them. */
  readonly inside?: string;
};

type Known = {
  /** Of the root that was first seen with the id; null where an older version recorded it and its path does not tell. */
  readonly kind: RootKind | null;
  readonly locations: readonly Location[];
};

/** "unknown": what was recorded cannot be read, so this may be a second place as well. "other": the id is that of another kind
 * of root, and no person can say that this one is theirs too. */
export type Located = "known" | "second" | "unknown" | "other";

/** Records a root seen for the first time. */
export function locateRoot(records: string, place: RootPlace, id: string): Located {
  const known = readKnown(records);
  if (known === null) return "unknown";
  if (isOtherKind(known, place)) return "other";
  const here = locationOf(place);
  if (known.locations.some((each) => isSame(each, here))) {
    if (known.kind === null) writeKnown(records, { ...known, kind: place.kind });
    return "known";
  }
  // A moved directory is not a copy: the old path has no such root any more.
  if (known.locations.some((each) => isStillThere(each, id))) return "second";
  writeKnown(records, { kind: place.kind, locations: [here] });
  return "known";
}

/** A root in a work tree can become a person's own (`init --private`); every other kind stays what it is. */
function isOtherKind({ kind }: Known, place: RootPlace): boolean {
  return kind !== null && kind !== place.kind && !(kind === "shared" && place.kind === "personal");
}

/** The same, of a root that is not opened. */
export function isOtherRoot(records: string, place: RootPlace): boolean {
  const known = readKnown(records);
  return known !== null && isOtherKind(known, place);
}

/** May a root become the one with this id because a remote says so? Not if the id is known for another root, gone or not: only
 * what was of the same kind, at this place or at one that is gone, is the same root. */
export function isIdFree(records: string, place: RootPlace, id: string): boolean {
  const known = readKnown(records);
  if (known === null) return false;
  if (known.kind !== null && known.kind !== place.kind) return false;
  const here = toLocation(place, place.path);
  const others = known.locations.filter((each) => !isSame(each, here));
  return !others.some((each) => isStillThere(each, id));
}

/** A person looked and said that this place is theirs too. */
export function acceptLocation(records: string, place: RootPlace): void {
  const known = readKnown(records);
  const locations = [...(known?.locations ?? []), locationOf(place)];
  writeKnown(records, { kind: known?.kind ?? place.kind, locations });
}

/** Whatever was known here is not expected here any more. */
export function dropLocation(records: string, place: RootPlace): void {
  const here = toLocation(place, place.path);
  const known = readKnown(records);
  const locations = (known?.locations ?? []).filter((each) => !isSame(each, here));
  writeKnown(records, { kind: known?.kind ?? place.kind, locations });
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
  return ifPossible(() => readdirSync(join(state, "roots")).slice(0, KNOWN_MAX), []);
}

/** Of a root that is not opened: what is wrong with its record is told when it is. */
function readLocationsQuietly(records: string): readonly Location[] {
  return ifPossible(() => readKnown(records)?.locations ?? [], []);
}

/** @returns null when the record is damaged. */
function readKnown(records: string): Known | null {
  const path = join(records, "locations.json");
  if (!existsSync(path)) return { kind: null, locations: [] };
  const value = parseJson(readFileSync(path, "utf8"));
  if (!isRecord(value)) return null;
  const { kind, locations } = value;
  if (!Array.isArray(locations) || !locations.every(isLocation)) return null;
  if (kind === undefined) return { kind: kindByPath(locations[0]), locations };
  return isKind(kind) ? { kind, locations } : null;
}

const KINDS: readonly unknown[] = ["shared", "personal", "user"] satisfies RootKind[];

function isKind(value: unknown): value is RootKind {
  return KINDS.includes(value);
}

/** Of a record from before kinds were written down. */
function kindByPath(location: Location | undefined): RootKind | null {
  if (location === undefined) return null;
  if (location.repository !== null) return "shared";
  if (/\/claude-memory\/projects\/[^/]+$/.test(location.path)) return "personal";
  return location.path.endsWith("/claude-memory") ? "user" : null;
}

function isLocation(value: unknown): value is Location {
  if (!isRecord(value)) return false;
  const { path, repository, inside } = value;
  const isNamed = repository === null || typeof repository === "string";
  return typeof path === "string" && isNamed && (inside === undefined || typeof inside === "string");
}

function writeKnown(records: string, { kind, locations }: Known): void {
  const text = `${JSON.stringify({ v: 1, ...(kind === null ? {} : { kind }), locations })}\n`;
  writing("machine state", () => replaceFile(join(records, "locations.json"), text, 0o600));
}
