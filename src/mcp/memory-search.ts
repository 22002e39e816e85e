import * as z from "zod";
import { GIST_CHARS, takeGist } from "../memory/block/gist.ts";
import { CATEGORIES, MEMORY_TYPES } from "../memory/memory.ts";
import { line, RELATED, ROW, renderRelations, renderRow, renderRowText, tellRelations } from "./render.ts";
import { defineTool } from "./tool.ts";

/** A prompt with a long paste in it is searched, too. */
const QUERY_CHARS_MAX = 8_000_000;
const LIMIT = { fallback: 8, max: 20 } as const;
const CLIENT_ID_CHARS_MAX = 200;

const HIT = ROW.extend({
  confidence: z.enum(["high", "medium", "low"]).describe("how likely it is what the query is about"),
  gist: z.string().describe("its first sentences"),
  ...RELATED,
});

export const memorySearch = defineTool({
  name: "memory_search",
  title: "Search memories",
  description:
    "Find memories of this project and of the user by keywords: decisions, constraints, preferences, runbooks. Returns an index, best first, about 90 tokens per row; memory_get returns a whole memory.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({
    query: z.string().min(1).max(QUERY_CHARS_MAX).describe("keywords"),
    limit: z.int().min(1).max(LIMIT.max).default(LIMIT.fallback),
    type: z.enum(MEMORY_TYPES).optional(),
    category: z.enum(CATEGORIES).optional(),
    hook: z.boolean().default(false).describe("for the client's prompt hook, not for you"),
    session: z.string().max(CLIENT_ID_CHARS_MAX).optional().describe("with hook: the session's id"),
    prompt_id: z.string().max(CLIENT_ID_CHARS_MAX).optional().describe("with hook: the prompt's id"),
  }),
  output: z.object({
    rows: z.array(HIT),
    block: z.string().optional().describe("with hook: what the prompt hook adds"),
    tokens: z.int(),
  }),
  run: async (place, { query, limit, type, category, hook, session = null, prompt_id: prompt = null }) => {
    const { memories } = place;
    if (hook) return memories.answerPrompt({ text: query, session, promptId: prompt });
    const filter = {
      ...(type === undefined ? {} : { type }),
      ...(category === undefined ? {} : { category }),
    };
    const { found, notice } = await memories.search({ query, filter, limit });
    const rows = found.map(({ hit, body, relations }) => ({
      ...renderRow(hit, body),
      confidence: hit.confidence,
      gist: line(takeGist(body, "start"), GIST_CHARS.start),
      ...renderRelations(relations),
    }));
    const lines = rows.map(
      (row) =>
        `- ${renderRowText(row, { facts: [row.confidence, ...tellRelations(row)], words: [row.gist] })}`,
    );
    return { value: { rows }, text: lines.join("\n") || "no memory matches", notice };
  },
});
