// What came of one batch, added to what came of those before it.

import type { BatchStep } from "./observe-batch.ts";
import type { RunRecord } from "./run-record.ts";

export function addStep(run: RunRecord, step: BatchStep, session: string): RunRecord {
  switch (step.kind) {
    case "again":
      return run;
    case "aside":
      return { ...run, aside: run.aside + 1 };
    case "fault":
      return { ...run, end: step.fault };
    case "excess": {
      const excess = { code: "token_budget_exceeded", session, ...step.excess } as const;
      return { ...run, excess, end: step.excess.which === "day" ? "budget" : run.end };
    }
    case "read": {
      const count = (kind: string): number => step.outcomes.filter((each) => each.kind === kind).length;
      return {
        ...run,
        batches: run.batches + 1,
        created: run.created + count("created"),
        updated: run.updated + count("updated"),
        retired: run.retired + count("retired"),
        requested: run.requested + count("requested"),
        unchanged: run.unchanged + count("unchanged"),
        refused: run.refused + count("refused"),
      };
    }
  }
}
