// The tasks of the speed benchmark that run inside one process: see speed.ts.

import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { updateMemory } from "../src/app/change/update-memory.ts";
import { rebuildIndex } from "../src/app/health/rebuild-index.ts";
import { holdIndexes } from "../src/app/index/hold-open.ts";
import { withIndexes } from "../src/app/index/open-index.ts";
import { findMemory } from "../src/app/memories/find-memory.ts";
import { recallMemories } from "../src/app/recall/recall-memories.ts";
import { openWorkspace, rootOf, type Workspace } from "../src/app/workspace/workspace.ts";
import { deriveId } from "../src/memory/file/draft.ts";
import { RULE_SET_VERSION } from "../src/memory/formats.ts";
import { keepVerdicts } from "../src/search/index/verdicts.ts";
import { NO_UPDATE } from "../test/fixture/no-update.ts";
import { openPlainFts5, recallByRebuilding } from "./speed-rival.ts";
import { noteDraft, notePrompt } from "./speed-samples.ts";
import { hintsIn, makeStore } from "./store-samples.ts";

export type SpeedTask = { readonly base: string; readonly memories: number };

/** Times in milliseconds, sorted, and the most memory the process held. */
export type Times = {
  readonly ms: readonly number[];
  /** On the processor: what else the machine does counts for little. */
  readonly cpuMs: readonly number[];
  readonly rssMb: number;
};

/** As many prompts, each once: a server that holds its index open knows words that it counted before. */
const QUERIES = 300;
/** Before something is compared with them. */
const WARMING = 100;
const CHANGES = 20;
/** The rival takes so long that a few are enough. */
const RIVAL_QUERIES = 9;
/** Every file was written just now; by this clock they are old. */
const LATER_MS = 5_000;

export const SPEED_TASKS = {
  make: ({ base, memories }) => time(1, () => makeStore(base, memories, { draftOf: noteDraft })),
  /** As somebody has it at work: written three days ago, and twenty wait for a person. */
  "make-recent": ({ base, memories }) => time(1, () => makeRecent(base, memories)),
  /** Into an empty cache. */
  rebuild: ({ base }) =>
    inWorkspace(base, (workspace) => {
      rmSync(workspace.cache, { recursive: true, force: true });
      return time(1, () => rebuildIndex(workspace, rootOf(workspace, "project")));
    }),
  /** `index --rebuild` while others may be searching: row by row in the file that is there. */
  "rebuild-in-place": ({ base }) =>
    inWorkspace(base, (workspace) => time(1, () => rebuildIndex(workspace, rootOf(workspace, "project")))),
  /** As an upgrade finds it: everything was judged by the rules before. */
  "old-rules": ({ base }) => inWorkspace(base, (workspace) => time(1, () => judgeByOldRules(workspace))),
  query: (of) =>
    inWorkspace(of.base, async (workspace) => {
      await recall(workspace, of, 0);
      return time(QUERIES, (round) => recall(workspace, of, round));
    }),
  "query-naively": ({ base, memories }) =>
    time(RIVAL_QUERIES, (round) => recallByRebuilding(memoriesIn(base), promptOf(memories, round))),
  /** A table of FTS5 alone, kept on disk: no standings, no judgement of whether to speak. */
  "query-fts5": ({ base, memories }) => {
    const ask = openPlainFts5(memoriesIn(base), join(base, "plain.sqlite"));
    return time(QUERIES, (round) => ask(promptOf(memories, round)));
  },
  /** A recall right after one memory was changed through Credence. */
  update: (of) => afterChange(of, (workspace, round) => updateOne(workspace, of, round)),
  /** A recall right after another program replaced one file, as an editor does. */
  replace: (of) => afterChange(of, (_, round) => replaceOne(of, round)),
  /** A recall right after another program wrote the same words into one file again: nothing but its times differ. */
  rewrite: (of) =>
    afterChange(of, (_, round) => writeFileSync(pathOf(of, round), readFileSync(pathOf(of, round)))),
  /** A recall right after another program wrote into one file. */
  edit: (of) => afterChange(of, (_, round) => appendFileSync(pathOf(of, round), "\n")),
} as const satisfies Record<string, (of: SpeedTask) => Promise<Times>>;

function judgeByOldRules(workspace: Workspace): void {
  withIndexes(workspace, { roots: [rootOf(workspace, "project")] }, ([indexed]) => {
    if (indexed === undefined) return;
    const rows = indexed.index.database.prepare("SELECT id, digest FROM memories WHERE searchable = 1").all();
    const judged = rows.map(({ id, digest }) => {
      return {
        id: String(id),
        digest: String(digest),
        wording: { rules: [], strong: [], what: null },
        isTaken: true,
      };
    });
    keepVerdicts(indexed.index, judged, RULE_SET_VERSION - 1);
  });
}

const DAY_MS = 86_400_000;
/** How many of the last memories wait for a person, so that no machine can change them. */
const WAITING = 20;

function makeRecent(base: string, memories: number): void {
  const at = Math.floor(Date.now() / 1_000) * 1_000 - 3 * DAY_MS;
  makeStore(base, memories, { draftOf: noteDraft, at, foreign: WAITING });
}

export function isSpeedTask(name: string): name is keyof typeof SPEED_TASKS {
  return Object.hasOwn(SPEED_TASKS, name);
}

export function memoriesIn(base: string): string {
  return join(base, "project", ".claude", "memory", "memories");
}

export function promptOf(memories: number, round: number): string {
  return notePrompt((round * 7_919) % memories);
}

/** As a hook or the server asks: somebody waits, and has the time. */
async function recall(workspace: Workspace, { memories }: SpeedTask, round: number): Promise<void> {
  await recallMemories(workspace, { prompt: promptOf(memories, round), isLate: () => false });
}

type ChangeOne = (workspace: Workspace, round: number) => unknown;

function afterChange(of: SpeedTask, change: ChangeOne): Promise<Times> {
  return inWorkspace(of.base, async (workspace) => {
    // The engine compiles what runs often: a recall after a change is compared with one of a process that has been asked as much.
    for (let round = 0; round < WARMING; round += 1) await recall(workspace, of, round);
    const [ms, cpuMs]: [number[], number[]] = [[], []];
    for (let round = 0; round < CHANGES; round += 1) {
      await change(workspace, round);
      const timed = await time(1, () => recall(workspace, of, round));
      ms.push(...timed.ms);
      cpuMs.push(...timed.cpuMs);
    }
    return { ms: ms.sort(ascending), cpuMs: cpuMs.sort(ascending), rssMb: rssMb() };
  });
}

function idOf({ memories }: SpeedTask, round: number): string {
  const { type, name } = noteDraft((round * 104_729) % (memories - WAITING));
  return deriveId(type, name);
}

function pathOf(of: SpeedTask, round: number): string {
  return join(memoriesIn(of.base), `${idOf(of, round)}.md`);
}

async function updateOne(workspace: Workspace, of: SpeedTask, round: number): Promise<void> {
  const target = findMemory(workspace, idOf(of, round));
  // Another one each time: what a kept store has already changes nothing.
  const update = { ...NO_UPDATE, description: `Seen again in round ${round} at ${Date.now()}` };
  await updateMemory(workspace, target, { update, ifDigest: null });
}

/** The same bytes under the same name, so that nothing but its identity differs. */
function replaceOne(of: SpeedTask, round: number): void {
  const path = pathOf(of, round);
  const copy = join(of.base, "copy");
  writeFileSync(copy, readFileSync(path));
  renameSync(copy, path);
}

/** As a server asks: its index stays open. */
async function inWorkspace(base: string, work: (workspace: Workspace) => Promise<Times>): Promise<Times> {
  const indexes = holdIndexes();
  const workspace = openWorkspace({ ...hintsIn(base), indexes, now: Date.now() + LATER_MS });
  try {
    return await work(workspace);
  } finally {
    workspace.close();
    indexes.close();
  }
}

async function time(rounds: number, work: (round: number) => unknown): Promise<Times> {
  const [ms, cpuMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const before = process.cpuUsage();
    work(round);
    const { user, system } = process.cpuUsage(before);
    ms.push(performance.now() - start);
    cpuMs.push((user + system) / 1_000);
  }
  return { ms: ms.sort(ascending), cpuMs: cpuMs.sort(ascending), rssMb: rssMb() };
}

function ascending(a: number, b: number): number {
  return a - b;
}

function rssMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}
