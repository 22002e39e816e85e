import type { Command } from "../call/command.ts";
import { RECALL_OPTIONS } from "../call/recall-options.ts";

export const recall: Command = {
  ...RECALL_OPTIONS,
  async run(io, call) {
    const { runRecall } = await import("../work/recall.ts");
    return runRecall(io, call);
  },
};
