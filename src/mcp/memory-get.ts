import * as z from "zod";
import type { DescribedMemory } from "../app/memories/describe-memory.ts";
import { DESCRIPTION_CHARS_MAX, PATH_CHARS_MAX } from "../memory/limits.ts";
import { CATEGORIES, MEMORY_TYPES, ORIGINS, SCOPES, STATUSES } from "../memory/memory.ts";
import { renderLine, renderTag } from "../memory/text/sanitize.ts";
import { stripRedacted } from "../memory/text/strip-redacted.ts";
import {
  line,
  quoteBody,
  RELATED,
  ROW,
  renderBody,
  renderRelations,
  renderRow,
  renderRowText,
  tellRelations,
} from "./render.ts";
import { defineTool } from "./tool.ts";

const IDS_MAX = 10;
const ID_CHARS_MAX = 200;
/** Together: about what a client shows of one answer. */
const BODIES_CHARS_MAX = 32_000;

const WHOLE = ROW.omit({ get_tokens: true }).extend({
  path: z.string(),
  description: z.string().nullable(),
  type: z.enum(MEMORY_TYPES).nullable(),
  category: z.enum(CATEGORIES).nullable(),
  tags: z.array(z.string()),
  status: z.enum(STATUSES).nullable(),
  origin: z.enum(ORIGINS).nullable(),
  digest: z.string().nullable().describe("pass as if_digest to memory_update"),
  body: z.string().nullable().describe("null: withheld"),
  truncated: z.boolean(),
  ...RELATED,
});

export const memoryGet = defineTool({
  name: "memory_get",
  title: "Read memories",
  description:
    "Returns the whole text of memories by id, as given by memory_search or memory_timeline. Markup is escaped (&lt; is <). For a memory that no signer the user trusts vouched for, or that was taken out of use, only id, reason and dates are returned.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({
    ids: z.array(z.string().min(1).max(ID_CHARS_MAX)).min(1).max(IDS_MAX),
    scope: z.enum(SCOPES).optional(),
  }),
  output: z.object({ memories: z.array(WHOLE), missing: z.array(z.string()), tokens: z.int() }),
  run: async (place, { ids, scope = null }) => {
    const { memories: found, missing } = await place.memories.get({ ids, scope });
    let room = BODIES_CHARS_MAX;
    const memories = found.map(({ memory, relations }) => {
      const whole = { ...renderWhole(memory, room), ...renderRelations(relations) };
      room -= whole.body === null ? 0 : quoteBody(whole.body).length;
      return whole;
    });
    const texts = [...memories.map(renderWholeText), ...missing.map((id) => `${id}: no such memory`)];
    return { value: { memories, missing: [...missing] }, text: texts.join("\n\n") };
  },
});

type Whole = z.output<typeof WHOLE>;

function renderWhole(memory: DescribedMemory, room: number): Omit<Whole, "disagrees_with" | "alike"> {
  const { get_tokens: _, ...row } = renderRow(memory, "");
  const { path, description, type, category, tags, status, origin, digest } = memory;
  const body = memory.body === null ? null : renderBody(memory.body, room);
  return {
    ...row,
    path: renderLine(path, PATH_CHARS_MAX),
    description: description === null ? null : line(description, DESCRIPTION_CHARS_MAX),
    type,
    category,
    tags: tags.map((tag) => renderTag(stripRedacted(tag))),
    status,
    origin,
    digest,
    body: body?.text ?? null,
    truncated: body?.truncated ?? false,
  };
}

function renderWholeText({ body, truncated, ...whole }: Whole): string {
  const row = renderRowText({ ...whole, get_tokens: 0 }, { facts: tellRelations(whole) });
  if (body === null) return row;
  return `${row}\n${quoteBody(body)}${truncated ? "\n[cut]" : ""}`;
}
