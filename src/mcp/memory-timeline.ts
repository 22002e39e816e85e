import * as z from "zod";
import { ROW, renderRow, renderRowText } from "./render.ts";
import { defineTool } from "./tool.ts";

const SIDE = { fallback: 4, max: 20 } as const;
const AROUND_CHARS_MAX = 200;

const STEP = ROW.extend({ centre: z.boolean().describe("the requested memory") });

export const memoryTimeline = defineTool({
  name: "memory_timeline",
  title: "Memories around a moment",
  description:
    "Memories from shortly before and after a memory or a day, oldest first: how a decision came about, what followed it. Returns an index like memory_search.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({
    around: z.string().min(1).max(AROUND_CHARS_MAX).describe("an id, or a day as YYYY-MM-DD"),
    before: z.int().min(0).max(SIDE.max).default(SIDE.fallback),
    after: z.int().min(0).max(SIDE.max).default(SIDE.fallback),
  }),
  output: z.object({ rows: z.array(STEP), tokens: z.int() }),
  run: async ({ memories }, query) => {
    const found = await memories.around(query);
    const rows = found.map(({ memory: { body, ...memory }, isCentre }) => ({
      ...renderRow(memory, body ?? ""),
      centre: isCentre,
    }));
    const lines = rows.map((row) => `${row.centre ? ">" : "-"} ${renderRowText(row)}`);
    return { value: { rows }, text: lines.join("\n") || "no memories from around that time" };
  },
});
