import * as z from "zod";
import { BODY, DESCRIPTION, NAME, SCOPE, settableOf, settableShape, WRITTEN } from "./draft-fields.ts";
import { renderWritten } from "./render.ts";
import { defineTool } from "./tool.ts";

const ID_CHARS_MAX = 200;
const DIGEST = /^[0-9a-f]{64}$/;

export const memoryUpdate = defineTool({
  name: "memory_update",
  title: "Change a memory",
  description:
    "Change an inferred memory that you saved before; tags and related files are added, other fields are replaced, cues too where you give any. For a memory that the user approved or someone else wrote, the change becomes a proposal and the memory stays unchanged.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  meta: { "anthropic/requiresUserInteraction": true },
  input: z.object({
    id: z.string().min(1).max(ID_CHARS_MAX),
    name: NAME.optional(),
    description: DESCRIPTION.optional(),
    body: BODY.optional(),
    ...settableShape(),
    scope: SCOPE,
    if_digest: z
      .string()
      .regex(DIGEST)
      .optional()
      .describe("the digest from memory_get; the change is refused if the memory has changed since"),
  }),
  output: WRITTEN,
  run: async ({ memories, writes }, args) => {
    writes.take();
    const { id, name = null, description = null, body = null, scope = null } = args;
    const update = { ...settableOf(args), name, description, body };
    const written = await memories.update({
      id,
      scope,
      update,
      ifDigest: args.if_digest ?? null,
    });
    return renderWritten(written, { waits: null, asksForCues: false });
  },
});
