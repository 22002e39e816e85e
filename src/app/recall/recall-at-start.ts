// The block that a session begins with: no prompt yet, so what is worth most comes first. Where the budget does not hold all
// descriptions, the first have one and the rest only their names and files, so that no old rule falls out for the words of
// others.

import { afterwards, checkTime } from "../../memory/answering.ts";
import { type Block, type BlockEntry, renderBlock, renderEntryLine } from "../../memory/block/block.ts";
import { PATH_CHARS_MAX } from "../../memory/limits.ts";
import { type Memory, SCOPES, type Scope } from "../../memory/memory.ts";
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
import {
  blockEntryOf,
  describeCategories,
  isCategoryOn,
  type RecallConfig,
  readRecallConfig,
} from "./recall-memories.ts";
import { describeRecall, listUsed, type Receipt, type ShownForm, writeReceipt } from "./receipts.ts";
import { addRelations, markEntries, openCopies } from "./relations.ts";

/** More than any budget holds. */
const ROWS_MAX = 200;

export type StartRequest = Pick<IndexRequest, "onProgress" | "isLate"> & {
  readonly session?: string | null;
  /** As much as the client shows to its model. */
  readonly budgetChars?: number;
  /** Whether the session has exactly this block already. */
  readonly isKnown?: (block: string) => boolean;
  /** Instead of asking an index: there is no time for that. */
  readonly known?: readonly FoundMemory[];
};

/** The text is empty where the session has it already. */
export type StartBlock = {
  readonly text: string;
  readonly receipt: Receipt;
  readonly shown: readonly FoundMemory[];
};

export async function recallAtStart(
  workspace: Workspace,
  { session = null, budgetChars = Number.POSITIVE_INFINITY, isKnown, known, ...request }: StartRequest = {},
): Promise<StartBlock> {
  const config = readRecallConfig(workspace);
  const isLate = known !== undefined;
  const start: Start = { workspace, config, budgetChars: Math.min(budgetChars, config.budgetChars), isLate };
  const rows =
    isLate || config.roots.length === 0
      ? (known ?? []).map((each) => toRow(start, each))
      : await askJudged(workspace, request.isLate, () =>
          withIndexes(
            workspace,
            { roots: config.roots, ...request },
            (indexed) => retryAfterReindex(() => loadRows(start, indexed)).rows,
          ),
        );
  const { text, shown } = renderStart(start, rows.filter(isWanted));
  const found = config.roots.length === 0 ? "off" : text === "" ? "nothing" : "shown";
  const outcome = isLate ? "late" : found;
  const isShown = new Set(shown.map(({ hit }) => hit));
  const left = rows
    .filter(({ hit }) => !isShown.has(hit))
    .map(({ root, hit, cut }): LeftMemory => ({ root, hit, cut: cut ?? "budget" }));
  const isRepeated = text !== "" && isKnown?.(text) === true;
  const formOf = ({ isTitle }: ShownRow): ShownForm => {
    if (isRepeated) return "earlier";
    return isTitle ? "title" : "description";
  };
  const receipt = describeRecall(workspace, {
    ...{ kind: "session-start", session, promptId: null, outcome, left },
    shown: shown.map((each) => ({ ...each, form: formOf(each) })),
  });
  afterwards(workspace, () => writeReceipt(workspace, receipt));
  return { text: isRepeated ? "" : text, receipt, shown };
}

type Start = {
  readonly workspace: Workspace;
  readonly config: RecallConfig;
  readonly budgetChars: number;
  /** Nobody asked whether there is more. */
  readonly isLate: boolean;
};

/** One that is wanted has no cut, and was read. */
type StartRow = { readonly root: OpenRoot; readonly hit: Hit } & (
  | { readonly cut: Cut }
  | ({ readonly cut: null; readonly entry: BlockEntry } & Pick<
      FoundMemory,
      "loaded" | "flagged" | "cited" | "relations"
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
    if (isCopy || leastCostOf(root, row, room) > room) {
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
    if (found.length > shown) room = renderStart(start, found).room;
    shown = found.length;
    nextLook += countUntilLook(start, { room, shown });
    return room;
  };
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

/** With its entry, or why it is left out. */
function toRow({ workspace, config }: Start, found: FoundMemory): StartRow {
  const { root, hit, loaded, flagged } = found;
  if (findProposedFor(workspace, loaded) !== null) return { root, hit, cut: "proposal" };
  const isOn = loaded.memory !== null && isCategoryOn(config.of(root), loaded.memory);
  // The description says in one line what a body says in many.
  const excerptOf = ({ description }: Memory): string => description;
  const facts = { confidence: null, excerptOf, now: workspace.now, flagged };
  const entry = isOn ? blockEntryOf(loaded, facts) : null;
  return entry === null ? { root, hit, cut: "category" } : { ...found, cut: null, entry };
}

/** Without its description where there was no room for all of them. */
type ShownRow = WantedRow & { readonly isTitle: boolean };

type Rendered = {
  readonly text: string;
  readonly shown: readonly ShownRow[];
  /** No more than this is left for what comes behind. */
  readonly room: number;
};

/** How much of the budget descriptions may fill where not all of them fit. */
const DESCRIBED_SHARE = 0.8;

function renderStart(
  { workspace, config, budgetChars, isLate }: Start,
  found: readonly WantedRow[],
): Rendered {
  const descriptions = describeCategories(
    workspace.config.config,
    found.flatMap(({ loaded }) => loaded.memory ?? []),
  );
  const render = (entries: readonly BlockEntry[], share: number): Block =>
    renderBlock({
      source: found[0]?.root.shown ?? "",
      isPartial: isLate || workspace.remarks.list().some(({ kind }) => kind === "partial"),
      descriptions,
      entries,
      budgetChars: budgetChars * share,
      rootBudgets: scaleBudgets(config.rootBudgets, share),
    });
  const marks = markEntries(found);
  const entries = found.map(({ entry, cited }, place) => ({
    ...entry,
    ...(cited !== undefined && { cited }),
    ...(marks[place] && { marks: marks[place] }),
  }));
  const whole = render(entries, 1);
  const isWhole = whole.outcomes.every((outcome) => outcome === "whole");
  const described = isWhole ? whole : render(entries, DESCRIBED_SHARE);
  const isTitle = described.outcomes.map((outcome) => outcome !== "whole");
  const { text, outcomes } = isWhole ? whole : render(nameOnly(entries, isTitle), 1);
  const shown = found
    .map((each, place) => ({ ...each, isTitle: isTitle[place] === true }))
    .filter((_, place) => outcomes[place] !== "cut");
  // Where nothing fits yet it is not known; and descriptions may be left out for the sake of what comes behind.
  const isKnown = text !== "" && Object.keys(descriptions).length === 0;
  const room = isKnown ? budgetChars - text.length : Number.POSITIVE_INFINITY;
  return { text: text === "" ? "" : `${text}\n`, shown, room };
}

function nameOnly(entries: readonly BlockEntry[], isTitle: readonly boolean[]): BlockEntry[] {
  return entries.map((entry, place) => (isTitle[place] === true ? { ...entry, excerpt: "" } : entry));
}

function scaleBudgets(budgets: RecallConfig["rootBudgets"], share: number): RecallConfig["rootBudgets"] {
  const scaled: Partial<Record<Scope, number>> = {};
  for (const scope of SCOPES) if (budgets[scope] !== undefined) scaled[scope] = budgets[scope] * share;
  return scaled;
}
