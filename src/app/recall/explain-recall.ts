// Why a memory was recalled, or why not: for a prompt by asking again, without one by the receipts.

import { type Confidence, rateHit, roundScore } from "../../memory/block/entry.ts";
import type { Scope, Standing } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { WITHHELD } from "../../memory/wording.ts";
import { explainMeaning, type WordPair } from "../../search/meaning/explain.ts";
import type { Term } from "../../search/rank/rank-passages.ts";
import { listForms } from "../../search/words/words.ts";
import { isUnindexed } from "../index/open-index.ts";
import { isRecallable, type LoadedMemory } from "../memories/load-memory.ts";
import { sayReason } from "../memories/review-mark.ts";
import { isOpenToModels } from "../memories/wordings.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Cut } from "./find-memories.ts";
import { type Recalled, readRecallConfig, recallWithoutReceipt } from "./recall-memories.ts";
import {
  LEFT_MAX,
  type MarkName,
  nameMarks,
  type Receipt,
  readReceipts,
  type ShownForm,
} from "./receipts.ts";

export type Explanation = {
  readonly id: string;
  readonly scope: Scope;
  readonly standing: Standing;
  readonly reason: string;
  readonly shown: boolean;
  /** A sentence part: what decided. */
  readonly why: string;
  /** Its place among all that matched, from 1. */
  readonly rank: number | null;
  readonly score: number | null;
  /** The score of the first. */
  readonly best: number | null;
  readonly confidence: Confidence | null;
  readonly terms: readonly Term[];
  /** What its meaning adds to the score, and which words made it so; null where it adds nothing. */
  readonly meaning: MeaningShare | null;
  /** What its second line said of it, or would say; names of other memories only for a prompt that is given. */
  readonly marks: readonly ExplainedMark[];
  /** When the receipt was made that this is about. */
  readonly at: string | null;
};

export type MeaningShare = { readonly points: number; readonly pairs: readonly WordPair[] };

export type ExplainedMark = { readonly mark: MarkName; readonly why: string };

const MARKS: Readonly<Record<MarkName, string>> = {
  flagged: "the injection check has a weak finding in it",
  alike: "it stands for copies of it",
  disagrees: "another memory in the block contradicts it",
  "disagrees-with-fact": "a fact contradicts it",
  replaced: "a newer memory of the same signer says that it replaces it",
};

const PAIRS_MAX = 3;

/** Why one that matched was not shown. */
export const CUTS: Readonly<Record<Cut, string>> = {
  weak: "it matched too little of the prompt",
  limit: "others matched better, and the number shown is limited",
  budget: "it did not fit in the budget",
  category: "its category is turned off",
  proposal: "it proposes a change to an approved memory, and no person has decided yet",
  withheld: "it has changed since it was indexed",
  copy: "a copy of it was shown, and stands for it",
};

export const CHOSEN = "it is among the best matches";
export const BY_TITLE = "it may fit: its title is shown, and its text is not";

const FORMS: Readonly<Record<ShownForm, string>> = {
  full: "",
  part: ", with a part of its text, for want of room",
  line: ", as one line: the session had its text already, or many were asked for",
  gist: "",
  title: ", by its title: no room for its gist",
  earlier: "",
};

const UNKNOWN = {
  shown: false,
  rank: null,
  score: null,
  best: null,
  confidence: null,
  terms: [],
  meaning: null,
  marks: [],
  at: null,
} as const;

export async function explainForPrompt(
  workspace: Workspace,
  target: LoadedMemory,
  prompt: string,
): Promise<Explanation> {
  const base = { ...UNKNOWN, ...subjectOf(target) };
  const isOn = readRecallConfig(workspace).roots.includes(target.root);
  if (!isOn) return { ...base, why: "recall is turned off here" };
  const recalled = await recallWithoutReceipt(workspace, { prompt });
  if (recalled.outcome === "skipped") {
    return { ...base, why: "a prompt this short, or a slash command, recalls nothing" };
  }
  return { ...base, ...findPlace(target, { ...recalled, prompt }) };
}

export function explainByReceipts(workspace: Workspace, target: LoadedMemory): Explanation {
  const base = { ...UNKNOWN, ...subjectOf(target) };
  const isIt = (each: { readonly id: string; readonly scope: Scope }): boolean =>
    each.id === target.file.id && each.scope === target.root.scope;
  const receipts = readReceipts(workspace);
  const last = receipts.findLast(({ shown, titles = [], left }) =>
    [shown, titles, left].some((all) => all.some(isIt)),
  );
  if (last === undefined) {
    const why = whyWithheld(target) ?? whyUnindexed(workspace, target) ?? whyUnnamed(receipts);
    return { ...base, why };
  }
  const shown = last.shown.find(isIt);
  const best = last.shown[0]?.score ?? null;
  if (shown !== undefined) {
    if (last.kind === "session-start") {
      const again = shown.form === "earlier" ? ", which had the block already" : "";
      return { ...base, shown: true, why: `it was recalled at the start of a session${again}`, at: last.at };
    }
    const rank = last.shown.indexOf(shown) + 1;
    const { score, confidence } = shown;
    return {
      ...base,
      shown: true,
      why: `it was recalled for a prompt${shown.form === undefined ? "" : FORMS[shown.form]}`,
      rank,
      score,
      best,
      confidence,
      marks: (shown.marks ?? []).flatMap((mark) => (mark in MARKS ? { mark, why: MARKS[mark] } : [])),
      at: last.at,
    };
  }
  const title = last.titles?.find(isIt);
  if (title !== undefined) {
    return { ...base, shown: true, why: `at a prompt, ${BY_TITLE}`, score: title.score, best, at: last.at };
  }
  const left = last.left.find(isIt);
  return { ...base, why: CUTS[left?.cut ?? "weak"], score: left?.score ?? null, best, at: last.at };
}

function whyUnindexed(workspace: Workspace, { root, file }: LoadedMemory): string | null {
  if (!isUnindexed(workspace, root, file.id)) return null;
  return "it is not indexed yet, so no prompt has found it: credence index --rebuild reads it";
}

/** A receipt that is full may have left it out without a word. */
function whyUnnamed(receipts: readonly Receipt[]): string {
  const unmatched = "no receipt names it: it matched no prompt that is on record";
  if (!receipts.some(({ left }) => left.length >= LEFT_MAX)) return unmatched;
  return `${unmatched}, or came after the ${LEFT_MAX} that a receipt names as left out`;
}

function subjectOf({
  file,
  root,
  standing,
}: LoadedMemory): Pick<Explanation, "id" | "scope" | "standing" | "reason"> {
  return { id: file.id, scope: root.scope, standing: standing.standing, reason: standing.reason };
}

type Place = Pick<Explanation, "shown" | "why"> & Partial<Explanation>;

function findPlace(target: LoadedMemory, recalled: Recalled & { prompt: string }): Place {
  const { shown, titles, left, prompt } = recalled;
  const all = [...shown, ...titles, ...left].sort((a, b) => b.hit.score - a.hit.score);
  const isIt = ({ root, hit }: Pick<Recalled["left"][number], "root" | "hit">): boolean =>
    root.id === target.root.id && root.scope === target.root.scope && hit.row.id === target.file.id;
  const found = all.find(isIt);
  const withheld = whyWithheld(target);
  if (withheld !== null) return { shown: false, why: withheld };
  if (found === undefined) return { shown: false, why: "it shares no telling word with the prompt" };
  const best = all[0]?.hit.score ?? 0;
  const place = {
    rank: all.findIndex(isIt) + 1,
    score: roundScore(found.hit.score),
    best: roundScore(best),
    confidence: rateHit(found.hit, best),
    terms: found.hit.terms().map(({ word, points }) => ({ word, points: roundScore(points) })),
    meaning: explainMeaningOf(target, found.hit, prompt),
  };
  if (titles.some(isIt)) return { ...place, shown: true, why: BY_TITLE };
  const marks = explainMarks(shown.find(isIt));
  const cut = left.find(isIt)?.cut ?? null;
  return cut === null
    ? { ...place, shown: true, why: CHOSEN, marks }
    : { ...place, shown: false, why: CUTS[cut] };
}

/** With the names and sentences of those that this surface shows anyway. */
function explainMarks(shown: Recalled["shown"][number] | undefined): ExplainedMark[] {
  if (shown === undefined) return [];
  const { marks, flagged, relations } = shown;
  const said = (isFact: boolean): string =>
    (relations?.disagrees ?? [])
      .flatMap((each) => (each.isFact === isFact ? `${each.id}: ${each.line}` : []))
      .join("; ");
  const details: Readonly<Record<MarkName, string>> = {
    flagged: flagged ?? "",
    alike: (relations?.alike ?? []).map(({ id }) => id).join(", "),
    disagrees: said(false),
    "disagrees-with-fact": said(true),
    replaced: marks?.replacedBy ?? "",
  };
  return nameMarks(shown).map((mark) => ({
    mark,
    why: details[mark] === "" ? MARKS[mark] : `${MARKS[mark]} (${details[mark]})`,
  }));
}

function explainMeaningOf(
  { memory }: LoadedMemory,
  { score, wordScore }: Recalled["left"][number]["hit"],
  prompt: string,
): MeaningShare | null {
  const points = roundScore(score - wordScore);
  if (memory === null || points <= 0) return null;
  const { name, tags, description, body } = hideRedactedIn(memory);
  const said = listForms([name, ...tags, description, body].join(" "));
  return { points, pairs: explainMeaning(listForms(prompt), said, PAIRS_MAX) };
}

function whyWithheld(target: LoadedMemory): string | null {
  if (isRecallable(target)) return isOpenToModels(target) ? null : `a strong finding: ${WITHHELD}`;
  if (target.memory?.status === "archived") return "it is archived";
  return `it is ${target.standing.standing}: ${sayReason(target.standing)}`;
}
