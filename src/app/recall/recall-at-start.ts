// The block that a session begins with: no prompt yet, so what is verified comes first, as much as the budget holds.

import { renderBlock } from "../../memory/block/block.ts";
import { compareStart, readStartRows } from "../../search/index/reader.ts";
import { type IndexRequest, retryAfterReindex, type StaleRow, withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type FoundMemory, type LeftMemory, loadIfCurrent } from "./find-memories.ts";
import {
  blockEntryOf,
  describeCategories,
  isCategoryOn,
  type RecallConfig,
  readRecallConfig,
} from "./recall-memories.ts";
import { describeRecall, type Receipt, writeReceipt } from "./receipts.ts";

/** More than any budget holds. */
const ROWS_MAX = 200;

export type StartRequest = Pick<IndexRequest, "onProgress" | "isLate"> & {
  readonly session?: string | null;
  /** As much as the client shows to its model. */
  readonly budgetChars?: number;
};

export type StartBlock = { readonly text: string; readonly receipt: Receipt };

export function recallAtStart(
  workspace: Workspace,
  { session = null, budgetChars = Number.POSITIVE_INFINITY, ...request }: StartRequest = {},
): StartBlock {
  const config = readRecallConfig(workspace);
  const found =
    config.roots.length === 0
      ? []
      : withIndexes(
          workspace,
          { roots: config.roots, ...request },
          (indexed) => retryAfterReindex(() => loadRows(indexed)).found,
        );
  const wanted = found.filter(
    ({ root, loaded }) => loaded.memory !== null && isCategoryOn(config.of(root), loaded.memory),
  );
  const { text, shown } = renderStart(workspace, config, { found: wanted, budgetChars });
  const outcome = config.roots.length === 0 ? "off" : text === "" ? "nothing" : "shown";
  const left = found
    .filter((each) => !shown.includes(each))
    .map((each): LeftMemory => ({ ...each, cut: wanted.includes(each) ? "budget" : "category" }));
  const facts = { kind: "session-start", session, promptId: null, outcome, shown, left } as const;
  const receipt = describeRecall(workspace, facts);
  writeReceipt(workspace, receipt);
  return { text, receipt };
}

function loadRows(indexed: readonly IndexedRoot[]): {
  readonly found: FoundMemory[];
  readonly stale: StaleRow[];
} {
  const rows = indexed
    .flatMap((subject, root) =>
      readStartRows(subject.index, ROWS_MAX, subject.workspace.now).map((row) => ({ subject, row, root })),
    )
    .sort(compareStart)
    .slice(0, ROWS_MAX);
  const found: FoundMemory[] = [];
  const stale: StaleRow[] = [];
  for (const { subject, row, root } of rows) {
    const loaded = loadIfCurrent(subject, row);
    if (loaded === null) stale.push({ subject, id: row.id });
    else found.push({ root: subject.root, loaded, hit: { row, root, score: 0, terms: () => [] } });
  }
  return { found, stale };
}

type Rendered = { readonly text: string; readonly shown: readonly FoundMemory[] };

type Rendering = { readonly found: readonly FoundMemory[]; readonly budgetChars: number };

function renderStart(
  workspace: Workspace,
  config: RecallConfig,
  { found, budgetChars }: Rendering,
): Rendered {
  const { text, outcomes } = renderBlock({
    source: found[0]?.root.shown ?? "",
    isPartial: workspace.remarks.list().some(({ kind }) => kind === "partial"),
    descriptions: describeCategories(
      workspace.config.config,
      found.flatMap(({ loaded }) => loaded.memory ?? []),
    ),
    // The description says in one line what a body says in many.
    entries: found.flatMap(
      ({ loaded }) =>
        blockEntryOf(loaded, { confidence: null, excerptOf: ({ description }) => description }) ?? [],
    ),
    budgetChars: Math.min(budgetChars, config.budgetChars),
    rootBudgets: config.rootBudgets,
  });
  const shown = found.filter((_, place) => outcomes[place] !== "cut");
  return { text: text === "" ? "" : `${text}\n`, shown };
}
