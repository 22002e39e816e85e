import type { Receipt, ShownForm } from "../../app/recall/receipts.ts";
import type { Command } from "../call/command.ts";
import { parseCount } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";

const LIMIT = { fallback: 20, max: 10_000 } as const;

export const receipts: Command = {
  name: "receipts",
  summary: "Show what was recalled and what was not, newest last",
  usage: ["receipts [--limit N]"],
  options: { limit: { type: "string", value: "N", help: `how many, ${LIMIT.fallback} if absent` } },
  async run(io, call) {
    const limit = parseCount(call, "limit", LIMIT);
    return answerIn({ io, call }, async (workspace) => {
      const { readReceipts } = await import("../../app/recall/receipts.ts");
      const shown = readReceipts(workspace).slice(-limit);
      return { json: shown, says: shown.length === 0 ? ["no recalls yet"] : shown.flatMap(sayReceipt) };
    });
  },
};

/** After what else is said of a memory; nothing where it was shown as usual. */
const FORMS: Readonly<Record<ShownForm, string>> = {
  full: "",
  part: ", in part",
  line: ", one line: shown earlier",
  description: "",
  title: ", by name",
  earlier: ", not repeated: shown earlier",
};

function sayReceipt({ at, kind, outcome, shown, left }: Receipt): string[] {
  return [
    `${at} ${kind === "prompt" ? "prompt" : "session start"}: ${outcome}`,
    ...shown.map(({ id, standing, confidence, form = "full" }) => {
      return `    ${id} (${standing}${confidence === null ? "" : `, ${confidence}`}${FORMS[form]})`;
    }),
    ...left.map(({ id, cut }) => `    not ${id}: ${cut}`),
  ];
}
