// A question to the memories: an answer that cites them, or without a model the passages that are most about it. Either way
// only what is verified or inferred at this moment takes part, whoever asks.

import { CredenceError } from "../../memory/errors.ts";
import type { Scope } from "../../memory/memory.ts";
import { sanitizeText } from "../../memory/text/sanitize.ts";
import { takeExcerpt } from "../../search/excerpt.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { CorpusStanding } from "./corpus.ts";
import { gatherMaterial, type MaterialRequest, QUESTION_CHARS_MAX } from "./gather-material.ts";
import type { GivenMemory } from "./given-memory.ts";
import type { LeftOut } from "./load-members.ts";
import type { Model } from "./open-model.ts";
import type { AskRefusal } from "./refuse-asking.ts";

export type Citation = {
  readonly id: string;
  readonly scope: Scope;
  readonly standing: CorpusStanding;
  readonly path: string;
};

export type Extract = Citation & { readonly date: string | null; readonly excerpt: string };

/** The pinned JSON shape. */
export type AskOutcome = {
  readonly kind: "answer" | "extracts";
  readonly corpus: string | null;
  /** Why no model was asked; null where one was. */
  readonly why: "no-provider" | "no-person" | "no-memories" | null;
  readonly provider: string | null;
  readonly model: string | null;
  /** Null where the memories do not say, or no model was asked. */
  readonly answer: string | null;
  readonly citations: readonly Citation[];
  /** What the model cited and was not given. */
  readonly dropped: readonly string[];
  /** How many memories the model was given, and how many had no room. */
  readonly given: number;
  readonly cut: number;
  /** Memories of the corpus that may not be used any more. */
  readonly left: readonly LeftOut[];
  readonly extracts: readonly Extract[];
};

const EXTRACTS_MAX = 10;
const EXCERPT_CHARS_MAX = 400;

export async function askMemories(
  workspace: Workspace,
  request: MaterialRequest,
  model: Model,
): Promise<AskOutcome | AskRefusal> {
  const question = request.question.trim();
  refuseQuestion(question);
  const { given, left } = gatherMaterial(workspace, { ...request, question });
  const common = { ...NOTHING, corpus: request.corpus, left };
  if (given.length === 0) return { ...common, why: "no-memories" };
  if (model.kind === "none") {
    const matching = given.filter(({ matches }) => matches).slice(0, EXTRACTS_MAX);
    return { ...common, why: model.why, extracts: matching.map((each) => extractOf(each, question)) };
  }
  const { askAbout } = await import("./ask-about.ts");
  const { setting } = model;
  const reply = await askAbout(setting, { question, given });
  if (reply.kind === "refused") return reply;
  const { answer, cited, dropped, sent } = reply;
  return {
    ...common,
    kind: "answer",
    provider: setting.provider.name,
    model: setting.config["observer.model"],
    answer,
    citations: cited.map(citationOf),
    dropped,
    given: sent,
    cut: given.length - sent,
  };
}

const NOTHING = {
  kind: "extracts",
  corpus: null,
  why: null,
  provider: null,
  model: null,
  answer: null,
  citations: [],
  dropped: [],
  given: 0,
  cut: 0,
  left: [],
  extracts: [],
} as const;

function refuseQuestion(question: string): void {
  if (question === "") throw new CredenceError("USAGE", "ask takes a question");
  if (question.length <= QUESTION_CHARS_MAX) return;
  throw new CredenceError("USAGE", `a question has at most ${QUESTION_CHARS_MAX} characters`);
}

function citationOf({ id, scope, standing, path }: GivenMemory): Citation {
  return { id, scope, standing, path };
}

function extractOf(memory: GivenMemory, question: string): Extract {
  const excerpt = takeExcerpt(memory.text, question, EXCERPT_CHARS_MAX);
  return {
    ...citationOf(memory),
    date: memory.date,
    excerpt: sanitizeText(excerpt, EXCERPT_CHARS_MAX + 10),
  };
}
