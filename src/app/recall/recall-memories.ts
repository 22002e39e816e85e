// Recall: from a prompt to the block that an agent gets, or to nothing. Only what is verified or inferred is in it.

import { afterwards } from "../../memory/answering.ts";
import { type BlockTitle, renderBlock } from "../../memory/block/block.ts";
import { type BlockEntry, type BlockLayout, type Confidence, rateHit } from "../../memory/block/entry.ts";
import { takeGist } from "../../memory/block/gist.ts";
import { isPromptForRecall } from "../../memory/block/recall-prompt.ts";
import type { Config } from "../../memory/config/config-keys.ts";
import type { Instant } from "../../memory/instant.ts";
import { isStale } from "../../memory/law/lifecycle.ts";
import type { Memory, Scope } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { lastApproved, vouchedOn } from "../memories/law.ts";
import { findProposedFor } from "../memories/list-memories.ts";
import { type LoadedMemory, pathShown } from "../memories/load-memory.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import {
  type Cut,
  type FoundMemories,
  type FoundMemory,
  findMemories,
  type LeftMemory,
  type MemoryQuery,
} from "./find-memories.ts";
import { describeRecall, type Receipt, type ShownForm, type ShownMemory, writeReceipt } from "./receipts.ts";
import { markEntries } from "./relations.ts";
import type { FullText, ShownEarlier } from "./shown-earlier.ts";

export type RecallRequest = Pick<MemoryQuery, "onProgress" | "isLate"> & {
  readonly prompt: string;
  /** Fewer than the configuration allows. */
  readonly limit?: number;
  /** The client's own names for them. */
  readonly session?: string | null;
  readonly promptId?: string | null;
  /** As much as the client shows to its model. */
  readonly budgetChars?: number;
  /** What this context has already; null where everything is shown in full. */
  readonly earlier?: ShownEarlier | null;
};

export type Recalled = Omit<FoundMemories, "shown"> & {
  /** With their texts; `titles` are those whose names alone are in the block. */
  readonly shown: readonly ShownMemory[];
  /** Empty where there is nothing to say. */
  readonly text: string;
  readonly outcome: Exclude<Receipt["outcome"], "late">;
};

/** Of what may fit besides; whoever wants fewer memories gets fewer titles, too. */
const TITLES_MAX = 3;

export async function recallMemories(
  workspace: Workspace,
  request: RecallRequest,
): Promise<Recalled & { readonly receipt: Receipt }> {
  const recalled = await recallWithoutReceipt(workspace, request);
  const { session = null, promptId = null } = request;
  const receipt = describeRecall(workspace, { ...recalled, kind: "prompt", session, promptId });
  afterwards(workspace, () => writeReceipt(workspace, receipt));
  return { ...recalled, receipt };
}

export async function recallWithoutReceipt(workspace: Workspace, request: RecallRequest): Promise<Recalled> {
  const config = readRecallConfig(workspace);
  if (config.roots.length === 0) return { ...NOTHING, outcome: "off" };
  if (!isPromptForRecall(request.prompt)) return { ...NOTHING, outcome: "skipped" };
  const most = Math.max(...config.roots.map((root) => config.of(root)["retrieval.max_inject"]));
  const limit = Math.min(request.limit ?? most, most);
  const found = await findMemories(workspace, {
    roots: config.roots,
    prompt: request.prompt,
    strategy: workspace.config.config["retrieval.match_strategy"],
    filter: {},
    abstains: true,
    withCited: true,
    joinsCopies: true,
    limit,
    listMax: Math.min(request.limit ?? LIST_MAX, listMaxOf(most)),
    titlesMax: Math.min(TITLES_MAX, limit),
    choose: (each, chosen, isList) =>
      findProposedFor(workspace, each.loaded) === null
        ? chooseFor(config, each, { chosen, isList })
        : "proposal",
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
    ...(request.isLate === undefined ? {} : { isLate: request.isLate }),
  });
  const { budgetChars = Number.POSITIVE_INFINITY, earlier = null } = request;
  return renderFound(workspace, config, { found, budgetChars, earlier });
}

const NOTHING = { text: "", shown: [], titles: [], left: [] } as const;

/** Titles are short, so more of them are listed than texts are shown; whoever wants fewer memories gets fewer titles, too. */
const LIST_MAX = 12;
const TEXTS_USUAL = 5;

function listMaxOf(most: number): number {
  return most < TEXTS_USUAL ? most : Math.max(most, LIST_MAX);
}

type Chosen = { readonly chosen: readonly FoundMemory[]; readonly isList: boolean };

/** A root's own file may ask for fewer of its memories. */
function chooseFor(config: RecallConfig, each: FoundMemory, { chosen, isList }: Chosen): Cut | null {
  const own = config.of(each.root);
  if (each.loaded.memory === null || !isCategoryOn(own, each.loaded.memory)) return "category";
  const ofRoot = chosen.filter(({ root }) => root === each.root).length;
  const most = own["retrieval.max_inject"];
  return ofRoot >= (isList ? listMaxOf(most) : most) ? "limit" : null;
}

type Rendering = {
  readonly found: FoundMemories;
  readonly budgetChars: number;
  readonly earlier: ShownEarlier | null;
};

function renderFound(workspace: Workspace, config: RecallConfig, rendering: Rendering): Recalled {
  const { found, budgetChars, earlier } = rendering;
  const { isList } = found;
  const all = [...found.shown, ...found.titles];
  if (all.length === 0) return { ...found, shown: [], text: "", outcome: "nothing" };
  const memories = found.shown.flatMap(({ loaded }) => loaded.memory ?? []);
  const entries = listEntries(rendering, workspace.now);
  const { text, outcomes, titles } = renderBlock({
    source: sourceOf(config, all),
    layout: layoutOf(workspace),
    isPartial: workspace.remarks.list().some(({ kind }) => kind === "partial"),
    descriptions: describeCategories(workspace.config.config, memories),
    entries,
    titles: listTitles(found, workspace.now),
    budgetChars: Math.min(budgetChars, config.budgetChars),
    rootBudgets: config.rootBudgets,
  });
  const isCut = (place: number): boolean => outcomes[place] === "cut";
  const formOf = (place: number): ShownForm => {
    if (isList === true || entries[place]?.isKnown === true) return "line";
    return outcomes[place] === "whole" ? "full" : "part";
  };
  for (const [place, { full }] of entries.entries()) if (formOf(place) === "full") earlier?.note(full);
  const cut = [...found.shown.filter((_, place) => isCut(place)), ...found.titles.slice(titles)].map(
    ({ root, hit }): LeftMemory => ({ root, hit, cut: "budget" }),
  );
  return {
    text: text === "" ? "" : `${text}\n`,
    outcome: text === "" ? "nothing" : "shown",
    shown: found.shown
      .map((each, place) => ({ ...each, form: formOf(place), marks: entries[place]?.marks ?? null }))
      .filter((_, place) => !isCut(place)),
    titles: found.titles.slice(0, titles),
    left: [...cut, ...found.left],
  };
}

type FoundEntry = BlockEntry & { readonly full: FullText };

function listEntries({ found, earlier }: Rendering, now: Instant): FoundEntry[] {
  const best = found.shown[0]?.hit.score ?? 0;
  const marks = markEntries(found.shown);
  return found.shown.flatMap(({ loaded, hit, cited, flagged }, place) => {
    const confidence = rateHit(hit, best);
    const excerptOf = ({ body }: Memory): string => (found.isList === true ? "" : takeGist(body, "prompt"));
    const entry = blockEntryOf(loaded, { confidence, excerptOf, now, cited, flagged });
    if (entry === null) return [];
    const { root, digest, standing } = loaded;
    const full = { root: root.id, digest, standing: standing.standing, excerpt: entry.excerpt };
    const mark = marks[place] ?? null;
    return { ...entry, ...(mark !== null && { marks: mark }), full, isKnown: earlier?.has(full) === true };
  });
}

/** Marked as they would be beside what is shown. */
function listTitles({ shown, titles }: FoundMemories, now: Instant): BlockTitle[] {
  const marks = markEntries([...shown, ...titles]).slice(shown.length);
  return titles.flatMap(({ loaded, cited, flagged }, place) => {
    const entry = blockEntryOf(loaded, { confidence: null, excerptOf: () => "", now, cited, flagged });
    const mark = marks[place] ?? null;
    return entry === null ? [] : { ...entry, ...(mark !== null && { marks: mark }), id: loaded.file.id };
  });
}

/** Strategies of S2 show its line. */
export function layoutOf({ config }: Workspace): BlockLayout {
  return config.config["retrieval.match_strategy"] === "credence" ? "gist" : "s2";
}

/** The directory of the first root that any of them is in, the project's before the user's. */
export function sourceOf({ roots }: RecallConfig, found: readonly Pick<FoundMemory, "root">[]): string {
  const root = roots.find((each) => found.some((one) => one.root.id === each.id)) ?? found[0]?.root;
  return root === undefined ? "" : `${root.shown}memories/`;
}

// A memory as an entry of the block.

export type EntryText = {
  readonly confidence: Confidence | null;
  /** Takes its part of the body; what is redacted is gone from it already. */
  readonly excerptOf: (memory: Memory) => string;
  readonly now: Instant;
  readonly cited?: FoundMemory["cited"];
  readonly flagged: FoundMemory["flagged"];
};

/** @returns null when the file is not a memory. */
export function blockEntryOf(
  loaded: LoadedMemory,
  { confidence, excerptOf, now, cited = [], flagged }: EntryText,
): BlockEntry | null {
  const { standing, root } = loaded;
  if (loaded.memory === null) return null;
  const memory = hideRedactedIn(loaded.memory);
  return {
    label: memory.category ?? memory.type,
    name: memory.name,
    path: pathShown(loaded),
    tags: memory.tags,
    // Whatever is not verified says so.
    inferred: standing.standing !== "verified",
    isStale: standing.standing === "verified" && isStale(lastApproved(loaded, now), now),
    confidence,
    date: vouchedOn(loaded, now),
    excerpt: excerptOf(memory),
    scope: root.scope,
    cited,
    flagged,
  };
}

// How much each root lets be recalled of it: this machine's configuration, and what the root's own file takes away.

export type RecallConfig = {
  /** Those that take part, the project's first. */
  readonly roots: readonly OpenRoot[];
  readonly of: (root: OpenRoot) => Config;
  /** In characters: the whole block as this machine wants it, and each root's own entries. */
  readonly budgetChars: number;
  readonly rootBudgets: Readonly<Partial<Record<Scope, number>>>;
};

export function readRecallConfig(workspace: Workspace): RecallConfig {
  const machine = workspace.config.config;
  const configs = new Map(
    workspace.roots.map((root) => [root, readRootConfig(machine, root.path).config] as const),
  );
  const of = (root: OpenRoot): Config => configs.get(root) ?? machine;
  const isOn = (root: OpenRoot): boolean =>
    of(root)["retrieval.enabled"] && of(root)["retrieval.max_inject"] > 0;
  const rootBudgets: Partial<Record<Scope, number>> = {};
  for (const [{ scope }, config] of configs) rootBudgets[scope] = config["retrieval.budget_chars"];
  const budgetChars = machine["retrieval.budget_chars"];
  return { roots: workspace.roots.filter(isOn), of, budgetChars, rootBudgets };
}

export function isCategoryOn(config: Config, { category }: Pick<Memory, "category">): boolean {
  return category === null || config[`categories.${category}.enabled`];
}

/** What the categories of some memories mean here. */
export function describeCategories(
  config: Config,
  memories: readonly Pick<Memory, "category">[],
): Readonly<Record<string, string>> {
  const descriptions: Record<string, string> = {};
  for (const { category } of memories) {
    const text = category === null ? null : config[`categories.${category}.description`];
    if (category !== null && text !== null) descriptions[category] = text;
  }
  return descriptions;
}
