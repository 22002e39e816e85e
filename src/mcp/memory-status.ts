import * as z from "zod";
import { SCOPES } from "../memory/memory.ts";
import { patience, withWorkspace } from "./place.ts";
import { defineTool } from "./tool.ts";

const COUNT = z.int();

export const memoryStatus = defineTool({
  name: "memory_status",
  title: "Memory status",
  description:
    "Returns how many memories are verified, inferred, withheld or waiting for the user, and how many more you can save.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({}),
  output: z.object({
    roots: z.array(
      z.object({
        scope: z.enum(SCOPES),
        path: z.string(),
        verified: COUNT,
        inferred: COUNT,
        withheld: COUNT.describe("foreign or quarantined: never shown to you"),
        retired: COUNT,
        due: COUNT.describe("inferred memories that the user can confirm now"),
        stale: COUNT.describe("verified memories whose confirmation is old"),
        waiting: COUNT.describe("decisions that wait for the user in credence review, these among them"),
        saves_left_today: COUNT.nullable().describe("null: unlimited"),
      }),
    ),
    capture: z.enum(["on", "off", "paused"]),
    writes_left_this_minute: COUNT,
    tokens: z.int(),
  }),
  run: (place) =>
    withWorkspace(place, async (workspace) => {
      const { surveyStore } = await import("../app/status/survey-store.ts");
      const { totalWaiting } = await import("../app/survey/count.ts");
      const { lookForLostRoots } = await import("../app/workspace/lost-roots.ts");
      // A client without our hooks hears of it nowhere else.
      lookForLostRoots(workspace);
      const { roots: surveyed, capture } = surveyStore(workspace, patience());
      const roots = surveyed.map(({ scope, path, standings, waiting, creationsLeft }) => {
        const { verified, inferred, foreign, quarantined, retired } = standings;
        const withheld = foreign + quarantined;
        return {
          scope,
          path,
          verified,
          inferred,
          withheld,
          retired,
          due: waiting.dictated + waiting.observed,
          stale: waiting.stale,
          waiting: totalWaiting({ waiting }),
          saves_left_today: creationsLeft,
        };
      });
      const lines = roots.map(({ scope, verified, inferred, withheld, ...waits }) => {
        const known = `${verified} verified (${waits.stale} stale), ${inferred} inferred (${waits.due} to confirm)`;
        return `${scope}: ${known}, ${withheld} withheld, ${waits.waiting} waiting for the user`;
      });
      const text =
        lines.join("\n") || "there is no memory root here; the user can create one with credence init";
      return { value: { roots, capture, writes_left_this_minute: place.writes.left() }, text };
    }),
});
