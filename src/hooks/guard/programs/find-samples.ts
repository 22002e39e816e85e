// What a `find` gets to, as sample paths: a guarded place is not listed, so its known names stand for it.

import { join } from "node:path";
import type { ShellState } from "../expand/state.ts";
import type { GuardedPaths, Place } from "../fence/guarded-paths.ts";
import { isBare, listTouches } from "../fence/overlaps-guarded.ts";
import { words } from "./arguments.ts";

export type Sample = {
  /** Where it is. */
  readonly path: string;
  /** How find would print it, from the root it was given. */
  readonly printed: string;
  readonly depth: number;
  readonly isDirectory: boolean;
  readonly isAbove: boolean;
};

const NAMES_MAX = 200;
const NAMES: Readonly<Record<Place["kind"], readonly string[]>> = {
  root: [
    "index.md",
    "root.json",
    "memory-config.json",
    ".gitignore",
    "attest/x/0.json",
    ...["user", "feedback", "project", "reference"].map((type) => `memories/${type}_x.md`),
  ],
  withheld: ["project_x.md", "user_x.md", "feedback_x.md", "reference_x.md"],
  state: [
    ...words(
      "config.json signers.json pause.json seen.sqlite hook-trouble.ndjson receipts.ndjson accesses.ndjson",
    ),
    ...words("observer-audit.log observer-runs.ndjson observer-news.ndjson"),
    ...["machine", "person", "former"].map((kind) => `keys/${kind}.json`),
    ...words(
      "journal.ndjson creations.json locations.json last-session.json suggestion.json intents/x.json",
    ).map((name) => `roots/x/${name}`),
    ...words("approved/x.json backups/x claims/x compiled/x.bin spool/x/x.json"),
  ],
  cache: ["x/index.sqlite"],
};

/** Of each fence, by what was asked: one command is judged in several readings. */
const known = new WeakMap<GuardedPaths, Map<string, readonly Sample[]>>();

export function listSamples(state: ShellState, root: string): readonly Sample[] {
  const samples = known.get(state.fence) ?? new Map<string, readonly Sample[]>();
  known.set(state.fence, samples);
  const key = JSON.stringify([root, state.cwds, state.links]);
  const found = samples.get(key) ?? findSamples(state, root);
  samples.set(key, found);
  return found;
}

function findSamples(state: ShellState, root: string): Sample[] {
  const { written, withheld } = state.fence;
  const touches = listTouches(state, root, [...written, ...withheld]).filter(
    ({ place }) => !isBare(state, place),
  );
  const top = root.endsWith("/") ? root.slice(0, -1) : root;
  return touches.flatMap(({ place, match }) => {
    const rest = match.kind === "above" ? match.rest : [];
    const sample = (names: readonly string[], isDirectory: boolean): Sample => {
      const isAbove = names.length < rest.length;
      const below = names.slice(rest.length);
      const path = isAbove || rest.length === 0 ? join(root, ...names) : join(place.path, ...below);
      return { path, printed: [top, ...names].join("/"), depth: names.length, isDirectory, isAbove };
    };
    const directories = [...rest, ""].map((_, index) => sample(rest.slice(0, index), true));
    const files = listNames(place, state).map((name) => sample([...rest, ...name.split("/")], false));
    // Where find begins is no find of its own, unless the place itself is it.
    return [...directories.slice(rest.length === 0 ? 0 : 1), ...files];
  });
}

/** Names that are there, before names that could be. */
function listNames({ kind, path }: Place, { fence }: ShellState): string[] {
  const { list } = fence.given;
  const inside = kind === "root" ? "memories/" : "";
  const there = kind === "root" || kind === "withheld" ? (list(join(path, inside)) ?? []) : [];
  return [...NAMES[kind], ...there.slice(0, NAMES_MAX).map((name) => inside + name)];
}
