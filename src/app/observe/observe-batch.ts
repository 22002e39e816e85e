// One batch, from its lines to what came of them. Each step is on disk before the next begins: the intent, the answer, each
// memory with its mark, what came of it all.

import { saysEnough } from "../../observer/model/batch.ts";
import type { Excess } from "../../observer/model/budget.ts";
import { parseCandidates } from "../../observer/model/parse-candidates.ts";
import { renderObserved } from "../../observer/model/prompt.ts";
import { type Asked, askModel } from "./ask-model.ts";
import { admitCandidates } from "./candidates.ts";
import type { Drain } from "./drain.ts";
import { finishBatch, isFinished, leaveBehind, setAside, storeAnswer } from "./finish-batch.ts";
import type { CandidateOutcome } from "./marks.ts";
import { type Answered, type Batch, dropIntent, isStillThere, writeIntent } from "./pick-batch.ts";

export type BatchStep =
  | { readonly kind: "read"; readonly outcomes: readonly CandidateOutcome[] }
  | { readonly kind: "aside" }
  /** The answer was no answer; the same batch is due again. */
  | { readonly kind: "again"; readonly why: string }
  | { readonly kind: "excess"; readonly excess: Excess }
  | Extract<Asked, { readonly kind: "fault" }>;

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
  // Counted before it is tried: what kills the process is counted as well.
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
function isBatchsFault(asked: Exclude<Asked, { readonly kind: "answer" }>): boolean {
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
  // A person may have cleared the spool meanwhile: then nothing is to be learned from it.
  if (!isStillThere(drain, batch)) {
    dropIntent(drain.place, intent.key);
    return { kind: "read", outcomes: [] };
  }
  const { candidates } = parsed;
  const sorted = await admitCandidates(drain.workspace, { candidates, lines, config: drain.config });
  const answered: Answered = { session, taint, ...sorted };
  writeIntent(drain.place, { ...intent, answered });
  return { kind: "read", outcomes: await storeAnswer(drain, batch, answered) };
}
