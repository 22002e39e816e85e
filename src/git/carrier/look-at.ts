// What the trees of branches name, before any of the objects in them is read.
//
// Attack: trees of any names, modes and sizes. What is not of the layout is counted and not looked into; what names more than any
// root has ends the look. Fails closed.

import { type ObjectName, PAPERS_MAX, type Refusal } from "../../memory/carried.ts";
import { GitFailure, type Plumbing, plumbOrFail } from "../plumbing.ts";
import { measureObjects, readBlobs, toPair, walkTrees } from "../trees.ts";
import { FILE_MODE, holdsObjects, holdsPapers, nameAt, paperAt } from "./layout.ts";

export type Counts = Map<Refusal, number>;

export type Look = {
  readonly commit: string;
  readonly tree: string;
  /** What the names are said to be: git's own ids. */
  readonly objects: Map<ObjectName, string>;
  readonly papers: Map<string, Uint8Array>;
  readonly refused: Counts;
};

export type Looking = {
  /** A commit whose objects were taken: only what differs from it is listed. */
  readonly baseOf: (machine: string) => string | null;
  readonly isHere: (name: ObjectName) => boolean;
};

/** A root of the largest size has half of this in its names. */
const TREES_BYTES_MAX = 128 * 1024 * 1024;

/** By machine, what is named as its commit. All are looked at together: that takes no more processes than one does. */
export function lookAt(
  place: Plumbing,
  branches: readonly (readonly [machine: string, name: string])[],
  { baseOf, isHere }: Looking,
): Map<string, Look> {
  const looks = new Map<string, Look>();
  if (branches.length === 0) return looks;
  const bases = branches.map(([machine]) => baseOf(machine));
  const asked = [...branches.map(([, name]) => name), ...bases.flatMap((base) => base ?? [])];
  const found = resolve(place, asked);
  for (const [machine, name] of branches)
    looks.set(machine, { ...findIn(found, name), objects: new Map(), papers: new Map(), refused: new Map() });
  // What one branch has is listed with it: another, of which nothing is known, need not list it again.
  const listed = findIn(found, branches[0]?.[1] ?? "").tree;
  const pairs = [...looks].map(([machine, { tree }], at) => {
    const base = bases[at] ?? null;
    const other = at === 0 ? null : listed;
    return toPair(`${machine}/`, base === null ? other : findIn(found, base).tree, tree);
  });
  const walk = { mayEnter: (path: string) => holdsObjects(inside(path)), bytesMax: TREES_BYTES_MAX };
  for (const { path, to } of walkTrees(place, pairs, walk)) {
    const look = looks.get(machineOf(path));
    if (to === null || look === undefined || inside(path) === "papers") continue;
    const name = nameAt(inside(path));
    if (name === null || to.mode !== FILE_MODE) count(look.refused, name === null ? "path" : "mode");
    else if (!isHere(name)) look.objects.set(name, to.oid);
  }
  readPapers(place, looks);
  return looks;
}

type Found = { readonly commit: string; readonly tree: string };

/** A branch may name anything. */
function resolve(place: Plumbing, names: readonly string[]): Map<string, Found> {
  const asked = names.map((name) => `${name}^{commit}\n${name}^{tree}\n`).join("");
  const out = plumbOrFail(place, ["cat-file", "--batch-check=%(objecttype) %(objectname)"], asked);
  const lines = out.toString("latin1").split("\n");
  return new Map(
    names.flatMap((name, at) => {
      const [, commit = null] = /^commit ([0-9a-f]{40})$/.exec(lines[2 * at] ?? "") ?? [];
      const [, tree = null] = /^tree ([0-9a-f]{40})$/.exec(lines[2 * at + 1] ?? "") ?? [];
      return commit === null || tree === null ? [] : [[name, { commit, tree }] as const];
    }),
  );
}

function findIn(found: ReadonlyMap<string, Found>, name: string): Found {
  const each = found.get(name);
  if (each === undefined) throw new GitFailure("it is no commit");
  return each;
}

// Each path begins with the machine.

function machineOf(path: string): string {
  return path.slice(0, path.indexOf("/"));
}

function inside(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

export function count(counts: Counts, why: Refusal, more = 1): void {
  counts.set(why, (counts.get(why) ?? 0) + more);
}

const PAPERS_TREES_BYTES_MAX = 8 * 1024 * 1024;

/** Of each branch: git's ids of its papers, by their paths. */
function listPapers(place: Plumbing, looks: ReadonlyMap<string, Look>): Map<string, Map<string, string>> {
  const papers = new Map([...looks.keys()].map((machine) => [machine, new Map<string, string>()]));
  const pairs = [...looks].map(([machine, { tree }]) => toPair(`${machine}/`, null, tree));
  const walk = { mayEnter: (path: string) => holdsPapers(inside(path)), bytesMax: PAPERS_TREES_BYTES_MAX };
  for (const { path, to } of walkTrees(place, pairs, walk)) {
    const [look, own] = [looks.get(machineOf(path)), papers.get(machineOf(path))];
    if (to === null || look === undefined || own === undefined || !inside(path).startsWith("papers"))
      continue;
    const paper = paperAt(inside(path));
    if (paper === null || to.mode !== FILE_MODE) count(look.refused, paper === null ? "path" : "mode");
    else if (own.size >= PAPERS_MAX.number) count(look.refused, "number");
    else own.set(paper, to.oid);
  }
  return papers;
}

function readPapers(place: Plumbing, looks: ReadonlyMap<string, Look>): void {
  const papers = listPapers(place, looks);
  const sizes = measureObjects(place, [
    ...new Set([...papers.values()].flatMap((each) => [...each.values()])),
  ]);
  const small = new Map([...sizes].filter(([, size]) => size <= PAPERS_MAX.bytes));
  const blobs = readBlobs(place, small);
  for (const [machine, look] of looks) {
    let together = 0;
    for (const [paper, oid] of papers.get(machine) ?? []) {
      const bytes = blobs.get(oid);
      together += bytes?.length ?? 0;
      if (bytes === undefined || together > PAPERS_MAX.together) count(look.refused, "size");
      else look.papers.set(paper, bytes);
    }
  }
}
