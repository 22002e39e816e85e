import type { RunRecord } from "../../app/observe/run-record.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { hintsFor, warnOf } from "../call/open-workspace.ts";
import { parseCount } from "../call/values.ts";
import { tell } from "../frames/answer.ts";

const DEADLINE = { fallback: 300, max: 3_600 } as const;
export const OFF = "the Observer is off: turn it on with credence config set observer.provider NAME";
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
