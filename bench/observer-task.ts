// Parts of bench/observer.ts that run in a process of their own.

import { demoteMemory } from "../src/app/change/demote-memory.ts";
import { placeObserver } from "../src/app/observe/drain.ts";
import { readBatches } from "../src/app/observe/marks.ts";
import { readPending } from "../src/observer/spool/pending.ts";
import { listSpool } from "../src/observer/spool/spool.ts";
import { toolOf } from "../test/fixture/capture-project.ts";
import { type ObserverProject, ON, observerProject } from "../test/fixture/observer-project.ts";
import { SAMPLE_SECRET } from "../test/fixture/sample-secret.ts";
import { candidateOf, scriptedProvider } from "../test/fixture/scripted-provider.ts";
import { KNOWN, type Label, type LabelledCandidate, SESSIONS } from "./observer-sessions.ts";

const left: (() => void)[] = [];
const owner = { after: (work: () => void) => void left.push(work) };

export type Judged = { readonly label: Label; readonly kept: boolean };

export type ObserverTask = "judge" | "spool" | "drain";

export const OBSERVER_TASKS: Readonly<Record<ObserverTask, () => Promise<unknown>>> = { judge, spool, drain };

/** Each session with the model that proposes what the labels say; what of it is a memory afterwards. */
async function judge(): Promise<Judged[]> {
  const project = observerProject(owner);
  await know(project);
  const judged: Judged[] = [];
  for (const [number, { said, proposed }] of SESSIONS.entries()) {
    for (const text of said) project.say(text, `s${number}`);
    project.capture(toolOf({ tool: "WebFetch" }, { session: `s${number}`, prompt: null }));
    await project.observe(scriptedProvider(() => ({ candidates: proposed.map(toCandidate) })));
    const { state, root, records } = project.place(ON);
    const outcomes = readBatches(placeObserver(state, { id: root.id, records })).at(-1)?.outcomes ?? [];
    for (const [index, { label }] of proposed.entries()) {
      const kind = outcomes.find(({ place }) => place === index + 1)?.kind;
      judged.push({ label, kept: kind === "created" || kind === "updated" });
    }
  }
  return judged;
}

async function know(project: ObserverProject): Promise<void> {
  await project.save({ name: "Pool", body: KNOWN.approved }, { person: true });
  await project.save({ name: "Flags", body: KNOWN.removed });
  const workspace = await project.open({ person: true });
  const flags = (await project.memories()).find(({ memory }) => memory?.name === "Flags");
  if (flags !== undefined) await demoteMemory(workspace, flags, { reason: "wrong", ifDigest: null });
}

function toCandidate({ name, body, category = "decision", evidence = [1] }: LabelledCandidate): object {
  const text = body.replace("SECRET", SAMPLE_SECRET);
  return candidateOf({ name, description: name, body: text, category, evidence, tags: [] });
}

const EVENTS = 5_000;

async function spool(): Promise<{ capturedPerSecond: number; readPerSecond: number }> {
  const project = observerProject(owner);
  const begun = performance.now();
  for (let number = 0; number < EVENTS; number += 1)
    project.say(`event ${number} ${"and so on ".repeat(20)}`);
  const captured = performance.now();
  const { lines } = readPending(listSpool(project.spool), {}, EVENTS);
  const read = performance.now();
  return {
    capturedPerSecond: (lines.length / (captured - begun)) * 1_000,
    readPerSecond: (lines.length / (read - captured)) * 1_000,
  };
}

const PEAK_MB = (): number => process.resourceUsage().maxRSS / 1024;

/** Much of a spool, read to the end by a model that finds nothing. It was filled by the same process, which counts. */
async function drain(): Promise<{
  events: number;
  batches: number;
  ms: number;
  beforeMb: number;
  peakMb: number;
}> {
  const project = observerProject(owner);
  for (let number = 0; number < EVENTS; number += 1)
    project.say(`event ${number} ${"and so on ".repeat(350)}`, `s${number % 20}`);
  const [begun, beforeMb] = [performance.now(), PEAK_MB()];
  const limits = { invocation: 1e9, session: 1e9, day: 1e9 };
  const provider = scriptedProvider(() => ({ candidates: [] }));
  const { batches } = await project.observe(provider, { deadlineMs: 600_000, limits });
  return { events: EVENTS, batches, ms: performance.now() - begun, beforeMb, peakMb: PEAK_MB() };
}

export function cleanUp(): void {
  for (const work of left) work();
}
