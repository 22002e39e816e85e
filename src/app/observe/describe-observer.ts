// The state of the Observer: its provider, its cost, and the work that waits.

import { statSync } from "node:fs";
import { addDays, renderDay } from "../../memory/instant.ts";
import { type AuditRecord, readAuditLog } from "../../observer/model/audit-log.ts";
import { countOverTime, limitsOf, readDaySpent, type Tokens } from "../../observer/model/budget.ts";
import { CODE_MODE } from "../../observer/modes/code.ts";
import { keyOfSession, listNames } from "../../observer/spool/spool.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { askModel } from "./ask-model.ts";
import { placeObserver } from "./drain.ts";
import { countWaiting } from "./due.ts";
import { readBatches } from "./marks.ts";
import type { DrainSetting } from "./observe-root.ts";
import { type RunRecord, readRun } from "./run-record.ts";

export type DayCost = {
  readonly day: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cacheCreation: number;
  /** Memories created or extended. */
  readonly kept: number;
};

/** The pinned JSON shape. */
export type ObserverStatus = {
  readonly provider: string;
  readonly model: string | null;
  readonly mode: string;
  readonly userTurnsOnly: boolean;
  readonly limits: Tokens;
  /** Input and output of today, over all roots. */
  readonly used: number;
  readonly left: number;
  /** Days with a call, newest last. */
  readonly days: readonly DayCost[];
  /** Input and output per kept memory, over those days. */
  readonly tokensPerMemory: number | null;
  readonly waiting: number;
  readonly aside: { readonly batches: number; readonly events: number };
  readonly lastRun: Omit<RunRecord, "v"> | null;
};

const DAYS = 7;

export function describeObserver(workspace: Workspace, root: OpenRoot): ObserverStatus {
  const { config } = readRootConfig(workspace.config.config, root.path);
  const place = placeObserver(workspace.state.path, root);
  const limits = limitsOf(config);
  const days = listDays(workspace);
  const used = countOverTime(readDaySpent(place.state, workspace.now).usage);
  const kept = days.reduce((sum, day) => sum + day.kept, 0);
  const tokens = days.reduce((sum, day) => sum + countOverTime(day), 0);
  return {
    provider: config["observer.provider"],
    model: config["observer.model"],
    mode: CODE_MODE.name,
    userTurnsOnly: config["observer.user_turns_only"],
    limits,
    used,
    left: Math.max(0, limits.day - used),
    days,
    tokensPerMemory: kept === 0 ? null : Math.round(tokens / kept),
    waiting: countWaiting(place, Number.POSITIVE_INFINITY),
    aside: countAside(place),
    lastRun: withoutVersion(readRun(place)),
  };
}

function listDays({ state, now }: Workspace): DayCost[] {
  const days = Array.from({ length: DAYS }, (_, ago) => addDays(now, ago - DAYS + 1));
  return days.flatMap((at) => {
    const { usage, calls, kept } = readDaySpent(state.path, at);
    return calls + kept === 0 ? [] : [{ day: renderDay(at), calls, ...usage, kept }];
  });
}

/** The batches set aside whose files still exist. */
function countAside(place: ReturnType<typeof placeObserver>): ObserverStatus["aside"] {
  if (statSync(place.aside, { throwIfNoEntry: false }) === undefined) return { batches: 0, events: 0 };
  const names = new Set(listNames(place.aside).flatMap((name) => name.split(".")[1] ?? []));
  const there = readBatches(place).filter(({ batch, end }) => end === "aside" && names.has(batch));
  return { batches: names.size, events: there.reduce((sum, { lines }) => sum + lines, 0) };
}

function withoutVersion(run: RunRecord | null): ObserverStatus["lastRun"] {
  if (run === null) return null;
  const { v: _, ...rest } = run;
  return rest;
}

type Attempt = Omit<AuditRecord, "tool_input" | "error_message"> & Partial<AuditRecord>;

const PLAIN_NAME = /^[\w-]{1,64}$/;

/** Without a person at the terminal the model's words are left out, because an agent would read them. */
export function listAttempts({ state, presence }: Workspace, limit: number): Attempt[] {
  const records = readAuditLog(state.path, limit);
  if (presence.kind === "person") return records;
  return records.map(({ tool_input: _input, error_message: _message, tool_name, ...rest }) => ({
    ...rest,
    tool_name: PLAIN_NAME.test(tool_name) ? tool_name : "…",
  }));
}

// One tiny call that checks whether the provider answers. It costs tokens, so only a person can request it, and it counts
// like any other call.

const SESSION = "observer test";
const SYSTEM = "You do not have access to tools. Answer with one word.";
const PROMPT = "Answer with the word ready.";

export type TestOutcome = {
  readonly provider: string;
  readonly model: string | null;
  readonly works: boolean;
  /** Null when it works; else the kind of fault, and the message of the provider. */
  readonly fault: string | null;
  readonly message: string | null;
  readonly milliseconds: number;
};

export async function testObserver(setting: DrainSetting): Promise<TestOutcome> {
  const begun = performance.now();
  const asked = await askModel(
    { ...setting, signal: AbortSignal.timeout(setting.deadlineMs) },
    { system: SYSTEM, prompt: PROMPT, session: SESSION, key: keyOfSession(SESSION), project: "" },
  );
  const [fault, message] =
    asked.kind === "answer"
      ? [null, null]
      : asked.kind === "excess"
        ? ["token_budget_exceeded", `the limit of the ${asked.excess.which} is reached`]
        : [asked.fault, asked.message];
  return {
    provider: setting.provider.name,
    model: setting.config["observer.model"],
    works: fault === null,
    fault,
    message,
    milliseconds: Math.round(performance.now() - begun),
  };
}
