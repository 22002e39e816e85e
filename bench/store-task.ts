// The tasks of the benchmark of the store. Each runs in a process of its own: see store.ts.

import { join } from "node:path";
import { saveMemory } from "../src/app/change/save-memory.ts";
import { type DescribedMemory, describeMemory } from "../src/app/memories/describe-memory.ts";
import { findMemory } from "../src/app/memories/find-memory.ts";
import { walkMemories } from "../src/app/memories/list-memories.ts";
import { openWorkspace, rootOf } from "../src/app/workspace/workspace.ts";
import { deriveId, renderDraft } from "../src/memory/file/draft.ts";
import { type Measured, measure } from "./measure.ts";
import { listNaively, saveNaively, showNaively } from "./store-naive.ts";
import { hintsIn, makeStore, sampleDraft } from "./store-samples.ts";

const SAVES = 40;
const SHOWS = 50;
/** Far from every number that a store is made with, and another place for each side. */
const NEW = { save: 10_000_000, "save-naively": 20_000_000 } as const;

export type TaskOf = { readonly base: string; readonly memories: number };

export const STORE_TASKS = {
  make: ({ base, memories }) => measure(() => makeStore(base, memories), 1),
  save: saveSome,
  "save-naively": ({ base }) =>
    measure((round) => {
      const draft = sampleDraft(NEW["save-naively"] + round);
      const text = renderDraft(draft, { tier: "inferred", now: Date.now(), machine: "naive" });
      saveNaively(memoriesIn(base), `${deriveId(draft.type, draft.name)}.md`, text);
    }, SAVES),
  list: ({ base }) => measure(() => list(base), 1),
  "list-naively": ({ base }) => measure(() => listNaively(memoriesIn(base)).length, 1),
  show: (of) => measure((round) => show(of.base, idOf(of, round)), SHOWS),
  "show-naively": (of) =>
    measure((round) => showNaively(join(memoriesIn(of.base), `${idOf(of, round)}.md`)), SHOWS),
} as const satisfies Record<string, (of: TaskOf) => Promise<Measured>>;

export type StoreTask = keyof typeof STORE_TASKS;

export function isStoreTask(name: string): name is StoreTask {
  return Object.hasOwn(STORE_TASKS, name);
}

function memoriesIn(base: string): string {
  return join(base, "project", ".claude", "memory", "memories");
}

/** Ids all over the store. */
function idOf({ memories }: TaskOf, round: number): string {
  return deriveId("project", sampleDraft(Math.floor((round * memories) / SHOWS)).name);
}

function list(base: string): number {
  const workspace = openWorkspace(hintsIn(base));
  const described: DescribedMemory[] = [];
  for (const loaded of walkMemories(workspace, workspace.roots))
    described.push(describeMemory(workspace, loaded));
  workspace.close();
  if (described.some(({ standing }) => standing !== "inferred")) throw new Error("all are written here");
  return described.length;
}

/** With all that a command does, but the start of its process. */
function show(base: string, id: string): void {
  const workspace = openWorkspace(hintsIn(base));
  describeMemory(workspace, findMemory(workspace, id));
  workspace.close();
}

/** The first save of a process loads the validators; what counts is the next. */
async function saveSome({ base }: TaskOf): Promise<Measured> {
  const workspace = openWorkspace(hintsIn(base));
  const root = rootOf(workspace, "project");
  const one = (number: number): Promise<unknown> =>
    saveMemory(workspace, { root, draft: sampleDraft(number), id: null });
  await one(NEW.save - 1);
  const measured = await measure((round) => one(NEW.save + round), SAVES);
  workspace.close();
  return measured;
}
