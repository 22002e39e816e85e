// What a `find` gets to, as sample paths: a guarded place is not listed, so its known names stand for it.

import { basename, join } from "node:path";
import { activateGlobs } from "./marks.ts";
import { matchName } from "./match-path.ts";
import type { Place } from "./places.ts";
import type { ShellState } from "./shell-state.ts";
import { listTouches } from "./touch-path.ts";
import { isBare } from "./withheld.ts";

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
  state: ["config.json", "person.key", "seen.sqlite", "spool/x.jsonl", "observer-audit.log"],
  cache: ["x/index.sqlite"],
};

export function listSamples(state: ShellState, root: string): Sample[] {
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

export type Filters = {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
  readonly types: readonly string[];
  readonly depthMax: number;
};

export function passes({ wanted, unwanted, types, depthMax }: Filters, sample: Sample): boolean {
  if (sample.depth > depthMax) return false;
  const isType = types.length === 0 || types.some((type) => type.includes(sample.isDirectory ? "d" : "f"));
  if (!isType || unwanted.some((pattern) => matches(pattern, sample, true))) return false;
  return wanted.length === 0 || wanted.some((pattern) => matches(pattern, sample, false));
}

/** A pattern without a slash is held against names, one with against the path. `above` asks for the parents too. */
function matches(pattern: string, { printed }: Sample, above: boolean): boolean {
  const glob = activateGlobs(pattern);
  const names = printed.split("/");
  if (!pattern.includes("/")) {
    return (above ? names : [basename(printed)]).some((name) => matchName(glob, name, true));
  }
  const parents = above ? names.map((_, index) => names.slice(0, index + 1).join("/")) : [];
  return [printed, ...parents].some((path) => matchName(glob, path, true));
}
