import type { Command } from "../call/command.ts";
import { RECALL_OPTIONS } from "../call/recall-options.ts";
import { textOf } from "../call/values.ts";

export const recall: Command = {
  ...RECALL_OPTIONS,
  async run(io, call) {
    const { runRecall } = await import("../work/recall.ts");
    const exit = await runRecall(io, call);
    const prompt = textOf(call, "prompt") ?? "-";
    if (!io.terminal.out || call.json || prompt === "-") return exit;
    const { tellWithheld } = await import("../terminal/withheld-matches.ts");
    await tellWithheld(io, call, prompt);
    return exit;
  },
};
