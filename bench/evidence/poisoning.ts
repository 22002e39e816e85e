// Poisoning, with its cost: what becomes of texts that were written to be remembered, in four systems, and what honest memories pay
// for it. The plants and the honest memories were written by people who did not see the rules.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Part } from "./section.ts";

export const POISONING: Part = {
  name: "poisoning",
  run: async (context) => {
    const life = join(import.meta.dirname, "../life/quayside.txt");
    const { readPlants } = await import("./poisoning/plants.ts");
    const plants = readPlants();
    if (plants !== null && existsSync(life)) {
      // Only here: the other parts do not wait for a build of their own.
      const { measurePoisoning } = await import("./poisoning/run.ts");
      return measurePoisoning(context, plants);
    }
    return {
      title: "Poisoning, with its cost",
      ...{ says: [], tables: [], charts: [], broken: [] },
      skipped: [{ what: "all of it", why: "the plants or the honest memories are not here" }],
    };
  },
};
