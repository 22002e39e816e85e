// What becomes of what a model proposes: of labelled sessions (bench/observer-sessions.ts) and a model that proposes what the
// labels say, how much of the good is kept and how much junk comes through; how fast events are captured and read back; and
// the memory that a drain needs.

import { renderMs, renderTable, runTask } from "./measure.ts";
import type { Label } from "./observer-sessions.ts";
import { cleanUp, type Judged, OBSERVER_TASKS, type ObserverTask } from "./observer-task.ts";

const LABELS: readonly Label[] = ["good", "double", "restated", "unsaid", "secret", "removed", "small talk"];

function run<Result>(task: ObserverTask): Result {
  return runTask<Result>(import.meta.filename, ["--task", task]);
}

function judgeProposals(): string {
  const judged = run<Judged[]>("judge");
  const rows = LABELS.map((label) => {
    const all = judged.filter((each) => each.label === label);
    return [label, String(all.length), String(all.filter(({ kept }) => kept).length)];
  });
  const kept = judged.filter((each) => each.kept);
  const junk = kept.filter(({ label }) => label !== "good");
  const share = (part: number, whole: number): string =>
    `${((part / Math.max(1, whole)) * 100).toFixed(0)} %`;
  return [
    renderTable([["proposed as", "candidates", "kept"], ...rows]),
    `junk among what is kept: ${share(junk.length, kept.length)} of ${kept.length}; `,
    `among what was proposed: ${share(judged.filter(({ label }) => label !== "good").length, judged.length)}\n`,
  ].join("");
}

function measureSpool(): string {
  const { capturedPerSecond, readPerSecond } =
    run<Record<"capturedPerSecond" | "readPerSecond", number>>("spool");
  const drained = run<Record<"events" | "batches" | "ms" | "beforeMb" | "peakMb", number>>("drain");
  const { events, batches, ms, beforeMb, peakMb } = drained;
  return renderTable([
    ["captured, events a second", capturedPerSecond.toFixed(0)],
    ["read back, lines a second", readPerSecond.toFixed(0)],
    [`drain of ${events} events in ${batches} batches`, renderMs(ms)],
    ["the most memory it held, and before", `${peakMb.toFixed(0)} MB, ${beforeMb.toFixed(0)} MB`],
  ]);
}

const [, , mode, task = ""] = process.argv;
const work = Object.entries(OBSERVER_TASKS).find(([name]) => name === task)?.[1];
if (mode === "--task" && work !== undefined) {
  console.log(JSON.stringify(await work()));
  cleanUp();
} else {
  console.log(`${judgeProposals()}\n${measureSpool()}`);
}
