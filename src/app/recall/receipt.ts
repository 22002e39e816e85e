// What one recall showed and what kept the rest out. It names memories and never holds their text, nor the prompt.

import type { Confidence } from "../../memory/block/block-entry.ts";
import { rateScore, roundScore } from "../../memory/block/confidence.ts";
import type { MatchStrategy } from "../../memory/config/config-keys.ts";
import { renderInstant } from "../../memory/instant.ts";
import type { Scope, Standing } from "../../memory/memory.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Cut, FoundMemories } from "./find-memories.ts";

export type Receipt = {
  readonly v: 1;
  readonly at: string;
  /** The roots that were asked. */
  readonly roots: readonly string[];
  readonly kind: "prompt" | "session-start";
  readonly session: string | null;
  readonly prompt: string | null;
  readonly strategy: MatchStrategy;
  readonly outcome: "shown" | "nothing" | "skipped" | "off";
  readonly shown: readonly {
    readonly id: string;
    readonly scope: Scope;
    readonly score: number;
    readonly confidence: Confidence | null;
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

export type RecallFacts = FoundMemories &
  Pick<Receipt, "kind" | "outcome" | "session"> & { readonly promptId: string | null };

export function describeRecall(workspace: Workspace, facts: RecallFacts): Receipt {
  const { kind, outcome, session, promptId, shown, left } = facts;
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
    shown: shown.map(({ root, hit, loaded }) => ({
      id: hit.row.id,
      scope: root.scope,
      score: roundScore(hit.score),
      confidence: kind === "prompt" ? rateScore(hit.score, best) : null,
      standing: loaded.standing.standing,
    })),
    left: left.slice(0, LEFT_MAX).map(({ root, hit, cut }) => ({
      id: hit.row.id,
      scope: root.scope,
      score: roundScore(hit.score),
      cut,
    })),
  };
}
