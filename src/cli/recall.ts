import type { Command } from "./command.ts";
import { RECALL_WORDS } from "./recall-words.ts";

export const recall: Command = {
  ...RECALL_WORDS,
  async run(io, call) {
    const { runRecall } = await import("./run-recall.ts");
    return runRecall(io, call);
  },
};
