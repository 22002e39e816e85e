// Asks the model once, and again if that may help. Spending is recorded as it is reported, and the call ends with the first
// report that exceeds a limit. Every attempt to use a tool goes to the audit log.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type AuditSource, openAuditLog } from "../../observer/model/audit-log.ts";
import { answerTokensMax } from "../../observer/model/batch.ts";
import {
  addUsage,
  cleanUsage,
  countCall,
  countOverTime,
  type Excess,
  findExcess,
  findUsedUp,
  limitsOf,
  NO_USAGE,
  noteSpending,
  readDaySpent,
  readSessionSpent,
  type Tokens,
  usageSince,
} from "../../observer/model/budget.ts";
import {
  ProviderError,
  type ProviderFault,
  SettingError,
  type ToolAttempt,
  type Usage,
} from "../../observer/model/provider.ts";
import { writing } from "../../store/fs-failure.ts";
import type { Drain } from "./drain.ts";

export type Request = {
  readonly system: string;
  readonly prompt: string;
  /** The name of the source session, and its key. */
  readonly session: string;
  readonly key: string;
  readonly project: string;
  /** The caller, for the audit log. */
  readonly source?: AuditSource;
};

export type ModelReply =
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "excess"; readonly excess: Excess }
  | {
      readonly kind: "fault";
      readonly fault: ProviderFault | "deadline";
      readonly message: string;
      /** True when the settings caused the fault, so that any other text would have met it as well. */
      readonly isSettings: boolean;
    };

export type AskContext = Pick<
  Drain,
  "place" | "provider" | "config" | "findSecrets" | "signal" | "now" | "pauseMs"
>;

const RETRIES_MAX = 4;
const PAUSE_MS_MAX = 60_000;
const GRACE_MS = 2_000;

export async function askModel(asking: AskContext, request: Request): Promise<ModelReply> {
  for (let tried = 0; ; tried += 1) {
    const spent = measureCalls(asking, request.key);
    const usedUp = findUsedUp(spent, limitsOf(asking.config));
    if (usedUp !== null) return { kind: "excess", excess: usedUp };
    const asked = await askOnce(asking, request);
    const isPassing = asked.kind === "fault" && (asked.fault === "transient" || asked.fault === "rate");
    if (!isPassing || tried === RETRIES_MAX) return asked;
    const pauseMs = Math.min(PAUSE_MS_MAX, Math.max(asked.retryAfterMs ?? 0, asking.pauseMs * 2 ** tried));
    try {
      await sleep(pauseMs, undefined, { signal: asking.signal });
    } catch {
      // The signal has ended the pause.
      return asked;
    }
  }
}

type OneReply = ModelReply & { readonly retryAfterMs?: number | null };

async function askOnce(asking: AskContext, request: Request): Promise<OneReply> {
  const own = new AbortController();
  const both = AbortSignal.any([asking.signal, own.signal]);
  const meter = openMeter(asking, { key: request.key, end: () => own.abort() });
  const watch = watchAttempts(asking, request, () => own.abort());
  const { system, prompt } = request;
  const outputTokensMax = answerTokensMax(limitsOf(asking.config).invocation);
  const hooks = { signal: both, onUsage: meter.report, onAttempt: watch.onAttempt };
  const call = asking.provider.ask({ system, prompt, outputTokensMax, ...hooks });
  const why = (): ModelReply | null => judge(meter, { isBroken: watch.isBroken(), both });
  try {
    const reply = await Promise.race([call, whenAborted(both)]);
    meter.report(reply.usage);
    return why() ?? { kind: "answer", text: reply.text };
  } catch (error) {
    // Gives the provider a moment to end its processes.
    if (both.aborted) await Promise.race([call.catch(() => null), sleep(GRACE_MS, null, { ref: false })]);
    return why() ?? toFault(error);
  }
}

function watchAttempts({ place, findSecrets, now }: AskContext, request: Request, end: () => void) {
  const { session, project, source = "Observer" } = request;
  const audit = openAuditLog({ state: place.state, source, session, project, findSecrets, now });
  let isBroken = false;
  return {
    isBroken: () => isBroken,
    onAttempt: (attempt: ToolAttempt): void => {
      audit(attempt);
      if (attempt.result !== "allowed") return;
      // No tool may ever be allowed, so an allowed one means that the containment is broken.
      isBroken = true;
      end();
    },
  };
}

type Circumstances = { readonly isBroken: boolean; readonly both: AbortSignal };

/** The reason why we ended the call, if we did. */
function judge(meter: ReturnType<typeof openMeter>, { isBroken, both }: Circumstances): ModelReply | null {
  const excess = meter.settle();
  if (isBroken) return { kind: "fault", fault: "unsafe", message: "a tool was allowed", isSettings: false };
  if (excess !== null) return { kind: "excess", excess };
  if (!both.aborted) return null;
  return { kind: "fault", fault: "deadline", message: "the time is up", isSettings: false };
}

function toFault(error: unknown): OneReply {
  if (!(error instanceof ProviderError)) throw error;
  const { fault, message, retryAfterMs } = error;
  return { kind: "fault", fault, message, retryAfterMs, isSettings: error instanceof SettingError };
}

/** Rejects on abort, because a provider may ignore the signal and we do not wait for it. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new ProviderError("final", "ended"));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

// The cost of a call so far, checked against the three limits. The ledger is read again at each report, because another
// process may be spending for another root. Fails closed: a cost that cannot be recorded ends the call.

export type Meter = {
  /** Takes the usage of the call so far. */
  readonly report: (usage: Usage) => void;
  /** @returns the exceeded limit; throws when the ledger failed. */
  readonly settle: () => Excess | null;
};

function openMeter(
  { place, config, now }: Pick<Drain, "place" | "config" | "now">,
  { key, end }: { readonly key: string; readonly end: () => void },
): Meter {
  const call = randomBytes(8).toString("hex");
  const limits = limitsOf(config);
  let used: Usage = NO_USAGE;
  let excess: Excess | null = null;
  let failure: unknown = null;
  const note = (usage: Usage): void => {
    const fresh = usageSince(used, cleanUsage(usage));
    if (countCall(fresh) === 0) return;
    used = addUsage(used, fresh);
    const spending = { call, root: place.rootId, session: key, ...fresh };
    writing("machine state", () => noteSpending(place.state, spending, now()));
    excess ??= findExcess({ ...measureCalls({ place, now }, key), invocation: countCall(used) }, limits);
  };
  return {
    report: (usage) => {
      try {
        note(usage);
      } catch (error) {
        failure = error;
      }
      if (excess !== null || failure !== null) end();
    },
    settle: () => {
      if (failure !== null) throw failure;
      return excess;
    },
  };
}

/** The tokens spent on a session, and today. */
function measureCalls({ place, now }: Pick<Drain, "place" | "now">, key: string): Omit<Tokens, "invocation"> {
  return {
    session: countOverTime(readSessionSpent(place.state, key, now())),
    day: countOverTime(readDaySpent(place.state, now()).usage),
  };
}
