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
      const { renderReceipt } = await import("../work/receipts.ts");
      const shown = readReceipts(workspace).slice(-limit);
      io.out(call.json ? renderJson(shown) : shown.map(renderReceipt).join("") || "no recalls yet\n");
      return 0;
    } finally {
      workspace.close();
    }
  },
};
