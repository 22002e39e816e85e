import { CredenceError } from "../../memory/errors.ts";
import { CATEGORIES } from "../../memory/memory.ts";
import type { Command } from "../call/command.ts";
import { parseCount, wordOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { isPersonsCall } from "../frames/person-call.ts";

const LIMIT_MAX = 100_000;

export const review: Command = {
  name: "review",
  summary: "Decide pending memories, one by one",
  usage: [
    "review [--observed] [--category CATEGORY] [--limit N]",
    "review --web [--no-open]",
    "review --json",
  ],
  options: {
    category: { type: "string", value: "CATEGORY", help: "decision, constraint, preference, runbook …" },
    observed: { type: "boolean", help: "those still observed: drop, edit or leave them" },
    limit: { type: "string", value: "N", help: "at most N" },
    web: { type: "boolean", help: "on a page in your browser, as credence ui" },
    "no-open": { type: "boolean", help: "with --web: print the file to open, and open no browser" },
  },
  examples: ["review --limit 10", "review --json"],
  async run(io, call) {
    const category = wordOf(call, "category", CATEGORIES);
    const limit = parseCount(call, "limit", { fallback: LIMIT_MAX, max: LIMIT_MAX });
    const opens = call.values["no-open"] !== true;
    if (!opens && call.values["web"] !== true) throw new CredenceError("USAGE", "--no-open goes with --web");
    if (call.values["web"] === true) {
      if (call.json) throw new CredenceError("USAGE", "--web and --json exclude each other");
      const { runPage } = await import("../page/run-page.ts");
      return runPage(io, call, { opens, unlockedMinutes: null });
    }
    return answerIn({ io, call, act: "review memories", needsRoot: true }, async (workspace) => {
      const { refuseNobody, reviewAtTerminal } = await import("../review/at-terminal.ts");
      if (isPersonsCall("review", call)) refuseNobody(workspace);
      const { reviewQueue } = await import("../../app/review/queue.ts");
      const { describeItem } = await import("../../app/review/describe-item.ts");
      const options = { category, observing: call.values["observed"] === true };
      const queue = await reviewQueue(workspace, options);
      if (!call.json) await reviewAtTerminal({ io, call, workspace }, { waiting: queue, limit, options });
      return { json: queue.slice(0, limit).map((item) => describeItem(workspace, item)), says: [] };
    });
  },
};
