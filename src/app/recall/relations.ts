// How memories that are about to be shown stand to others: which contradict them, and which are copies of them. The index has
// the pairs (search/index/pairs.ts); whatever is said of one is read from its file again.
//
// Attack: somebody who writes to the index, or to a memory since, names in a mark what this surface may not show, or puts words
// into another memory's mouth. A memory is named only if its file is as its row says and recall may show it, and a sentence
// is repeated only if it still stands there.

import type { EntryMarks } from "../../memory/block/entry.ts";
import { takeGist } from "../../memory/block/gist.ts";
import type { Memory } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { DECLARED } from "../../search/index/declared.ts";
import { type Pair, readPairs } from "../../search/index/pairs.ts";
import { findRow, readRows } from "../../search/index/reader.ts";
import type { IndexRow } from "../../search/row.ts";
import type { Hit } from "../../search/strategies/find-hits.ts";
import { loadIfCurrent } from "../index/load-current.ts";
import { withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { lastVouching } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Relations = {
  /** Facts first. */
  readonly disagrees: readonly Disagreeing[];
  /** Its copies. */
  readonly alike: readonly { readonly id: string; readonly isFact: boolean }[];
};

export type Disagreeing = {
  readonly id: string;
  readonly name: string;
  readonly isFact: boolean;
  /** What it says. */
  readonly line: string;
};

/** Of each memory so many others are named. */
const NAMED_MAX = 4;
const NONE: Relations = { disagrees: [], alike: [] };

/** `hit` says which row of which index. */
export function addRelations<Each extends { readonly hit: Hit; readonly loaded: LoadedMemory }>(
  indexed: readonly IndexedRoot[],
  found: readonly Each[],
  isBlock: boolean,
): (Each & { readonly relations: Relations })[] {
  const read = indexed.map((subject, place) => {
    const ofRoot = found.filter(({ hit }) => hit.root === place);
    const shown = new Map(ofRoot.map(({ hit, loaded }) => [hit.row.row, loaded]));
    return readRelations(subject, [...shown.keys()], isBlock ? shown : null);
  });
  return found.map((each) => {
    const relations = read[each.hit.root]?.get(each.hit.row.row) ?? NONE;
    return { ...each, relations: each.hit.row.standing === "verified" ? amongFacts(relations) : relations };
  });
}

/** What a reader is told of a fact: no inferred memory marks it. */
export function amongFacts({ disagrees, alike }: Relations): Relations {
  return { disagrees: disagrees.filter(({ isFact }) => isFact), alike };
}

/** The same of some memories by their ids, such as one that was just saved. */
export function findRelations(
  workspace: Workspace,
  root: OpenRoot,
  ids: readonly string[],
): Map<string, Relations> {
  // Of what was just written: the index has followed.
  return withIndexes(workspace, { roots: [root], isWaited: true }, ([subject]) => {
    if (subject === undefined) return new Map();
    const rows = ids.flatMap((id) => findRow(subject.index, id) ?? []);
    const relations = readRelations(
      subject,
      rows.map(({ row }) => row),
    );
    return new Map(rows.map(({ row, id }) => [id, relations.get(row) ?? NONE]));
  });
}

/** What a block shows, by row: there an inferred one is named only if it is shown, and copies are counted, so facts alone are
 * read. Null where all are named by their ids. */
type Shown = ReadonlyMap<number, LoadedMemory> | null;

function readRelations(
  subject: IndexedRoot,
  rows: readonly number[],
  shown: Shown = null,
): Map<number, Relations> {
  const pairs = Map.groupBy(readPairs(subject.index, rows), ({ row }) => row);
  return new Map(
    [...pairs].map(([row, ofRow]) => [
      row,
      describePairs(subject, [...ofRow, ...readThroughCopies(subject, ofRow)], shown),
    ]),
  );
}

/** Whatever stands for its copies is marked as each of them would be: a copy with another title hides no contradiction. */
function readThroughCopies({ index }: IndexedRoot, pairs: readonly Pair[]): Pair[] {
  const copies = pairs.flatMap(({ kind, other }) => (kind === "copy" ? other : []));
  if (copies.length === 0) return [];
  const known = new Set(pairs.map(({ other }) => other));
  const ofCopies = readPairs(index, copies.slice(0, NAMED_MAX)).filter(
    ({ kind, other }) => kind !== "copy" && !known.has(other),
  );
  return [...new Map(ofCopies.map((each) => [each.other, each])).values()];
}

function describePairs(subject: IndexedRoot, pairs: readonly Pair[], shown: Shown): Relations {
  const isCopy = ({ kind }: Pair): boolean => kind === "copy";
  const copies = pairs.filter(isCopy).slice(0, shown === null ? NAMED_MAX : Infinity);
  const named = [...pairs.filter((each) => !isCopy(each)).slice(0, NAMED_MAX), ...copies];
  const rows = readRows(
    subject.index,
    named.map(({ other }) => other),
  );
  const disagrees: Disagreeing[] = [];
  const alike: { id: string; isFact: boolean }[] = [];
  for (const pair of named) {
    const row = rows.get(pair.other);
    if (row === undefined) continue;
    const isFact = row.standing === "verified";
    const isCounted = isCopy(pair) && shown !== null;
    const isRead = shown === null || (isFact && !isCopy(pair));
    const loaded = shown?.get(row.row) ?? (isRead ? loadOpen(subject, row) : null);
    if (isCopy(pair) && (isCounted || loaded !== null)) alike.push({ id: row.id, isFact });
    else if (loaded?.memory) {
      const memory = hideRedactedIn(loaded.memory);
      const line = lineIn(memory, pair);
      if (line !== null) disagrees.push({ id: row.id, name: memory.name, isFact, line });
    }
  }
  return { disagrees, alike };
}

/** Of a contradiction that one of the two declares no sentence was found. @returns null where it is said no more. */
function lineIn(memory: Memory, { kind, line }: Pair): string | null {
  if (kind === DECLARED) return takeGist(memory.body, "start");
  return says(memory, line) ? line : null;
}

function loadOpen(subject: IndexedRoot, row: IndexRow): LoadedMemory | null {
  const current = loadIfCurrent(subject, row);
  return typeof current === "string" ? null : current.loaded;
}

function says({ description, body }: Pick<Memory, "description" | "body">, line: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\s+(?:[*+-]\s+|\d+\.\s+)?/g, " ");
  return plain(` ${description} ${body}`).includes(plain(line));
}

type Entry = { readonly loaded: LoadedMemory; readonly relations?: Relations };

export function markEntries(shown: readonly Entry[]): (EntryMarks | null)[] {
  const isFact = ({ loaded }: Entry): boolean => loaded.standing.standing === "verified";
  const isShown = new Set(shown.map(({ loaded }) => `${loaded.root.id} ${loaded.file.id}`));
  return shown.map((each) => {
    const { disagrees, alike } = each.relations ?? NONE;
    const newer = shown.find((other) => replaces(other.loaded, each.loaded))?.loaded;
    const isReplacing = ({ id }: Disagreeing): boolean =>
      id === newer?.file.id || (id === each.loaded.memory?.supersedes && replacesOne(each, shown));
    const open = disagrees.filter((other) => !isReplacing(other));
    const fact = open.find((other) => other.isFact)?.name ?? null;
    const inferred = isFact(each) ? [] : open.filter((other) => !other.isFact);
    const against = inferred
      .filter(({ id }) => isShown.has(`${each.loaded.root.id} ${id}`))
      .map(({ name }) => name);
    // An inferred one never stands for a fact.
    const copies = alike.filter((other) => isFact(each) || !other.isFact).length;
    const replacedBy = newer?.memory == null ? null : hideRedactedIn(newer.memory).name;
    if (fact === null && against.length === 0 && copies === 0 && replacedBy === null) return null;
    return { fact, against, replacedBy, alike: copies };
  });
}

/** The newer one names the older, and the last word for each is the same signer's: nobody replaces another's words. */
function replaces(newer: LoadedMemory, older: LoadedMemory): boolean {
  if (newer.root !== older.root || newer.memory?.supersedes !== older.file.id) return false;
  if (newer.standing.standing !== older.standing.standing) return false;
  const signer = lastVouching(newer)?.signer;
  return signer !== undefined && signer === lastVouching(older)?.signer;
}

function replacesOne(newer: Entry, shown: readonly Entry[]): boolean {
  return shown.some((older) => replaces(newer.loaded, older.loaded));
}

type RowOf = Pick<Hit, "row" | "root">;

/** Which hits are copies of each other, and the hits in an order in which a fact comes before an inferred copy of it. */
export function openCopies<Row extends RowOf>(
  indexed: readonly IndexedRoot[],
  hits: readonly Row[],
): {
  readonly order: readonly Row[];
  readonly hasCopy: (hit: RowOf, shown: readonly { readonly hit: RowOf }[]) => boolean;
} {
  const groupOf = new Map<string, string>();
  const find = (key: string): string => {
    let at = key;
    for (let next = groupOf.get(at); next !== undefined; next = groupOf.get(at)) at = next;
    return at;
  };
  for (const [place, { index }] of indexed.entries()) {
    const rows = hits.filter(({ root }) => root === place).map(({ row }) => row.row);
    for (const { row, other, kind } of readPairs(index, rows)) {
      const [one, two] = [find(`${place} ${row}`), find(`${place} ${other}`)];
      if (kind === "copy" && one !== two) groupOf.set(one, two);
    }
  }
  const keyOf = ({ root, row }: RowOf): string => find(`${root} ${row.row}`);
  const areCopies = (a: RowOf, b: RowOf): boolean => keyOf(a) === keyOf(b);
  const order = hits.flatMap((hit) => {
    const isFact = (other: RowOf): boolean => other.row.standing === "verified";
    const fact = isFact(hit) ? undefined : hits.find((other) => isFact(other) && areCopies(hit, other));
    return fact === undefined ? [hit] : [fact, hit];
  });
  return {
    order: [...new Set(order)],
    hasCopy: (hit, shown) => shown.some((other) => areCopies(hit, other.hit)),
  };
}
