import * as z from "zod";
import { SCOPES } from "../memory/memory.ts";
import { defineTool } from "./tool.ts";

const COUNT = z.int();

export const memoryStatus = defineTool({
  name: "memory_status",
  title: "Memory status",
  description:
    "Returns how many memories are verified, inferred, withheld or waiting for the user, and how many more you can save.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({}),
  output: z.object({
    roots: z.array(
      z.object({
        scope: z.enum(SCOPES),
        path: z.string(),
        verified: COUNT,
        inferred: COUNT,
        withheld: COUNT.describe("foreign or quarantined: never shown to you"),
        retired: COUNT,
        due: COUNT.describe("inferred memories that the user can confirm now"),
        stale: COUNT.describe("verified memories whose confirmation is old"),
        waiting: COUNT.describe("decisions that wait for the user in credence review, these among them"),
        saves_left_today: COUNT.nullable().describe("null: unlimited"),
      }),
    ),
    capture: z.enum(["on", "off", "paused"]),
    writes_left_this_minute: COUNT,
    tokens: z.int(),
  }),
  run: async ({ memories, writes }) => {
    const { roots: surveyed, capture, notice = null } = await memories.status();
    const roots = [...surveyed];
    const lines = roots.map(({ scope, verified, inferred, withheld, ...waits }) => {
      const known = `${verified} verified (${waits.stale} stale), ${inferred} inferred (${waits.due} to confirm)`;
      return `${scope}: ${known}, ${withheld} withheld, ${waits.waiting} waiting for the user`;
    });
    const text =
      lines.join("\n") || "there is no memory root here; the user can create one with credence init";
    return { value: { roots, capture, writes_left_this_minute: writes.left() }, text, notice };
  },
});
