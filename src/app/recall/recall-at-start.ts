// The block that a session begins with: no prompt yet, so what is worth most comes first. Where the budget does not hold every
// gist, the first have one and the rest only their titles, so that no old rule falls out for the words of others; where it does not
// hold the titles, their topics are said; and last how many there are.

import { afterwards, checkTime } from "../../memory/answering.ts";
import type { BlockRest } from "../../memory/block/block.ts";
import { renderHead } from "../../memory/block/entry.ts";
import { takeGist } from "../../memory/block/gist.ts";
import { PATH_CHARS_MAX } from "../../memory/limits.ts";
import type { Memory } from "../../memory/memory.ts";
import { compareStart, readStartRows, readUsedRows } from "../../search/index/start-rows.ts";
import type { IndexRow } from "../../search/row.ts";
import type { Hit } from "../../search/strategies/find-hits.ts";
import { askJudged } from "../index/judge-unknown.ts";
import { loadIfCurrent } from "../index/load-current.ts";
import { type IndexRequest, retryAfterReindex, type StaleRow, withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { findProposedFor } from "../memories/list-memories.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { addCited, type Cut, type FoundMemory, type LeftMemory } from "./find-memories.ts";
import { blockEntryOf, isCategoryOn, layoutOf, readRecallConfig } from "./recall-memories.ts";
import { describeRecall, listUsed, type Receipt, type ShownForm, writeReceipt } from "./receipts.ts";
import { addRelations, openCopies } from "./relations.ts";
import {
  DESCRIBED_SHARE,
  renderShare,
  renderStart,
  type ShownRow,
  type Start,
  type WantedRow,
} from "./render-start.ts";
import { countAll, isMostlyShown, listTopics } from "./topics.ts";

/** More than any budget holds. */
const ROWS_MAX = 200;

export type StartRequest = Pick<IndexRequest, "onProgress" | "isLate"> & {
  readonly session?: string | null;
  /** As much as the client shows to its model. */
  readonly budgetChars?: number;
  /** Whether the session has exactly this block already. */
  readonly isKnown?: (block: string) => boolean;
};

/** The text is empty where the session has it already. */
export type StartBlock = {
  readonly text: string;
  readonly receipt: Receipt;
};

export async function recallAtStart(
  workspace: Workspace,
  { session = null, budgetChars = Number.POSITIVE_INFINITY, isKnown, ...request }: StartRequest = {},
): Promise<StartBlock> {
  const config = readRecallConfig(workspace);
  const start: Start = { workspace, config, budgetChars: Math.min(budgetChars, config.budgetChars) };
  const { rows, rest } =
    config.roots.length === 0
      ? { rows: [], rest: null }
      : await askJudged(workspace, request.isLate, () =>
          withIndexes(workspace, { roots: config.roots, ...request }, (indexed) => {
            const { rows: loaded } = retryAfterReindex(() => loadRows(start, indexed));
            return { rows: loaded, rest: describeRest(start, indexed, loaded) };
          }),
        );
  const { text, shown } = renderStart(start, rows.filter(isWanted), rest);
  const outcome = config.roots.length === 0 ? "off" : text === "" ? "nothing" : "shown";
  const isShown = new Set(shown.map(({ hit }) => hit));
  const left = rows
    .filter(({ hit }) => !isShown.has(hit))
    .map(({ root, hit, cut }): LeftMemory => ({ root, hit, cut: cut ?? "budget" }));
  const isRepeated = text !== "" && isKnown?.(text) === true;
  const formOf = ({ isTitle }: ShownRow): ShownForm => {
    if (isRepeated) return "earlier";
    return isTitle ? "title" : "gist";
  };
  const receipt = describeRecall(workspace, {
    ...{ kind: "session-start", session, promptId: null, outcome, left },
    shown: shown.map((each) => ({ ...each, form: formOf(each) })),
  });
  afterwards(workspace, () => writeReceipt(workspace, receipt));
  return { text: isRepeated ? "" : text, receipt };
}

/** One that is wanted has no cut, and was read. */
type StartRow = WantedRow | { readonly root: OpenRoot; readonly hit: Hit; readonly cut: Cut };

function isWanted(row: StartRow): row is WantedRow {
  return row.cut === null;
}

/** How many are read before it is known how long they are. */
const ROWS_AT_FIRST = 16;
/** Between two looks at the room that is left. */
const [ROWS_AT_LEAST, ROWS_AT_ONCE] = [4, 48];

/** Files are read while there is room: one whose first line alone would not fit is not read. */
function loadRows(
  start: Start,
  indexed: readonly IndexedRoot[],
): { readonly rows: readonly StartRow[]; readonly stale: readonly StaleRow[] } {
  const proposed = proposeRows(start, indexed);
  const rows: StartRow[] = [];
  const stale: StaleRow[] = [];
  const copies = openCopies(indexed, proposed);
  const found: WantedRow[] = [];
  const measureRoom = watchRoom(start, found);
  for (const [place, { subject, row, root: rootPlace }] of proposed.entries()) {
    checkTime(start.workspace);
    const room = measureRoom(place);
    const { root } = subject;
    const hit = { row, root: rootPlace, score: 0, wordScore: 0, confidence: null, terms: () => [] };
    const isCopy = copies.hasCopy(hit, found);
    if (isCopy || leastCostOf(start, { root, row }, room) > room) {
      rows.push({ root, hit, cut: isCopy ? "copy" : "budget" });
      continue;
    }
    const current = loadIfCurrent(subject, row);
    if (typeof current === "string") {
      if (current === "stale") stale.push({ subject, id: row.id });
      continue;
    }
    const next = toRow(start, { root, hit, ...current });
    rows.push(next);
    if (isWanted(next)) found.push(next);
  }
  return { rows: addCited(indexed, relate(indexed, rows)), stale };
}

/** How much room is left when it comes to a place; `found` grows meanwhile. */
function watchRoom(start: Start, found: readonly WantedRow[]): (place: number) => number {
  let [room, shown, nextLook] = [Number.POSITIVE_INFINITY, 0, ROWS_AT_FIRST];
  return (place) => {
    if (place !== nextLook) return room;
    if (found.length > shown) room = renderShare(start, found, { rest: null, share: DESCRIBED_SHARE }).room;
    shown = found.length;
    nextLook += countUntilLook(start, { room, shown });
    return room;
  };
}

/** What the last lines say: asked once, when it is known what is shown. */
function describeRest(
  start: Start,
  indexed: readonly IndexedRoot[],
  rows: readonly StartRow[],
): BlockRest | null {
  const all = countAll(indexed);
  if (all === 0) return null;
  const rest = { all, alike: rows.filter(({ cut }) => cut === "copy").length, topics: [] };
  const { shown } = renderStart(start, rows.filter(isWanted), rest);
  checkTime(start.workspace);
  return isMostlyShown(shown.length + rest.alike, all) ? rest : { ...rest, topics: listTopics(indexed) };
}

function relate(indexed: readonly IndexedRoot[], rows: readonly StartRow[]): StartRow[] {
  const related = new Map(addRelations(indexed, rows.filter(isWanted), true).map((each) => [each.hit, each]));
  return rows.map((each) => related.get(each.hit) ?? each);
}

type ProposedRow = { readonly subject: IndexedRoot; readonly row: IndexRow; readonly root: number };

/** Best first. */
function proposeRows({ workspace }: Start, indexed: readonly IndexedRoot[]): ProposedRow[] {
  const used = listUsed(workspace);
  return indexed
    .flatMap((subject, root) => {
      const { index, root: place, workspace: within } = subject;
      const ids = used.get(place.scope) ?? new Set();
      const rows = [...readUsedRows(index, [...ids]), ...readStartRows(index, ROWS_MAX, within.now)];
      const once = new Map(rows.map((row) => [row.id, row]));
      return [...once.values()].map((row) => ({ subject, row, root, isUsed: ids.has(row.id) }));
    })
    .sort(compareStart)
    .slice(0, ROWS_MAX);
}

type Filling = { readonly room: number; readonly shown: number };

/** About as many more as fit, if they are as long as those before them. A look takes time, too. */
function countUntilLook({ budgetChars }: Start, { room, shown }: Filling): number {
  const fitting = Math.floor((room * shown) / (budgetChars - room));
  return fitting > 0 ? Math.min(Math.max(fitting, ROWS_AT_LEAST), ROWS_AT_ONCE) : ROWS_AT_ONCE;
}

/** A longer line is rare. */
const LINE_CHARS = 400;

type ToMeasure = { readonly root: OpenRoot; readonly row: IndexRow };

/** What it takes at the least: the line that says its name and its file. It is not made up where the path alone does not fit, or
 * where there is room for any. */
function leastCostOf({ workspace }: Start, { root, row }: ToMeasure, room: number): number {
  const path = `${root.shown}${row.directory}/${row.id}.md`;
  const ofPath = "- [] (fact)  -> ".length + Math.min(row.id.length, PATH_CHARS_MAX);
  if (ofPath > room || room > LINE_CHARS) return ofPath;
  const { name, tags } = row;
  const none = { confidence: null, date: null, excerpt: "", inferred: row.standing !== "verified" };
  const entry = { ...none, label: row.category ?? row.type ?? "", name, path, tags, scope: root.scope };
  const [line = ""] = renderHead(entry, `${root.shown}memories/`, layoutOf(workspace));
  return line.length;
}

/** With its entry, or why it is left out. */
function toRow({ workspace, config }: Start, found: FoundMemory): StartRow {
  const { root, hit, loaded, flagged } = found;
  if (findProposedFor(workspace, loaded) !== null) return { root, hit, cut: "proposal" };
  const isOn = loaded.memory !== null && isCategoryOn(config.of(root), loaded.memory);
  const excerptOf = ({ body }: Memory): string => takeGist(body, "start");
  const facts = { confidence: null, excerptOf, now: workspace.now, flagged };
  const entry = isOn ? blockEntryOf(loaded, facts) : null;
  return entry === null ? { root, hit, cut: "category" } : { ...found, cut: null, entry };
}
