// One batch, from its lines to its outcome. Each step is on disk before the next begins: the intent, the answer, each
// memory with its mark, the outcome.

import type { Config } from "../../memory/config/config-keys.ts";
import { BLANK_DRAFT, deriveId, renderDraft } from "../../memory/file/draft.ts";
import { saysEnough } from "../../observer/model/batch.ts";
import type { Excess } from "../../observer/model/budget.ts";
import { type Candidate, parseCandidates } from "../../observer/model/parse-candidates.ts";
import { renderObserved } from "../../observer/model/prompt.ts";
import type { PendingLine } from "../../observer/spool/pending.ts";
import { judgeText } from "../change/judge-text.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { askModel, type ModelReply } from "./ask-model.ts";
import type { Drain } from "./drain.ts";
import { finishBatch, isFinished, leaveBehind, setAside, storeAnswer } from "./finish-batch.ts";
import type { CandidateOutcome } from "./marks.ts";
import {
  type Batch,
  dropIntent,
  isStillThere,
  type ProvenCandidate,
  type RefusedCandidate,
  type StoredAnswer,
  writeIntent,
} from "./pick-batch.ts";

export type BatchStep =
  | { readonly kind: "read"; readonly outcomes: readonly CandidateOutcome[] }
  | { readonly kind: "aside" }
  /** The reply was no valid answer; the same batch is due again. */
  | { readonly kind: "again"; readonly why: string }
  | { readonly kind: "excess"; readonly excess: Excess }
  | Extract<ModelReply, { readonly kind: "fault" }>;

export async function observeBatch(drain: Drain, batch: Batch): Promise<BatchStep> {
  const { place } = drain;
  if (isFinished(place, batch)) {
    leaveBehind(place, batch, batch.lines);
    return { kind: "read", outcomes: [] };
  }
  const { intent } = batch;
  if (intent.tries >= drain.triesMax) {
    setAside(drain, batch);
    return { kind: "aside" };
  }
  // Counted before the try, so that a try that kills the process is counted as well.
  const tried = { ...intent, tries: intent.tries + 1 };
  if (intent.answered !== null) {
    writeIntent(place, tried);
    return { kind: "read", outcomes: await storeAnswer(drain, batch, intent.answered) };
  }
  if (!saysEnough(batch.lines, drain.config["observer.user_turns_only"])) {
    finishBatch(drain, batch, { end: "read", outcomes: [] });
    return { kind: "read", outcomes: [] };
  }
  writeIntent(place, tried);
  const asked = await askModel(drain, requestOf(drain, batch));
  if (asked.kind === "answer") return takeAnswer(drain, { ...batch, intent: tried }, asked.text);
  if (!isBatchsFault(asked)) writeIntent(place, intent);
  return asked;
}

/** A failure that any batch would have met does not count as a try of this one. */
function isBatchsFault(asked: Exclude<ModelReply, { readonly kind: "answer" }>): boolean {
  if (asked.kind === "excess") return asked.excess.which === "invocation";
  return (asked.fault === "final" && !asked.isSettings) || asked.fault === "deadline";
}

function requestOf(drain: Drain, { lines, before, after, session, intent }: Batch) {
  const { config, mode, findSecrets, root } = drain;
  const records = lines.map(({ record }) => record);
  const userTurnsOnly = config["observer.user_turns_only"];
  return {
    system: mode.system,
    prompt: renderObserved({ records, before, after, userTurnsOnly, findSecrets }),
    session,
    key: intent.key,
    project: root.project ?? root.path,
  };
}

async function takeAnswer(drain: Drain, batch: Batch, text: string): Promise<BatchStep> {
  const { lines, session, taint, intent } = batch;
  const parsed = parseCandidates(text, drain.mode, lines.length);
  if (parsed.kind === "refused") return { kind: "again", why: parsed.why };
  // The user may have cleared the spool meanwhile; then nothing may be learned from it.
  if (!isStillThere(drain, batch)) {
    dropIntent(drain.place, intent.key);
    return { kind: "read", outcomes: [] };
  }
  const { candidates } = parsed;
  const sorted = await admitCandidates(drain.workspace, { candidates, lines, config: drain.config });
  const answered: StoredAnswer = { session, taint, ...sorted };
  writeIntent(drain.place, { ...intent, answered });
  return { kind: "read", outcomes: await storeAnswer(drain, batch, answered) };
}

// Threat: an answer that holds a secret which the session contained in pieces, or that rests on the words of a web page and
// not of the user. Such a candidate is dropped here, before anything of the answer is on disk.

type BatchAnswer = {
  readonly candidates: readonly Candidate[];
  readonly lines: readonly PendingLine[];
  /** The settings, tightened by the root's own file. */
  readonly config: Config;
};

async function admitCandidates(
  workspace: Workspace,
  { candidates, lines, config }: BatchAnswer,
): Promise<{ readonly admitted: ProvenCandidate[]; readonly refused: RefusedCandidate[] }> {
  const admitted: ProvenCandidate[] = [];
  const refused: RefusedCandidate[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const place = index + 1;
    const why = findReason(candidate, lines, config) ?? (await findSecret(workspace, candidate));
    const evidence = candidate.evidence.flatMap((number) => lines[number - 1]?.id ?? []);
    if (why === null) admitted.push({ ...candidate, place, evidence: [...new Set(evidence)] });
    else refused.push({ place, why });
  }
  return { admitted, refused };
}

function findReason(
  { category, evidence }: Candidate,
  lines: readonly PendingLine[],
  config: Config,
): string | null {
  const isOff =
    category !== null &&
    !(config[`categories.${category}.enabled`] && config[`categories.${category}.auto_capture`]);
  if (isOff) return `${category} is turned off`;
  const isSaid = evidence.some((number) => lines[number - 1]?.record.kind === "prompt");
  return isSaid ? null : "it rests on nothing that the person said";
}

async function findSecret(workspace: Workspace, candidate: Candidate): Promise<string | null> {
  const draft = { ...BLANK_DRAFT, ...candidate, origin: "inference" } as const;
  const text = renderDraft(draft, { tier: "inferred", now: workspace.now, machine: workspace.machineName });
  const file = `${deriveId(candidate.type, candidate.name)}.md`;
  const { secrets } = await judgeText(workspace, file, { text, vouchedBy: "machine" });
  return secrets.exit === 0 ? null : "SECRET_DETECTED";
}
