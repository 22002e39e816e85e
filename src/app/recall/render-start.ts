// How a start fills its budget: gists while they fit, then titles, then what is said of the rest.

import { type Block, type BlockRest, renderBlock } from "../../memory/block/block.ts";
import type { BlockEntry } from "../../memory/block/entry.ts";
import { SCOPES, type Scope } from "../../memory/memory.ts";
import type { Hit } from "../../search/strategies/find-hits.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { FoundMemory } from "./find-memories.ts";
import { describeCategories, layoutOf, type RecallConfig, sourceOf } from "./recall-memories.ts";
import { markEntries } from "./relations.ts";

export type Start = {
  readonly workspace: Workspace;
  readonly config: RecallConfig;
  readonly budgetChars: number;
};

export type WantedRow = {
  readonly root: OpenRoot;
  readonly hit: Hit;
  readonly cut: null;
  readonly entry: BlockEntry;
} & Pick<FoundMemory, "loaded" | "flagged" | "cited" | "relations">;

/** Without its gist where there was no room for all of them. */
export type ShownRow = WantedRow & { readonly isTitle: boolean };

type Rendered = {
  readonly text: string;
  readonly shown: readonly ShownRow[];
  /** No more than this is left for what comes behind. */
  readonly room: number;
};

/** How much of the budget gists may fill where not all of them fit; and as much more as names none fewer. */
export const DESCRIBED_SHARE = 0.8;
const MORE_SHARES = [0.98, 0.92, 0.86] as const;

export function renderStart(start: Start, found: readonly WantedRow[], rest: BlockRest | null): Rendered {
  const least = renderShare(start, found, { rest, share: DESCRIBED_SHARE });
  if (least.shown.every(({ isTitle }) => !isTitle)) return least;
  for (const share of MORE_SHARES) {
    const more = renderShare(start, found, { rest, share });
    if (more.shown.length >= least.shown.length) return more;
  }
  return least;
}

type Sharing = { readonly rest: BlockRest | null; readonly share: number };

export function renderShare(
  { workspace, config, budgetChars }: Start,
  found: readonly WantedRow[],
  { rest, share: described }: Sharing,
): Rendered {
  const descriptions = describeCategories(
    workspace.config.config,
    found.flatMap(({ loaded }) => loaded.memory ?? []),
  );
  const render = (entries: readonly BlockEntry[], share: number): Block =>
    renderBlock({
      source: sourceOf(config, found),
      layout: layoutOf(workspace),
      isPartial: workspace.remarks.list().some(({ kind }) => kind === "partial"),
      descriptions,
      entries,
      ...(rest !== null && { rest }),
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
  const isTitle = isWhole ? [] : render(entries, described).outcomes.map((outcome) => outcome !== "whole");
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
