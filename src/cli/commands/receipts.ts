import type { Receipt, ShownForm } from "../../app/recall/receipts.ts";
import type { Command } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { parseCount } from "../call/values.ts";

const LIMIT = { fallback: 20, max: 10_000 } as const;

export const receipts: Command = {
  name: "receipts",
  summary: "Show what was recalled and what was not, newest last",
  usage: ["receipts [--limit N]"],
  options: { limit: { type: "string", value: "N", help: `how many, ${LIMIT.fallback} if absent` } },
  async run(io, call) {
    const limit = parseCount(call, "limit", LIMIT);
    const workspace = await openWorkspaceFor(io, call);
    try {
      const { readReceipts } = await import("../../app/recall/receipts.ts");
      const shown = readReceipts(workspace).slice(-limit);
      io.out(call.json ? renderJson(shown) : shown.map(renderReceipt).join("") || "no recalls yet\n");
      return 0;
    } finally {
      workspace.close();
    }
  },
};

const FORMS: Readonly<Record<ShownForm, string>> = {
  full: "",
  part: ", in part",
  line: ", one line: shown earlier",
  description: "",
  earlier: ", not repeated: shown earlier",
};

function renderReceipt({ at, kind, outcome, shown, left }: Receipt): string {
  const what = kind === "prompt" ? "prompt" : "session start";
  const lines = shown.map(({ id, standing, confidence, form = "full" }) => {
    return `    ${id} (${standing}${confidence === null ? "" : `, ${confidence}`}${FORMS[form]})\n`;
  });
  const rest = left.map(({ id, cut }) => `    not ${id}: ${cut}\n`);
  return `${at} ${what}: ${outcome}\n${lines.join("")}${rest.join("")}`;
}
