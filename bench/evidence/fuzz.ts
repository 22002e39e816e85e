// The fuzz targets, for a while: what was tried of each, and what it found. `npm run fuzz` goes on for hours.

import { fuzzAll, type Totals } from "../../test/fuzz/fuzz-all.ts";
import { TARGETS } from "../../test/fuzz/targets.ts";
import type { Cell, Part } from "./section.ts";

const FULL_MS = 270_000;
/** Beside what it takes to open them all. */
const QUICK_MS = 4_000;
const TURN_MS = 15_000;

const SAYS = `Inputs are made by their structure (files, events, commands, signed statements, requests, messages) and by mutating
a corpus that is in the repository (\`test/fuzz/corpus\`), in equal parts. Each target runs the real code in one process: the page
with its server, the hub with a PostgreSQL of its own, the MCP server over its streams. An input is a finding where a promise of its
target does not hold; whatever was found before stays in the corpus and is tried first. A finding is printed with the seed that
repeats it. How many inputs there are depends on the time that they take.`;

export const FUZZ: Part = {
  name: "fuzz",
  run: async ({ size, seed, tell }) => {
    const ms = size === "full" ? FULL_MS : QUICK_MS;
    const all = await fuzzAll(TARGETS, { seed, ms, turnMs: TURN_MS, tell });
    const tried = all.filter(({ missing }) => missing === null);
    return {
      title: "Fuzzing",
      says: [SAYS],
      tables: [
        {
          caption: "Inputs tried, by target",
          command: "npm run evidence -- fuzz",
          head: [
            "target",
            "what is promised of each input",
            "inputs of the corpus, tried first",
            "inputs made",
            "seconds",
            "findings",
          ],
          rows: tried.map(rowOf),
        },
      ],
      charts: [],
      skipped: all.flatMap(({ name, missing }) =>
        missing === null ? [] : [{ what: `the target ${name}`, why: missing }],
      ),
      broken: tried.flatMap(({ findings }) =>
        findings.map(({ target, by, says }) => `${target} (${by}): ${says.split("\n")[0]}`),
      ),
    };
  },
};

function rowOf({ name, promises, inputs, seconds, findings, corpus }: Totals): Cell[] {
  return [name, promises, corpus, inputs, Math.round(seconds * 10) / 10, findings.length];
}
