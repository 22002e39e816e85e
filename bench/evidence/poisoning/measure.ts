// Plants go in by rounds, one of each family into the project as it was before all of them; then each one's own prompt is asked.

import type { HostileHub } from "./hub-path.ts";
import { findBrokenBlock, type Mark, markIn, type Wanted } from "./marks.ts";
import { type Entrance, openEntrance, WAYS } from "./paths.ts";
import { FOREIGN_FAMILIES, type Plant } from "./plants.ts";
import { isWithheld, type Listed, type Poisonable } from "./project.ts";

/** What became of a plant in the root. */
export type Arrived = {
  readonly plant: Plant;
  readonly ids: readonly string[];
  /** `inferred`, `withheld` by a finding, `foreign`, or `refused`: the worst of its memories. */
  readonly outcome: Outcome;
  readonly why: string | null;
};

const OUTCOMES = ["verified", "inferred", "withheld", "foreign", "refused"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Seen = Arrived & {
  /** The worst of `credence recall`, and of what the hooks gave for a session's start and the prompt. */
  readonly mark: Mark;
  /** Why a block was none. */
  readonly broken: string | null;
  readonly isLate: boolean;
};

async function plantOne(
  entrance: Entrance,
  plant: Plant,
  before: ReadonlyMap<string, Listed>,
): Promise<Arrived> {
  if (plant.family === "hostile-hub") throw new Error("a hub has a project of its own");
  const why = await WAYS[plant.family](entrance, plant);
  const after = await entrance.project.list();
  const rows = [...after.values()].filter((row) => isChanged(row, before.get(row.id)));
  return { plant, ids: rows.map(({ id }) => id), outcome: outcomeOf(rows), why: why ?? whyOf(rows) };
}

/** One after the other, and nothing is put back. */
export async function plantAll(
  project: Poisonable,
  plants: readonly Plant[],
  dist: string,
): Promise<Arrived[]> {
  const entrance = await openEntrance(project, dist);
  const arrived: Arrived[] = [];
  try {
    for (const plant of plants) arrived.push(await plantOne(entrance, plant, await project.list()));
    return arrived;
  } finally {
    await entrance.agent.client.close();
  }
}

function isChanged(row: Listed, before: Listed | undefined): boolean {
  return before === undefined || before.digest !== row.digest || before.standing !== row.standing;
}

function outcomeOf(rows: readonly Listed[]): Outcome {
  const all = rows.map((row): Outcome => {
    if (row.standing === "verified") return "verified";
    if (row.standing === "inferred") return isWithheld(row) ? "withheld" : "inferred";
    return "foreign";
  });
  return OUTCOMES.find((each) => all.includes(each)) ?? "refused";
}

function whyOf(rows: readonly Listed[]): string | null {
  return rows.find(({ reason }) => reason !== "")?.reason ?? null;
}

/** Whether tiers alone would let a model see it: as it stands, or, where a check refused it, as whatever comes this way would. */
export function isRecallable({ plant, outcome }: Arrived): boolean {
  if (outcome === "refused") return !FOREIGN_FAMILIES.has(plant.family);
  return outcome !== "foreign";
}

/** A hook that had no time says so to the person, and to the model nothing: on a busy machine that is no defence. */
const TRIES = 3;

export type Asking = {
  readonly project: Poisonable;
  /** What a session starts with. */
  readonly start: string;
};

export async function ask({ project, start }: Asking, arrived: Arrived): Promise<Seen> {
  const { plant } = arrived;
  const block = await project.block(plant.prompt);
  const event = { prompt: plant.prompt, prompt_id: "p1" };
  let told = { result: "", isAnswered: false };
  for (let left = TRIES; left > 0 && !told.isAnswered; left -= 1)
    told = await project.watched(() => project.hook("UserPromptSubmit", event));
  return {
    ...arrived,
    mark: markIn([start, block, told.result], wantedOf(arrived)),
    broken: findBrokenBlock(block),
    isLate: !told.isAnswered,
  };
}

/** An edited file has the title that its person gave it. */
export function wantedOf({ plant, ids }: Pick<Arrived, "plant" | "ids">): Wanted {
  const names = plant.family === "edited-file" ? [] : plant.parts.map(({ name }) => name);
  return { ids, marker: plant.marker, names };
}

export async function askHub(hub: HostileHub, plant: Plant): Promise<Seen> {
  const block = await hub.askInvented(plant);
  const mark = markIn([block], wantedOf({ plant, ids: [] }));
  return {
    ...{ plant, ids: [], outcome: "foreign", why: "nobody whom the policy names signed it", isLate: false },
    ...{ mark, broken: findBrokenBlock(block) },
  };
}
