import type { SpoolStatus } from "../../app/capture/spool.ts";
import type { RunRecord } from "../../app/observe/run-record.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { Command } from "../call/command.ts";
import { hintsFor, unlockFor, warnOf } from "../call/open-workspace.ts";
import { parseCount, textOf } from "../call/values.ts";
import { type Answer, tell } from "../frames/answer.ts";
import { type Acting, defineVerbCommand, LIMIT } from "../frames/verb-command.ts";

const DEADLINE = { fallback: 300, max: 3_600 } as const;
const OFF = "the Observer is off: turn it on with credence config set observer.provider NAME";
/** To write down how it ended. */
const GRACE_MS = 5_000;

export const observe: Command = {
  name: "observe",
  summary: "Run the Observer once on captured sessions",
  usage: ["observe [--deadline SECONDS]"],
  options: {
    deadline: {
      type: "string",
      value: "SECONDS",
      help: `time limit, ${DEADLINE.fallback} by default`,
    },
  },
  exits: { 1: "it stopped before reading everything" },
  async run(io, call) {
    const deadlineMs = parseCount(call, "deadline", DEADLINE) * 1_000;
    const { openDrain, openWithUserRoot } = await import("../../app/observe/open-drain.ts");
    const { beginRun } = await import("../../app/observe/run-record.ts");
    const { rootOf } = await import("../../app/workspace/workspace.ts");
    const hints = await hintsFor(io, call);
    const workspace = openWithUserRoot(hints);
    warnOf(io, workspace.config);
    const now = hints.nowIsGiven === true ? () => hints.now : io.now;
    // Whatever hangs, hangs no longer than this.
    const watchdog = setTimeout(() => io.endAll?.(), deadlineMs + GRACE_MS).unref();
    try {
      const setting = await openDrain(workspace, rootOf(workspace, "project"), {
        env: io.env,
        now,
        deadlineMs,
      });
      const run =
        setting === null ? { ...beginRun(now()), end: "off" as const } : await drain(setting, io.home);
      const { v: _, ...shown } = run;
      const exit = run.end === "done" || run.end === "off" ? 0 : 1;
      return tell(io, call, { json: shown, says: sayRun(run), exit });
    } finally {
      clearTimeout(watchdog);
      workspace.close();
    }
  },
};

type Setting = Parameters<typeof import("../../app/observe/observe-root.ts").observeRoot>[0];

async function drain(setting: Setting, home: string): Promise<RunRecord> {
  const { observeRoot } = await import("../../app/observe/observe-root.ts");
  const run = await observeRoot(setting, home);
  if (run !== null) return run;
  throw new CredenceError(
    "LOCK_TIMEOUT",
    "another process is observing this root",
    "wait for it, then try again",
  );
}

function sayRun(run: RunRecord): string[] {
  if (run.end === "off") return [OFF];
  const { batches, created, updated, retired, requested, unchanged, refused, aside } = run;
  const counts: readonly (readonly [number, string])[] = [
    [created, "made"],
    [updated, "grown"],
    [retired, "retired"],
    [requested, "left to you"],
    [unchanged, "already known"],
    [refused, "refused"],
  ];
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [
    `batches read: ${batches}`,
    `memories: ${told.join(", ") || "none"}`,
    ...(aside === 0 ? [] : [`set aside: ${aside}`]),
    ...(run.end === "done" ? [] : [`stopped: ${run.code ?? run.excess?.code ?? run.end}`]),
  ];
}

export const observer = defineVerbCommand(
  {
    name: "observer",
    summary: "Show cost, backlog and tool attempts of the Observer",
    usage: ["observer [status]", "observer log [--limit N]", "observer test"],
    options: { limit: { type: "string", value: "N", help: `log: how many, ${LIMIT.fallback} if absent` } },
    exits: { 1: "test: the provider does not answer" },
    examples: ["observer status", "observer log --limit 5"],
  },
  {
    status: { act: showCost },
    log: { act: listTools },
    test: { act: testProvider, asksLater: true },
  },
);

async function showCost({ workspace, root }: Acting): Promise<Answer> {
  const { describeObserver } = await import("../../app/observe/describe-observer.ts");
  const { sayObserverStatus } = await import("../work/observer.ts");
  const report = describeObserver(workspace, root);
  return { json: report, says: [sayObserverStatus(report)] };
}

/** What a model wanted to do is session text: it is for a person's eyes, and without one there are names and times. */
async function listTools({ workspace, limit }: Acting): Promise<Answer> {
  const { listAttempts } = await import("../../app/observe/describe-observer.ts");
  const { sayAttempt } = await import("../work/observer.ts");
  const attempts = listAttempts(workspace, limit);
  return {
    json: attempts,
    says: attempts.length === 0 ? ["no tool attempts"] : attempts.flatMap(sayAttempt),
  };
}

/** A test spends, and a model that could spend at will would. A person is asked only where there is something to test. */
async function testProvider({ io, workspace, root }: Acting): Promise<Answer> {
  const act = "test the Observer";
  if (workspace.presence.kind === "nobody") await unlockFor(io, workspace, act);
  const { openDrain } = await import("../../app/observe/open-drain.ts");
  const { testObserver } = await import("../../app/observe/describe-observer.ts");
  const { sayTest } = await import("../work/observer.ts");
  const setting = await openDrain(workspace, root, { env: io.env, now: () => workspace.now });
  if (setting === null) {
    const none = { provider: "none", model: null, works: false, fault: "off", message: null };
    return { json: { ...none, milliseconds: 0 }, says: [OFF], exit: 1 };
  }
  await unlockFor(io, workspace, act);
  const outcome = await testObserver(setting);
  return { json: outcome, says: [sayTest(outcome)], exit: outcome.works ? 0 : 1 };
}

export const spool = defineVerbCommand(
  {
    name: "spool",
    summary: "Show or clear what was captured from sessions",
    usage: ["spool [status]", "spool show [--session NAME] [--limit N]", "spool clear [--session NAME]"],
    options: {
      session: { type: "string", value: "NAME", help: "only this session" },
      limit: { type: "string", value: "N", help: `show: how many, ${LIMIT.fallback} if absent` },
    },
    exits: { 1: "status: a line is damaged" },
    examples: ["spool status", "spool show --limit 5"],
  },
  {
    status: { act: showSpool },
    show: { act: showCaptured },
    clear: { act: clearCaptured, purpose: "clear the spool" },
  },
);

async function showSpool({ io, workspace, root }: Acting): Promise<Answer> {
  const { describeSpool } = await import("../../app/capture/spool.ts");
  const { saySpoolStatus } = await import("../work/observer.ts");
  const report: SpoolStatus = describeSpool(workspace, root, io.home);
  return { json: report, says: [saySpoolStatus(report)], exit: report.damaged.length > 0 ? 1 : 0 };
}

/** What was said is for a person's eyes; without one there are numbers. */
async function showCaptured({ call, workspace, root, limit }: Acting): Promise<Answer> {
  const { readCaptured } = await import("../../app/capture/spool.ts");
  const { countLine, sayCaptured } = await import("../work/observer.ts");
  const lines = readCaptured(workspace, root, textOf(call, "session")).slice(-limit);
  if (workspace.presence.kind !== "person") {
    const counted = lines.map(countLine);
    const rows = counted.map(
      ({ at, kind, chars }) => `${at} ${kind}: ${pluralize(chars, "character", "characters")}`,
    );
    return { json: counted, says: rows.length === 0 ? ["nothing was captured"] : rows };
  }
  const json = lines.map(({ id, record }) => ({ id, ...record }));
  return { json, says: lines.length === 0 ? ["nothing was captured"] : lines.flatMap(sayCaptured) };
}

async function clearCaptured({ call, workspace, root }: Acting): Promise<Answer> {
  const { clearSpool } = await import("../../app/observe/clear-spool.ts");
  const gone = clearSpool(workspace, root, textOf(call, "session"));
  const { sayGone } = await import("../work/observer.ts");
  return { json: gone, says: [`removed ${sayGone(gone)}`] };
}

export const pause: Command = {
  name: "pause",
  summary: "Pause recall and capture in your agents",
  usage: ["pause", "pause --for 1h", "pause --session ID"],
  options: {
    for: { type: "string", value: "TIME", help: "30m, 1h or 2d; by default until credence resume" },
    session: { type: "string", value: "ID", help: "only for this session" },
  },
  examples: ["pause --for 1h"],
  run: async (io, call) => (await import("../work/pause.ts")).changePause(io, call, "pause"),
};

export const resume: Command = {
  name: "resume",
  summary: "End every pause",
  usage: ["resume"],
  options: {},
  run: async (io, call) => (await import("../work/pause.ts")).changePause(io, call, "resume"),
};
