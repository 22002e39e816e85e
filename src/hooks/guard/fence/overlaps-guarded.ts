// Does a path touch a guarded place, and how?

import { basename, dirname } from "node:path";
import { ANY_CHARACTER, ANY_TEXT, UNKNOWN } from "../shell/pattern-sentinels.ts";
import { denyRead } from "./denials.ts";
import {
  type Denial,
  type GuardedPaths,
  listOwnFiles,
  type Place,
  type PlaceKind,
  type Standpoint,
} from "./guarded-paths.ts";

type Touch = { readonly place: Place; readonly match: Match };

/** `none`: the place and what is in it. `near`: its parent directory too, where that is there for such things alone. `any`:
 * every directory above. */
export type Reach = "none" | "near" | "any";

export function findTouch(
  state: Standpoint,
  text: string,
  { places, reach }: { readonly places: readonly Place[]; readonly reach: Reach },
): Touch | null {
  const touches = listTouches(state, text, places).filter((touch) => isWithin(touch, reach));
  return touches.find(({ place }) => state.fence.isArmed(place)) ?? null;
}

/** A file of our program by its place, or the launcher, whatever it is called. */
export function isOwnFile(state: Standpoint, word: string): boolean {
  const places = listOwnFiles(state.fence);
  return word.includes("/") && findTouch(state, word, { places, reach: "none" }) !== null;
}

function isWithin({ place, match }: Touch, reach: Reach): boolean {
  if (match.kind === "inside" || reach === "any") return true;
  return reach === "near" && match.rest.length === 1 && isOwnParent(place);
}

/** Others keep things beside our cache and our program, and a settings file may lie in the home itself. */
function isOwnParent({ kind, path }: Place): boolean {
  if (kind === "settings") return basename(dirname(path)).startsWith(".");
  return kind !== "cache" && kind !== "program";
}

/** All touches, those inside a place before those above one. */
function listTouches(state: Standpoint, text: string, places: readonly Place[]): Touch[] {
  const { finder } = state.fence;
  const spellings = spellingsOf(text);
  const paths = spellings.flatMap((spelling) => finder.find(spelling, state.cwds));
  const kinds = kindsMeant(state.fence, places);
  const touches = paths.flatMap((path) => {
    const others = state.fence.findOthers(path).filter(({ kind }) => kinds.has(kind));
    return [...places, ...others].flatMap((place) => touchesOf(path, place));
  });
  const rankOf = ({ match }: Touch): number => Number(match.kind === "above");
  return touches.sort((a, b) => rankOf(a) - rankOf(b));
}

/** A session without a root of its own still meets those of others. */
function kindsMeant({ written, withheld }: GuardedPaths, places: readonly Place[]): ReadonlySet<PlaceKind> {
  const kinds = new Set(places.map(({ kind }) => kind));
  if (written.every((place) => places.includes(place))) kinds.add("root");
  if (withheld.every((place) => places.includes(place))) kinds.add("withheld");
  return kinds;
}

function touchesOf(path: readonly string[], place: Place): Touch[] {
  return place.forms.flatMap((form) => {
    const match = matchPath(path, form);
    return match === null ? [] : [{ place, match }];
  });
}

/** The path as it stands, and without what some programs put before one. */
function spellingsOf(text: string): string[] {
  if (text.startsWith("file://")) return [decode(text.slice("file://".length))];
  return text.startsWith("@") ? [text, text.slice(1)] : [text];
}

function decode(text: string): string {
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

// Holds a path, possibly with patterns in it, against a guarded place, name by name. Time is linear in the path: a
// place has few and short names.

type Match =
  /** The place itself, or something in it. */
  | { readonly kind: "inside"; readonly byPattern: boolean }
  /** A directory that holds the place; `rest` are the names from there down to it. */
  | { readonly kind: "above"; readonly byPattern: boolean; readonly rest: readonly string[] };

/** Behind a part that nobody knows, two names of a place in a row are no coincidence, nor is a hidden one alone with whatever
 * a pattern matches. A pattern itself tells nothing: any two names match any two stars. */
const TELLING = 2;

/** With `dots` a pattern also matches hidden names, as in the patterns of tools. */
export function matchPath(path: readonly string[], place: readonly string[], dots = false): Match | null {
  const { known, tail } = splitUnknown(path);
  const match = matchKnown(known, place, dots);
  return tail === null || match?.kind === "inside" ? match : matchTail(tail, place);
}

type Halves = { readonly known: readonly string[]; readonly tail: readonly string[] | null };

/** Each path is held against many places. */
const halves = new WeakMap<readonly string[], Halves>();

/** What comes before the first name that nobody knows, and what comes behind the last. */
function splitUnknown(path: readonly string[]): Halves {
  const split = halves.get(path);
  if (split !== undefined) return split;
  const isUnknown = (name: string): boolean => name.includes(UNKNOWN);
  const [first, last] = [path.findIndex(isUnknown), path.findLastIndex(isUnknown)];
  const found: Halves =
    last === -1 ? { known: path, tail: null } : { known: path.slice(0, first), tail: path.slice(last + 1) };
  halves.set(path, found);
  return found;
}

function matchKnown(path: readonly string[], place: readonly string[], dots: boolean): Match | null {
  // The places in `place` that could be reached so far: more than one only behind `**`.
  let reached = [0];
  let byPattern = false;
  for (const name of path) {
    if (reached.includes(place.length)) return { kind: "inside", byPattern };
    const isDeep = isAnyDepth(name);
    byPattern ||= isDeep || isPattern(name);
    reached = isDeep
      ? spread(reached, place, dots)
      : reached.filter((at) => matchName(name, place[at] ?? "", dots)).map((at) => at + 1);
    if (reached.length === 0) return null;
  }
  const deepest = Math.max(...reached);
  if (deepest === place.length) return { kind: "inside", byPattern };
  return { kind: "above", byPattern, rest: place.slice(deepest) };
}

function spread(reached: readonly number[], place: readonly string[], dots: boolean): number[] {
  const first = Math.min(...reached);
  let last = Math.max(...reached);
  while (last < place.length && (dots || place[last]?.startsWith(".") === false)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function matchTail(tail: readonly string[], place: readonly string[]): Match | null {
  for (let count = 2; count <= Math.min(tail.length, place.length); count += 1) {
    const [names, end] = [tail.slice(0, count), place.slice(place.length - count)];
    if (!end.every((name, index) => matchName(names[index] ?? "", name, false))) continue;
    if (names.map(tellingOf).reduce((all, one) => all + one, 0) >= TELLING)
      return { kind: "inside", byPattern: names.some(isPattern) };
  }
  return null;
}

function tellingOf(name: string): number {
  if (isPattern(name)) return 0;
  return name.startsWith(".") ? 2 : 1;
}

function isAnyDepth(name: string): boolean {
  return name.length > 1 && [...name].every((character) => character === ANY_TEXT);
}

function isPattern(name: string): boolean {
  return name.includes(ANY_TEXT) || name.includes(ANY_CHARACTER);
}

/** Does a pattern match a whole text? A leading dot is matched by a dot only, unless `dots` says otherwise. */
export function matchName(pattern: string, text: string, dots: boolean): boolean {
  if (!isPattern(pattern)) return pattern === text;
  if (!dots && text.startsWith(".") && !pattern.startsWith(".")) return false;
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (from < text.length) {
    const wanted = pattern[at];
    if (wanted === ANY_TEXT) {
      [star, mark] = [at, from];
      at += 1;
    } else if (wanted === ANY_CHARACTER || wanted === text[from]) {
      at += 1;
      from += 1;
    } else if (star !== -1) {
      mark += 1;
      [at, from] = [star + 1, mark];
    } else return false;
  }
  while (pattern[at] === ANY_TEXT) at += 1;
  return at === pattern.length;
}

// What no model may read: is it named, is it reached, and is anything in it?

/** Names between a copied directory and what is withheld in it: `.claude/memory/quarantine` has two. A personal root lies two
 * names deeper than the user root. */
function isNear({ place, match }: Touch): boolean {
  const isPersonal = /\/claude-memory\/projects\/[^/]+\/[^/]+$/.test(place.path);
  return match.kind === "inside" || match.rest.length <= (isPersonal ? 4 : 2);
}

export type Reached = Touch & { readonly rest: readonly string[] };

/** The withheld places with something in them that a search from here gets to. */
export function listReached(
  state: Standpoint,
  root: string,
  { hidden }: { readonly hidden: boolean },
): Reached[] {
  return listTouches(state, root, state.fence.withheld).flatMap((touch) => {
    const rest = touch.match.kind === "above" ? touch.match.rest : [];
    const isVisible = hidden || !rest.some((name) => name.startsWith("."));
    return isVisible && !isBare(state, touch.place) ? [{ ...touch, rest }] : [];
  });
}

/** Nothing is in it, so nothing of it can be shown. */
function isBare(state: Standpoint, place: Place): boolean {
  return place.kind === "withheld" && (state.fence.given.list(place.path)?.length ?? 0) === 0;
}

export function denyReadOf(state: Standpoint, path: string): Denial | null {
  const touch = listTouches(state, path, state.fence.withheld).find(
    ({ place, match }) => match.kind === "inside" && !(match.byPattern && isBare(state, place)),
  );
  return touch === undefined ? null : denyRead(touch.place);
}

/** A copy of quarantine is quarantine: denied for the root, its parent and deeper. A whole project may be copied. */
export function denyCopyOf(state: Standpoint, path: string): Denial | null {
  const touch = listTouches(state, path, state.fence.withheld).find(
    (each) => isNear(each) && !isBare(state, each.place),
  );
  return touch === undefined ? null : denyRead(touch.place);
}
