// Honest notes that look like those with a secret: the same lines, lists, tables, commands and code with what people write in them
// when they keep the secret elsewhere (a stand-in), and other things that are varied without being secret (a fact). Whole ones speak of
// secrets and hold none.

import { join } from "node:path";
import { readRows } from "../../fixture/rows.ts";
import { createRandom, fillPlaces, pick } from "./random-values.ts";

type Twin = { readonly name: string; readonly of: "stand-in" | "fact" | "whole"; readonly write: string };

/** What stands where a secret could, and what is varied and public. */
type Stand = { readonly of: Twin["of"]; readonly value: string };

const TWINS = readRows<Twin>(join(import.meta.dirname, "secret-twins.ndjson"));
const VALUES = Map.groupBy(
  readRows<Stand>(join(import.meta.dirname, "secret-twin-values.ndjson")),
  ({ of }) => of,
);

export type TwinProbe = { readonly name: string; readonly text: string };

export function writeTwins(perTwin: number, seed: number): TwinProbe[] {
  const random = createRandom(seed);
  return TWINS.flatMap(({ name, of, write }) => {
    const values = VALUES.get(of)?.map(({ value }) => value);
    if (values === undefined) return [{ name, text: write }];
    return Array.from({ length: perTwin }, () => ({
      name: `${name} (${of})`,
      text: write.replaceAll("VALUE", () => fillPlaces(pick(random, values), random)),
    }));
  });
}
