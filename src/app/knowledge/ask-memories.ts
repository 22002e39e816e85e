// A question to the memories: an answer that cites them, or without a model the passages that are most about it. Either way
// only what is verified or inferred at this moment takes part, whoever asks.

import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderDay } from "../../memory/instant.ts";
import type { Scope } from "../../memory/memory.ts";
import { sanitizeText } from "../../memory/text/sanitize.ts";
import type { Budget, Excess } from "../../observer/model/budget.ts";
import type { ProviderFault } from "../../observer/model/provider.ts";
import { ASK_MODE } from "../../observer/modes/ask.ts";
import { keyOfSession } from "../../observer/spool/spool.ts";
import { takeExcerpt } from "../../search/excerpt.ts";
import { askModel, type ModelReply } from "../observe/ask-model.ts";
import type { DrainSetting } from "../observe/observe-root.ts";
import { logRun } from "../observe/run-record.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  gatherMaterial,
  type MaterialRequest,
  type PromptMemory,
  QUESTION_CHARS_MAX,
} from "./gather-material.ts";
import { parseReply, promptCharsMax, renderAsked } from "./prompt.ts";

export type Citation = {
  readonly id: string;
  readonly scope: Scope;
  readonly standing: PromptMemory["standing"];
  readonly path: string;
};

export type Extract = Citation & { readonly date: string | null; readonly excerpt: string };

/** The pinned JSON shape. */
export type AskOutcome = {
  readonly kind: "answer" | "extracts";
  /** Why no model was asked; null when one was. */
  readonly why: "no-provider" | "no-person" | "no-memories" | null;
  readonly provider: string | null;
  readonly model: string | null;
  /** Null when the memories do not say, or no model was asked. */
  readonly answer: string | null;
  readonly citations: readonly Citation[];
  /** What the model cited and was not given. */
  readonly dropped: readonly string[];
  /** How many memories the model was given, and how many had no room. */
  readonly given: number;
  readonly cut: number;
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
  const given = await gatherMaterial(workspace, { ...request, question });
  if (given.length === 0) return { ...NOTHING, why: "no-memories" };
  if (model.kind === "none") {
    const matching = given.filter(({ matches }) => matches).slice(0, EXTRACTS_MAX);
    return { ...NOTHING, why: model.why, extracts: matching.map((each) => extractOf(each, question)) };
  }
  const { setting } = model;
  const reply = await askAbout(setting, { question, given });
  if (reply.kind === "refused") return reply;
  const { answer, cited, dropped, sent } = reply;
  return {
    ...NOTHING,
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
  why: null,
  provider: null,
  model: null,
  answer: null,
  citations: [],
  dropped: [],
  given: 0,
  cut: 0,
  extracts: [],
} as const;

function refuseQuestion(question: string): void {
  if (question === "") throw new CredenceError("USAGE", "ask takes a question");
  if (question.length <= QUESTION_CHARS_MAX) return;
  throw new CredenceError("USAGE", `a question has at most ${QUESTION_CHARS_MAX} characters`);
}

function citationOf({ id, scope, standing, path }: PromptMemory): Citation {
  return { id, scope, standing, path };
}

function extractOf(memory: PromptMemory, question: string): Extract {
  const excerpt = takeExcerpt(memory.text, question, EXCERPT_CHARS_MAX);
  return {
    ...citationOf(memory),
    date: memory.date,
    excerpt: sanitizeText(excerpt, EXCERPT_CHARS_MAX + 10),
  };
}

// Asks the model once about some memories. Nothing is kept between two questions: each one sends its memories anew. The
// containment, the limits and the audit log are the Observer's; all questions of one day in one root count as one session.

export type Reply = {
  readonly kind: "reply";
  readonly answer: string | null;
  /** In the order in which they were given. */
  readonly cited: readonly PromptMemory[];
  readonly dropped: readonly string[];
  readonly sent: number;
};

export type About = { readonly question: string; readonly given: readonly PromptMemory[] };

async function askAbout(setting: DrainSetting, { question, given }: About): Promise<Reply | AskRefusal> {
  const { findSecrets, limits, now, place } = setting;
  const charsMax = promptCharsMax(limits.invocation, ASK_MODE.system);
  const { text: prompt, sent } = renderAsked({ question, given, charsMax, findSecrets });
  const session = `ask ${renderDay(now())}`;
  if (sent.length === 0) return refuseTooSmall();
  const asked = await askModel(
    { ...setting, signal: AbortSignal.timeout(setting.deadlineMs) },
    {
      system: ASK_MODE.system,
      prompt,
      session,
      key: keyOfSession(`${session} ${place.rootId}`),
      project: setting.root.project ?? setting.root.path,
      source: "KnowledgeAgent",
    },
  );
  if (asked.kind !== "answer") return refuseAsked(setting, session, asked);
  const reply = parseReply(asked.text, new Set(sent.map(({ id }) => id)));
  if (reply.kind === "refused") {
    logRun(place.state, { event: "refused-answer", session, now: now(), why: reply.why });
    return refuseReply(reply.why);
  }
  const { answer, cited, dropped } = reply;
  const rests = sent.filter(({ id }) => cited.includes(id));
  return { kind: "reply", answer, cited: rests, dropped, sent: sent.length };
}

type Unanswered = Exclude<ModelReply, { readonly kind: "answer" }>;

function refuseAsked({ place, now }: DrainSetting, session: string, asked: Unanswered): AskRefusal {
  const at = { session, now: now() };
  if (asked.kind === "excess") {
    logRun(place.state, { event: "token_budget_exceeded", ...at, ...asked.excess });
    return refuseExcess(asked.excess);
  }
  logRun(place.state, { event: "fault", ...at, fault: asked.fault });
  return refuseFault(asked.fault, asked.message);
}

// Threat: a question costs the person tokens. An agent that runs commands could ask at will, or be talked into it by what it
// read. So a model is asked only where a person sits at the terminal; everybody else gets extracts, which cost nothing.
// Fails closed: whoever cannot be told from an agent counts as one.

type Model =
  | { readonly kind: "model"; readonly setting: DrainSetting }
  | { readonly kind: "none"; readonly why: "no-provider" | "no-person" };

export type ModelHints = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Instant;
};

const DEADLINE_MS = 2 * 60_000;

/** Without a provider nothing of it is loaded. */
export async function openModel(workspace: Workspace, hints: ModelHints): Promise<Model> {
  const [root] = workspace.roots;
  if (root === undefined) throw new CredenceError("NO_ROOT", "there is no memory root here");
  const { config } = readRootConfig(workspace.config.config, root.path);
  if (config["observer.provider"] === "none") return { kind: "none", why: "no-provider" };
  if (workspace.presence.kind !== "person") return { kind: "none", why: "no-person" };
  const { openDrain } = await import("../observe/open-drain.ts");
  const setting = await openDrain(workspace, root, { ...hints, deadlineMs: DEADLINE_MS });
  return setting === null ? { kind: "none", why: "no-provider" } : { kind: "model", setting };
}

// Why a model gave no answer that can be shown, and what can be done about it. A value: it is expected, and nothing was changed.

export type AskRefusal = {
  readonly kind: "refused";
  readonly code: "token_budget_exceeded" | "refused_answer" | "deadline" | ProviderFault;
  readonly message: string;
  readonly hint: string;
};

const FIXES: Readonly<Record<ProviderFault | "deadline", string>> = {
  auth: "check the key in observer.key in machine state, or in the provider's variable",
  quota: "the provider says that the account is used up: look at its billing page",
  rate: "the provider is asked too often: try again in some minutes",
  transient: "the provider cannot be reached now: try again later",
  deadline: "ask again, or of fewer memories: --tag, --type, --query, --since",
  unsafe:
    "the provider cannot be used as it is set up; credence observer test tries it without your memories",
  final: "credence observer test says whether the provider answers",
};

const LIMITS: Readonly<Record<Budget, string>> = {
  invocation: "ask of fewer memories, or raise observer.max_tokens_per_invocation",
  session: "ask again tomorrow, or raise observer.max_tokens_per_session",
  day: "ask again tomorrow, or raise observer.max_tokens_per_day",
};

function refuseFault(fault: ProviderFault | "deadline", why: string): AskRefusal {
  return { kind: "refused", code: fault, message: `no model answered: ${why}`, hint: FIXES[fault] };
}

function refuseExcess({ which, used, limits }: Excess): AskRefusal {
  const message = `${used[which]} of ${limits[which]} tokens of the ${which} are used`;
  return { kind: "refused", code: "token_budget_exceeded", message, hint: LIMITS[which] };
}

/** Not one memory had room. */
function refuseTooSmall(): AskRefusal {
  const message = "no memory is short enough for one call";
  return { kind: "refused", code: "token_budget_exceeded", message, hint: LIMITS.invocation };
}

function refuseReply(why: string): AskRefusal {
  const hint = "nothing of it is shown; ask again, or in other words";
  return {
    kind: "refused",
    code: "refused_answer",
    message: `the model's answer cannot be used: ${why}`,
    hint,
  };
}
