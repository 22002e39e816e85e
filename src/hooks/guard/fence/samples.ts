// What a search from a directory would get to in guarded places. They are not listed: the names that each usually holds
// stand for it.

import { join } from "node:path";
import { words } from "../shell/arguments.ts";
import type { GuardedPaths, Place, Standpoint } from "./guarded-paths.ts";
import { isBare, listTouches } from "./overlaps-guarded.ts";

export type Sample = {
  readonly path: string;
  /** As the search would print it, from the directory that it was given. */
  readonly printed: string;
  readonly depth: number;
  readonly isDirectory: boolean;
  /** It holds a guarded place, and is none. */
  readonly isAbove: boolean;
};

const PRESENT_MAX = 200;
const TYPES = words("user feedback project reference");
const NAMES: Readonly<Record<Place["kind"], readonly string[]>> = {
  root: [
    ...words("index.md root.json memory-config.json .gitignore attest/x/0.json team/x.json"),
    ...TYPES.map((type) => `memories/${type}_x.md`),
  ],
  withheld: TYPES.map((type) => `${type}_x.md`),
  state: [
    ...words(
      "launch config.json signers.json team.json pause.json seen.sqlite hook-trouble.ndjson receipts.ndjson",
    ),
    ...words("accesses.ndjson observer-audit.log observer-runs.ndjson observer-news.ndjson"),
    ...words(
      "keys/machine.json keys/person.json keys/former.json keys/card.json approved/x.json backups/x claims/x",
    ),
    ...words("compiled/x.bin spool/x/x.json roots/x/journal.ndjson roots/x/creations.json"),
    ...words(
      "roots/x/locations.json roots/x/last-session.json roots/x/suggestion.json roots/x/intents/x.json",
    ),
  ],
  cache: ["x/index.sqlite"],
  settings: [],
  program: ["credence.cjs"],
};

/** Of each fence, by what was asked: one command is judged in several readings. */
const known = new WeakMap<GuardedPaths, Map<string, readonly Sample[]>>();

export function listSamples(state: Standpoint, root: string): readonly Sample[] {
  const samples = known.get(state.fence) ?? new Map<string, readonly Sample[]>();
  known.set(state.fence, samples);
  const key = JSON.stringify([root, state.cwds, state.links]);
  const found = samples.get(key) ?? findSamples(state, root);
  samples.set(key, found);
  return found;
}

function findSamples(state: Standpoint, root: string): Sample[] {
  const { written, withheld } = state.fence;
  const touches = listTouches(state, root, [...written, ...withheld]);
  const top = root.replace(/\/$/, "");
  return touches.flatMap(({ place, match }) => {
    if (isBare(state, place)) return [];
    const rest = match.kind === "above" ? match.rest : [];
    const sample = (names: readonly string[], isDirectory: boolean): Sample => {
      const printed = [top, ...names].join("/");
      const isAbove = names.length < rest.length;
      const path = isAbove || rest.length === 0 ? printed : join(place.path, ...names.slice(rest.length));
      return { path, printed, depth: names.length, isDirectory, isAbove };
    };
    const files = listNames(place, state).map((name) => sample([...rest, ...name.split("/")], false));
    // The start of the search is not a find of its own, unless it is the place itself.
    const directories = rest.map((_, index) => sample(rest.slice(0, index + 1), true));
    return [...(rest.length === 0 ? [sample([], true)] : directories), ...files];
  });
}

/** Names that could be there, and names that are. */
function listNames({ kind, path }: Place, { fence }: Standpoint): string[] {
  const inside = kind === "root" ? "memories/" : "";
  const present = kind === "root" || kind === "withheld" ? fence.given.list(join(path, inside)) : null;
  return [...NAMES[kind], ...(present ?? []).slice(0, PRESENT_MAX).map((name) => inside + name)];
}
