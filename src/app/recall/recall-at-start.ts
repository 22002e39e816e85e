// The block that a session begins with: no prompt yet, so what is verified comes first, as much as the budget holds.

import { type BlockEntry, renderBlock, renderEntryLine } from "../../memory/block/block.ts";
import { PATH_CHARS_MAX } from "../../memory/limits.ts";
import type { Memory } from "../../memory/memory.ts";
import { compareStart, readStartRows } from "../../search/index/start-rows.ts";
import type { IndexRow } from "../../search/row.ts";
import type { Hit } from "../../search/strategies/find-hits.ts";
import { loadIfCurrent } from "../index/load-current.ts";
import { type IndexRequest, retryAfterReindex, type StaleRow, withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { findProposedFor } from "../memories/proposals.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { addCited, type Cut, type FoundMemory, type LeftMemory } from "./find-memories.ts";
import {
  blockEntryOf,
  describeCategories,
  isCategoryOn,
  type RecallConfig,
  readRecallConfig,
} from "./recall-memories.ts";
import { describeRecall, type Receipt, writeReceipt } from "./receipts.ts";
import { addRelations, markEntries, openCopies } from "./relations.ts";

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
export type StartBlock = { readonly text: string; readonly receipt: Receipt };

export function recallAtStart(
  workspace: Workspace,
  { session = null, budgetChars = Number.POSITIVE_INFINITY, isKnown, ...request }: StartRequest = {},
): StartBlock {
  const config = readRecallConfig(workspace);
  const start: Start = { workspace, config, budgetChars: Math.min(budgetChars, config.budgetChars) };
  const rows =
    config.roots.length === 0
      ? []
      : withIndexes(
          workspace,
          { roots: config.roots, ...request },
          (indexed) => retryAfterReindex(() => loadRows(start, indexed)).rows,
        );
  const { text, shown } = renderStart(start, rows.filter(isWanted));
  const outcome = config.roots.length === 0 ? "off" : text === "" ? "nothing" : "shown";
  const isShown = new Set<StartRow>(shown);
  const left = rows
    .filter((each) => !isShown.has(each))
    .map(({ root, hit, cut }): LeftMemory => ({ root, hit, cut: cut ?? "budget" }));
  const isRepeated = text !== "" && isKnown?.(text) === true;
  const form = isRepeated ? "earlier" : "description";
  const receipt = describeRecall(workspace, {
    ...{ kind: "session-start", session, promptId: null, outcome, left },
    shown: shown.map((each) => ({ ...each, form })),
  });
  writeReceipt(workspace, receipt);
  return { text: isRepeated ? "" : text, receipt };
}

type Start = {
  readonly workspace: Workspace;
  readonly config: RecallConfig;
  readonly budgetChars: number;
};

/** One that is wanted has no cut, and was read. */
type StartRow = { readonly root: OpenRoot; readonly hit: Hit } & (
  | { readonly cut: Cut }
  | ({ readonly cut: null; readonly loaded: LoadedMemory; readonly entry: BlockEntry } & Pick<
      FoundMemory,
      "cited" | "relations"
    >)
);

type WantedRow = Extract<StartRow, { readonly cut: null }>;

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
  const proposed = indexed
    .flatMap((subject, root) =>
      readStartRows(subject.index, ROWS_MAX, subject.workspace.now).map((row) => ({ subject, row, root })),
    )
    .sort(compareStart)
    .slice(0, ROWS_MAX);
  const rows: StartRow[] = [];
  const stale: StaleRow[] = [];
  const copies = openCopies(indexed, proposed);
  let [room, wanted, nextLook] = [Number.POSITIVE_INFINITY, 0, ROWS_AT_FIRST];
  for (const [place, { subject, row, root: rootPlace }] of proposed.entries()) {
    const found = place === nextLook ? rows.filter(isWanted) : [];
    if (found.length > wanted) room = renderStart(start, found).room;
    wanted = Math.max(wanted, found.length);
    if (place === nextLook) nextLook += countUntilLook(start, { room, shown: wanted });
    const { root } = subject;
    const hit = { row, root: rootPlace, score: 0, wordScore: 0, terms: () => [] };
    const isCopy = copies.hasCopy(hit, rows.filter(isWanted));
    if (isCopy || leastCostOf(root, row, room) > room) {
      rows.push({ root, hit, cut: isCopy ? "copy" : "budget" });
      continue;
    }
    const loaded = loadIfCurrent(subject, row);
    if (loaded === null) {
      stale.push({ subject, id: row.id });
      continue;
    }
    const entry = toEntry(start, loaded);
    rows.push(
      typeof entry === "string" ? { root, hit, cut: entry } : { root, hit, cut: null, loaded, entry },
    );
  }
  return { rows: addCited(indexed, relate(indexed, rows)), stale };
}

function relate(indexed: readonly IndexedRoot[], rows: readonly StartRow[]): StartRow[] {
  const related = new Map(addRelations(indexed, rows.filter(isWanted), true).map((each) => [each.hit, each]));
  return rows.map((each) => related.get(each.hit) ?? each);
}

type Filling = { readonly room: number; readonly shown: number };

/** About as many more as fit, if they are as long as those before them. A look takes time, too. */
function countUntilLook({ budgetChars }: Start, { room, shown }: Filling): number {
  const fitting = Math.floor((room * shown) / (budgetChars - room));
  return fitting > 0 ? Math.min(Math.max(fitting, ROWS_AT_LEAST), ROWS_AT_ONCE) : ROWS_AT_ONCE;
}

/** Or why it is left out. */
function toEntry({ workspace, config }: Start, loaded: LoadedMemory): BlockEntry | Cut {
  if (findProposedFor(workspace, loaded) !== null) return "proposal";
  const { memory, root } = loaded;
  if (memory === null || !isCategoryOn(config.of(root), memory)) return "category";
  // The description says in one line what a body says in many.
  const excerptOf = ({ description }: Memory): string => description;
  return blockEntryOf(loaded, { confidence: null, excerptOf, now: workspace.now }) ?? "category";
}

/** A longer line is rare. */
const LINE_CHARS = 400;

/** What it takes at the least: the line that says its name and its file. It is not made up where the path alone does not fit, or
 * where there is room for any. */
function leastCostOf(root: OpenRoot, row: IndexRow, room: number): number {
  const path = `${root.shown}${row.directory}/${row.id}.md`;
  const ofPath = "- [] -> ".length + Math.min(path.length, PATH_CHARS_MAX);
  if (ofPath > room || room > LINE_CHARS) return ofPath;
  const { name, tags } = row;
  return renderEntryLine({ label: row.category ?? row.type ?? "", name, path, tags, scope: root.scope })
    .length;
}

type Rendered = {
  readonly text: string;
  readonly shown: readonly WantedRow[];
  /** No more than this is left for what comes behind. */
  readonly room: number;
};

function renderStart({ workspace, config, budgetChars }: Start, found: readonly WantedRow[]): Rendered {
  const descriptions = describeCategories(
    workspace.config.config,
    found.flatMap(({ loaded }) => loaded.memory ?? []),
  );
  const marks = markEntries(found);
  const { text, outcomes } = renderBlock({
    source: found[0]?.root.shown ?? "",
    isPartial: workspace.remarks.list().some(({ kind }) => kind === "partial"),
    descriptions,
    entries: found.map(({ entry, cited }, place) => ({
      ...entry,
      ...(cited !== undefined && { cited }),
      ...(marks[place] && { marks: marks[place] }),
    })),
    budgetChars,
    rootBudgets: config.rootBudgets,
  });
  const shown = found.filter((_, place) => outcomes[place] !== "cut");
  // Where nothing fits yet it is not known; and descriptions may be left out for the sake of what comes behind.
  const isKnown = text !== "" && Object.keys(descriptions).length === 0;
  const room = isKnown ? budgetChars - text.length : Number.POSITIVE_INFINITY;
  return { text: text === "" ? "" : `${text}\n`, shown, room };
}
