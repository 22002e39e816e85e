// One of many hook processes that capture at the same time: its share of prompts and tool calls, half of them in a session
// that all of them share. With a plan there is trouble at a system call. Says how each event ended.

import { captureEvent } from "../../../src/app/capture/capture-event.ts";
import { type CaptureHints, openCapture } from "../../../src/app/capture/open-capture.ts";
import { armFaults } from "../../faults/fs-faults.ts";
import type { FaultPlan } from "../../faults/trouble.ts";

export type CaptureTask = {
  readonly hints: CaptureHints;
  readonly number: number;
  readonly events: number;
  readonly plan?: FaultPlan;
};

const { hints, number, events, plan }: CaptureTask = JSON.parse(process.argv[2] ?? "null");
const place = openCapture(hints);
if (place === null) throw new Error("the project has a root");
if (plan !== undefined) armFaults(plan);
for (let index = 0; index < events; index += 1) {
  const session = index % 2 === 0 ? "shared" : `own-${number}`;
  const origin = { session, prompt: `p-${number}-${index}`, cwd: null, agent: null };
  const text = `process ${number} event ${index} ${"says much ".repeat(200)}`;
  const outcome = captureEvent(
    place,
    { kind: "prompt", text, ...origin },
    { client: "claude-code", now: Date.now(), isPaused: false },
  );
  process.stdout.write(`${outcome.kind}${"why" in outcome ? ` ${outcome.why}` : ""}\n`);
}
