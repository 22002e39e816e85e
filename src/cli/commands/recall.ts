import type { Command } from "../call/command.ts";
import { RECALL_WORDS } from "../call/recall-words.ts";

export const recall: Command = {
  ...RECALL_WORDS,
  async run(io, call) {
    const { runRecall } = await import("../work/recall.ts");
    return runRecall(io, call);
  },
};
