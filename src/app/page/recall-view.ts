// What an agent would get for a prompt, and why each memory is in it or not. Nothing is recorded: nobody was told anything.

import { rateHit, roundScore } from "../../memory/block/block.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { CHOSEN, CUTS } from "../recall/explain-recall.ts";
import type { Cut, FoundMemory, LeftMemory } from "../recall/find-memories.ts";
import { recallWithoutReceipt } from "../recall/recall-memories.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { rowOf } from "./shown/rows.ts";
import { showText } from "./shown/text.ts";
import type { RecallView } from "./views.ts";

const PROMPT_CHARS_MAX = 20_000;
/** Of those that were left out, the best. */
const ENTRIES_MAX = 40;
const TERMS_MAX = 12;
/** English text has about so many characters in a token. */
export const CHARS_PER_TOKEN = 4;

export async function recallView(workspace: Workspace, prompt: string): Promise<RecallView> {
  const { text, outcome, shown, left } = await recallWithoutReceipt(workspace, {
    prompt: prompt.slice(0, PROMPT_CHARS_MAX),
  });
  const chosen = shown.map((each) => ({ ...each, cut: null }));
  const best = Math.max(0, ...[...chosen, ...left].map(({ hit }) => hit.score));
  const block = showText(text, scanSecrets(text)).text;
  return {
    outcome,
    block: block === "" ? null : block,
    tokens: Math.ceil(text.length / CHARS_PER_TOKEN),
    entries: [...chosen, ...left.toSorted((a, b) => b.hit.score - a.hit.score)]
      .slice(0, ENTRIES_MAX)
      .flatMap((each) => describe(workspace, each, best)),
  };
}

type Entry = { readonly cut: Cut | null } & (FoundMemory | LeftMemory);

function describe(workspace: Workspace, entry: Entry, best: number): RecallView["entries"][number][] {
  const { hit, cut } = entry;
  const loaded: LoadedMemory | null =
    "loaded" in entry ? entry.loaded : loadMemory(workspace, entry.root, hit.row.id);
  if (loaded === null) return [];
  return [
    {
      ...rowOf(workspace, loaded),
      isShown: cut === null,
      cut,
      why: cut === null ? CHOSEN : CUTS[cut],
      score: roundScore(hit.score),
      confidence: rateHit(hit, best),
      terms: hit
        .terms()
        .map(({ word, points }) => ({ word, points: roundScore(points) }))
        .filter(({ points }) => points > 0)
        .sort((a, b) => b.points - a.points)
        .slice(0, TERMS_MAX),
    },
  ];
}
