// One system through all measures, in an order in which none spoils the next.

import type { Life } from "../life-sets.ts";
import {
  countLeft,
  type Deleted,
  deleteThem,
  type Edit,
  findDeleted,
  type Killed,
  type Left,
  measureEdit,
  measureKills,
  PREPARED,
} from "./damage.ts";
import { measurePort, type Port } from "./port.ts";
import { killAll } from "./processes.ts";
import { measurePlants, measureRecall, type Planted, type Recalled, toNote } from "./recall.ts";
import { type HookTimes, type Running, type Timed, timeHook, timeQueries, timeSaves } from "./speed.ts";
import { type Subject, saveAll } from "./subject.ts";

export type Sizes = {
  readonly memories: number;
  /** Questions, and prompts that need nothing, at which it is looked at what comes unasked. */
  readonly unasked: number;
  readonly queries: number;
  readonly saves: number;
  readonly hooks: number;
  readonly plants: number;
  readonly kills: number;
};

export type Measured = {
  readonly subject: Subject;
  readonly recalled: Recalled;
  readonly query: Timed;
  readonly save: Timed;
  readonly hook: HookTimes | null;
  readonly planted: Planted;
  readonly port: Port;
  readonly left: Left;
  readonly deleted: Deleted;
  readonly edit: Edit;
  readonly killed: Killed;
};

export type Measuring = {
  readonly life: Life;
  readonly sizes: Sizes;
  /** What the times are held against; null for itself. */
  readonly ours: Running | null;
};

export async function measureSubject(subject: Subject, measuring: Measuring): Promise<Measured> {
  try {
    return await measure(subject, measuring);
  } finally {
    await killAll(subject.run);
  }
}

async function measure(subject: Subject, { life, sizes, ours }: Measuring): Promise<Measured> {
  const opened = await subject.rival.start(subject.place);
  await saveAll(opened, [...life.documents.map(toNote), ...PREPARED]);
  const recalled = await measureRecall(subject, opened, { life, prompts: sizes.unasked });
  const prompts = life.queries.slice(0, sizes.queries).map(({ text }) => text);
  const running = { subject, opened };
  const query = await timeQueries(running, ours ?? running, prompts);
  const save = await timeSaves(running, ours ?? running, sizes.saves);
  const hook = timeHook(subject, prompts[0] ?? "", sizes.hooks);
  const planted = await measurePlants(subject, opened, { life, most: sizes.plants });
  const known = life.documents[0]?.name ?? "";
  const port = await measurePort(subject, { name: known, word: known.split(" ").at(-1) ?? known });
  await deleteThem(opened);
  await opened.stop();
  const left = await countLeft(subject);
  await killAll(subject.run);
  const deleted = findDeleted(subject);
  const edit = await measureEdit(subject);
  const killed = await measureKills(subject, sizes.kills, save.median);
  return { subject, recalled, query, save, hook, planted, port, left, deleted, edit, killed };
}
