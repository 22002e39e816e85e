// What each recall showed and left out, so that an answer can be explained afterwards. Never the prompt. Fails open: a
// receipt that cannot be written spoils no recall.

import { join } from "node:path";
import { type Confidence, type EntryMarks, rateHit, roundScore } from "../../memory/block/entry.ts";
import type { MatchStrategy } from "../../memory/config/config-keys.ts";
import { renderInstant } from "../../memory/instant.ts";
import { isRecord } from "../../memory/json.ts";
import type { Scope, Standing } from "../../memory/memory.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { appendToLog, readLog, readLogEnd } from "../../store/log-file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Cut, FoundMemory, LeftMemory } from "./find-memories.ts";

const FILE_BYTES_MAX = 4 * 1024 * 1024;

export function writeReceipt(workspace: Workspace, receipt: Receipt): void {
  appendToLog(pathOf(workspace), receipt, FILE_BYTES_MAX);
}

/** Oldest first, those that asked the root here; the user root is asked in every project, and its receipts there name other
 * projects' memories. */
export function readReceipts(workspace: Workspace): Receipt[] {
  const here = workspace.roots[0]?.id;
  const receipts = readLog(pathOf(workspace), isReceipt);
  return receipts.filter(({ roots }) => here !== undefined && roots.includes(here));
}

/** Enough for some hundred prompts, and read in a moment: a session's start waits for it. */
const RECENT_BYTES = 64 * 1024;
const USED_MAX = 40;

/** What the latest prompts here were answered with, the newest first. */
function listRecent(workspace: Workspace): Receipt["shown"][number][] {
  const here = workspace.roots[0]?.id;
  return readLogEnd(pathOf(workspace), RECENT_BYTES, isReceipt)
    .reverse()
    .filter(({ kind, roots }) => kind === "prompt" && here !== undefined && roots.includes(here))
    .flatMap(({ shown }) => shown);
}

export function listUsed(workspace: Workspace): ReadonlyMap<Scope, ReadonlySet<string>> {
  const used = new Map<Scope, Set<string>>();
  let left = USED_MAX;
  for (const { id, scope } of listRecent(workspace)) {
    const ids = used.get(scope) ?? new Set();
    if (left === 0) return used;
    if (!ids.has(id)) left -= 1;
    used.set(scope, ids.add(id));
  }
  return used;
}

/** By scope and id. */
export function groupUses(workspace: Workspace): ReadonlyMap<string, readonly unknown[]> {
  return Map.groupBy(listRecent(workspace), ({ scope, id }) => `${scope} ${id}`);
}

/** How many memories this session was shown, as far as the latest recalls tell. */
export function countRecalled(workspace: Workspace, session: string): number {
  const recent = readLogEnd(pathOf(workspace), RECENT_BYTES, isReceipt);
  const own = recent.filter((each) => each.session === cleanClientId(session));
  return new Set(own.flatMap(({ shown }) => shown.map(({ scope, id }) => `${scope} ${id}`))).size;
}

function isReceipt(value: unknown): value is Receipt {
  if (!isRecord(value)) return false;
  const { v, at, kind, outcome, roots, shown, titles = [], left } = value;
  const isList = (list: unknown): boolean =>
    Array.isArray(list) && list.every((each) => typeof each === "object" && each !== null && "id" in each);
  const areTexts = [at, kind, outcome].every((each) => typeof each === "string");
  return v === 1 && areTexts && Array.isArray(roots) && [shown, titles, left].every(isList);
}

function pathOf(workspace: Workspace): string {
  return join(workspace.state.path, "receipts.ndjson");
}

// What one recall showed and what kept the rest out. It names memories and never holds their text, nor the prompt.

/**
 * How a memory was shown. At a prompt: with its text, with as much of that as there was room for, or as one line because the
 * session had the text or the prompt asked for many. At a start: with its gist, by its title alone, or not again because the
 * session had the whole block.
 */
export type ShownForm = "full" | "part" | "line" | "gist" | "title" | "earlier";

export type ShownMemory = FoundMemory & {
  readonly form: ShownForm;
  /** What its second line said of it besides. */
  readonly marks?: EntryMarks | null;
};

/** The marks of a memory in a block, without a word of any memory. */
export type MarkName = "flagged" | "alike" | "disagrees" | "disagrees-with-fact" | "replaced";

export function nameMarks({ marks, flagged }: Pick<ShownMemory, "marks" | "flagged">): MarkName[] {
  return [
    ...(flagged ? (["flagged"] as const) : []),
    ...(marks != null && marks.alike > 0 ? (["alike"] as const) : []),
    ...(marks != null && marks.against.length > 0 ? (["disagrees"] as const) : []),
    ...(marks?.replacedBy == null ? [] : (["replaced"] as const)),
    ...(marks?.fact == null ? [] : (["disagrees-with-fact"] as const)),
  ];
}

export type Receipt = {
  readonly v: 1;
  readonly at: string;
  /** The roots that were asked. */
  readonly roots: readonly string[];
  readonly kind: "prompt" | "session-start";
  readonly session: string | null;
  readonly prompt: string | null;
  readonly strategy: MatchStrategy;
  /** `late`: there was no time to look for what fits. */
  readonly outcome: "shown" | "nothing" | "skipped" | "off" | "late";
  readonly shown: readonly {
    readonly id: string;
    readonly scope: Scope;
    readonly score: number;
    readonly confidence: Confidence | null;
    readonly standing: Standing;
    /** Receipts from before it was noted have none. */
    readonly form?: ShownForm;
    /** Left out where it had none. */
    readonly marks?: readonly MarkName[];
  }[];
  /** At a prompt: what may fit besides, by its title alone. */
  readonly titles?: readonly {
    readonly id: string;
    readonly scope: Scope;
    readonly score: number;
    readonly standing: Standing;
  }[];
  readonly left: readonly {
    readonly id: string;
    readonly scope: Scope;
    readonly score: number;
    readonly cut: Cut;
  }[];
};

/** How many of those that were left out are named. */
export const LEFT_MAX = 10;
/** The names that clients give to sessions and prompts are short. */
const CLIENT_ID_CHARS_MAX = 100;

/** A client's own name for something, as it is kept. */
export function cleanClientId(name: string | null): string | null {
  return name === null ? null : sanitizeLine(name, CLIENT_ID_CHARS_MAX);
}

export type RecallFacts = Pick<Receipt, "kind" | "outcome" | "session"> & {
  readonly promptId: string | null;
  readonly shown: readonly ShownMemory[];
  readonly titles?: readonly FoundMemory[];
  readonly left: readonly LeftMemory[];
};

export function describeRecall(workspace: Workspace, facts: RecallFacts): Receipt {
  const { kind, outcome, session, promptId, shown, titles = [], left } = facts;
  const best = shown[0]?.hit.score ?? 0;
  return {
    v: 1,
    at: renderInstant(workspace.now),
    roots: workspace.roots.map(({ id }) => id),
    kind,
    session: cleanClientId(session),
    prompt: cleanClientId(promptId),
    strategy: workspace.config.config["retrieval.match_strategy"],
    outcome,
    shown: shown.map((each) => {
      const marks = nameMarks(each);
      return {
        id: each.hit.row.id,
        scope: each.root.scope,
        score: roundScore(each.hit.score),
        confidence: kind === "prompt" ? rateHit(each.hit, best) : null,
        standing: each.loaded.standing.standing,
        form: each.form,
        ...(marks.length > 0 && { marks }),
      };
    }),
    ...(titles.length > 0 && {
      titles: titles.map(({ root, hit, loaded }) => ({
        id: hit.row.id,
        scope: root.scope,
        score: roundScore(hit.score),
        standing: loaded.standing.standing,
      })),
    }),
    left: left.slice(0, LEFT_MAX).map(({ root, hit, cut }) => ({
      id: hit.row.id,
      scope: root.scope,
      score: roundScore(hit.score),
      cut,
    })),
  };
}
