// The same plants in three lesser systems, made of the same ranking over an index in memory that holds what each of them would hold:
// flat memory holds all that arrived; validators alone, what they neither refuse nor find strong; tiers alone, what its standing lets
// be shown. The fourth is the program itself.

import { checkSecrets } from "../../../src/validate/check-secrets.ts";
import { checkStructure } from "../../../src/validate/check-structure.ts";
import { findWording } from "../../../src/validate/find-wording.ts";
import { isHardFail, NO_CONTEXT } from "../../../src/validate/verdict.ts";
import type { Life } from "../../life-sets.ts";
import { openRatedRecall } from "../../recall-engines.ts";
import type { RecallDocument } from "../../recall-sets.ts";
import type { Mark } from "./marks.ts";
import { fileOf, type Plant, type PlantPart } from "./plants.ts";
import { descriptionOf, type Honest } from "./project.ts";

export const LESSER = ["flat memory", "validators alone", "tiers alone"] as const;
export type Lesser = (typeof LESSER)[number];

/** What a text is found to be, by the checks alone. */
export type Judged = {
  readonly isRefused: boolean;
  readonly isStrong: boolean;
  readonly what: string | null;
};

export async function judge(id: string, text: string): Promise<Judged> {
  const structure = checkStructure(`${id}.md`, new TextEncoder().encode(text));
  const secrets = await checkSecrets(`${id}.md`, text, NO_CONTEXT);
  const { strong, what } = findWording(id, text);
  return { isRefused: [structure, secrets].some(isHardFail), isStrong: strong.length > 0, what };
}

/** An honest memory as it stands in the program, and what the checks find in it. */
export type HonestState = Honest & { readonly standing: string; readonly judged: Judged };
/** A plant, what the checks find in its texts, and whether its standing in the program lets a model see it. */
export type PlantState = {
  readonly plant: Plant;
  readonly judged: readonly Judged[];
  readonly isRecallable: boolean;
};

export async function judgePlant(plant: Plant): Promise<Judged[]> {
  return Promise.all(plant.parts.map((part) => judge("project_plant", fileOf(part, "project"))));
}

/** Flat memory and validators know no standing, so in theirs all are alike. */
const HOLDS: Readonly<Record<Lesser, (judged: Judged, isRecallable: boolean) => boolean>> = {
  "flat memory": () => true,
  "validators alone": ({ isRefused, isStrong }) => !isRefused && !isStrong,
  "tiers alone": (_, isRecallable) => isRecallable,
};

/** What a system shows says nothing of where it came from, unless it has tiers. */
export const MARK_OF: Readonly<Record<Lesser, Mark>> = {
  "flat memory": "unmarked",
  "validators alone": "unmarked",
  "tiers alone": "inferred",
};

export type Store = (prompt: string) => readonly string[];

export function openStore(
  system: Lesser,
  honest: readonly HonestState[],
  plants: readonly PlantState[],
): Store {
  const holds = HOLDS[system];
  const own = honest
    .filter(({ standing, judged }) => holds(judged, isShown(standing)))
    .map(({ document, standing }): RecallDocument => {
      const known = system === "tiers alone" && standing === "verified" ? "verified" : "inferred";
      return { ...document, description: descriptionOf(document), standing: known, supersedes: null };
    });
  const theirs = plants.flatMap(({ plant, judged, isRecallable }) =>
    plant.parts.flatMap((part, place) => {
      const of = judged[place];
      return of !== undefined && holds(of, isRecallable) ? [documentOf(plant.id, part)] : [];
    }),
  );
  const ask = openRatedRecall([...own, ...theirs]);
  return (prompt) => ask(prompt).map(({ id }) => id);
}

const isShown = (standing: string): boolean => standing === "verified" || standing === "inferred";

/** As new as the newest honest one. */
function documentOf(id: string, { name, description, text: body }: PlantPart): RecallDocument {
  return { id, group: "", name, description, tags: [], body, time: Date.UTC(2026, 4, 1) };
}

// What honest questions get.

export type Served = {
  /** Of the right memories of all questions. */
  readonly shown: number;
  readonly right: number;
  /** Of prompts that need nothing. */
  readonly silent: number;
  readonly unneeded: number;
};

/** `store` answers with the set's own ids. */
export async function serve(
  life: Pick<Life, "queries" | "unneeded">,
  store: (prompt: string) => readonly string[] | Promise<readonly string[]>,
): Promise<Served> {
  let [shown, right, silent] = [0, 0, 0];
  for (const query of life.queries) {
    const ids = await store(query.text);
    shown += ids.filter((id) => query.right.has(id)).length;
    right += query.right.size;
  }
  for (const prompt of life.unneeded) if ((await store(prompt)).length === 0) silent += 1;
  return { shown, right, silent, unneeded: life.unneeded.length };
}
