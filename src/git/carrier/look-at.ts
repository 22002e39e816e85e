// What the trees of branches name, before any of the objects in them is read.
//
// Attack: trees of any names, modes and sizes. What is not of the layout is counted and not looked into; what names more than any
// root has ends the look. Fails closed.

import { type ObjectName, PAPERS_MAX, type Refusal } from "../../memory/carried.ts";
import { GitFailure, type Plumbing, plumbOrFail } from "../plumbing.ts";
import { measureObjects, readBlobs, type TreeEntry, toPair, walkTrees } from "../trees.ts";
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
  const pairs = [...looks].flatMap(([machine, { tree }], at) => {
    const base = bases[at] ?? null;
    const other = at === 0 ? null : listed;
    const from = base === null ? other : findIn(found, base).tree;
    return [toPair(`${OBJECTS}${machine}/`, from, tree), toPair(`${PAPERS}${machine}/`, null, tree)];
  });
  const papers = new Map([...looks.keys()].map((machine) => [machine, new Map<string, string>()]));
  for (const { path, to } of walkTrees(place, pairs, { mayEnter, bytesMax: TREES_BYTES_MAX })) {
    const { machine, inside } = partsOf(path);
    const [look, own] = [looks.get(machine), papers.get(machine)];
    if (to === null || look === undefined || own === undefined) continue;
    const isOfPapers = inside.startsWith("papers");
    if (path.startsWith(PAPERS) && isOfPapers) notePaper({ look, own }, inside, to);
    else if (path.startsWith(OBJECTS) && !isOfPapers) noteObject({ look, isHere }, inside, to);
  }
  readPapers(place, looks, papers);
  return looks;
}

// Both are walked at once. Each path begins with which of them it is of, and the machine.

const [OBJECTS, PAPERS] = ["o/", "p/"];

function partsOf(path: string): { readonly machine: string; readonly inside: string } {
  const end = path.indexOf("/", OBJECTS.length);
  return { machine: path.slice(OBJECTS.length, end), inside: path.slice(end + 1) };
}

function mayEnter(path: string): boolean {
  const { inside } = partsOf(path);
  return path.startsWith(PAPERS) ? holdsPapers(inside) : holdsObjects(inside);
}

type OfObjects = { readonly look: Look; readonly isHere: Looking["isHere"] };

function noteObject({ look, isHere }: OfObjects, path: string, { mode, oid }: TreeEntry): void {
  const name = nameAt(path);
  if (name === null || mode !== FILE_MODE) count(look.refused, name === null ? "path" : "mode");
  else if (!isHere(name)) look.objects.set(name, oid);
}

/** `own`: git's ids of its papers, by their paths. */
type OfPapers = { readonly look: Look; readonly own: Map<string, string> };

function notePaper({ look, own }: OfPapers, path: string, { mode, oid }: TreeEntry): void {
  const paper = paperAt(path);
  if (paper === null || mode !== FILE_MODE) count(look.refused, paper === null ? "path" : "mode");
  else if (own.size >= PAPERS_MAX.number) count(look.refused, "number");
  else own.set(paper, oid);
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

export function count(counts: Counts, why: Refusal, more = 1): void {
  counts.set(why, (counts.get(why) ?? 0) + more);
}

function readPapers(
  place: Plumbing,
  looks: ReadonlyMap<string, Look>,
  papers: ReadonlyMap<string, ReadonlyMap<string, string>>,
): void {
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
