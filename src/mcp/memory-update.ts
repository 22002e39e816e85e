import * as z from "zod";
import type { UpdateOutcome } from "../app/change/update-memory.ts";
import { WITHHELD } from "../memory/wording.ts";
import { BODY, DESCRIPTION, NAME, SCOPE, settableOf, settableShape, WRITTEN } from "./draft-fields.ts";
import { withWorkspace } from "./place.ts";
import { renderWritten, type WriteOutcome } from "./render.ts";
import { defineTool } from "./tool.ts";

const ID_CHARS_MAX = 200;
const DIGEST = /^[0-9a-f]{64}$/;

export const memoryUpdate = defineTool({
  name: "memory_update",
  title: "Change a memory",
  description:
    "Change an inferred memory that you saved before; tags and related files are added, other fields are replaced. For a memory that the user approved or someone else wrote, the change becomes a proposal and the memory stays unchanged.",
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
  run: (place, args) =>
    withWorkspace(place, async (workspace) => {
      place.writes.take();
      const { changeOffered } = await import("../app/change/offer-memory.ts");
      const { id, name = null, description = null, body = null, scope = null } = args;
      const outcome = await changeOffered(workspace, {
        id,
        scope,
        update: { ...settableOf(args), name, description, body },
        ifDigest: args.if_digest ?? null,
        client: place.client,
      });
      const { findRelations } = await import("../app/recall/relations.ts");
      const roots = workspace.roots.filter((root) => scope === null || root.scope === scope);
      const [relations] = roots.flatMap(
        (root) => findRelations(workspace, root, [outcome.id]).get(outcome.id) ?? [],
      );
      return renderWritten(toWritten(outcome), null, relations);
    }),
});

function toWritten(outcome: UpdateOutcome): WriteOutcome {
  const { kind, id } = outcome;
  const none = { supersedes: null, flags: [], findings: [], similar: [] };
  switch (kind) {
    case "updated": {
      const { flags, injection } = outcome.judgement;
      return { ...none, kind, id, why: "you own this memory", flags, findings: injection.findings };
    }
    case "unchanged":
      return { ...none, kind, id, why: outcome.why };
    case "proposed": {
      const { supersedes, judgement } = outcome;
      const why = judgement.isStrong
        ? `the new text is ${WITHHELD}, so ${supersedes} stays unchanged`
        : `${supersedes} is not yours to change and stays unchanged`;
      const { flags, injection } = judgement;
      return { ...none, kind, id, why, supersedes, flags, findings: injection.findings };
    }
  }
}
