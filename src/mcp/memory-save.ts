import * as z from "zod";
import { CredenceError } from "../memory/errors.ts";
import { BLANK_DRAFT } from "../memory/file/draft.ts";
import { MEMORY_TYPES, type MemoryType, type Scope, TYPE_TRAITS } from "../memory/memory.ts";
import { BODY, DESCRIPTION, NAME, SCOPE, settableOf, settableShape, WRITTEN } from "./draft-fields.ts";
import { withWorkspace } from "./place.ts";
import { renderWritten } from "./render.ts";
import { defineTool } from "./tool.ts";

/** What a model cannot tell from the word. */
const MEANINGS: Readonly<Record<MemoryType, string>> = {
  user: ": about the person",
  feedback: ": how to work",
  project: "",
  reference: "",
};

const YES = "it waits for the user's yes in credence review, or by credence yes or no with its id";

export const memorySave = defineTool({
  name: "memory_save",
  title: "Save a memory",
  description:
    "Remember something for later sessions: a decision and its reason, a constraint, a preference, a runbook. The memory is inferred, unconfirmed advice, until the user confirms it; secrets are refused. Saving the same text again changes nothing; saving the same title again changes the memory you saved before. Where the answer names a memory that it disagrees with, use memory_update on the outdated one or ask the user which is right.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.object({
    type: z.enum(MEMORY_TYPES).describe(MEMORY_TYPES.map((type) => `${type}${MEANINGS[type]}`).join("; ")),
    name: NAME,
    description: DESCRIPTION,
    body: BODY,
    ...settableShape(),
    scope: SCOPE,
    dictated: z.boolean().default(false).describe("true only if the user asked you to remember exactly this"),
  }),
  output: WRITTEN,
  run: (place, args) =>
    withWorkspace(place, async (opened) => {
      place.writes.take();
      const { offerMemory } = await import("../app/change/offer-memory.ts");
      const { openDestination } = await import("../app/change/save-memory.ts");
      const { type, name, description, body, dictated } = args;
      // What is about the person goes with the person, unless the call says otherwise.
      const scope = args.scope ?? TYPE_TRAITS[type].scope;
      const origin = dictated ? "dictated" : "inference";
      const draft = { ...settableOf(args), type, name, description, body, origin } as const;
      const destination = await openDestination(opened, { scope, draft: { ...BLANK_DRAFT, ...draft } }).catch(
        ask(scope),
      );
      const { workspace, root } = destination;
      const { client, session } = place;
      try {
        const outcome = await offerMemory(workspace, { root, draft, by: { client, session } });
        const { findRelations } = await import("../app/recall/relations.ts");
        const relations = findRelations(workspace, root, [outcome.id]).get(outcome.id);
        return renderWritten(outcome, dictated ? YES : null, relations);
      } finally {
        if (workspace !== opened) workspace.close();
      }
    }),
});

/** What a model can do about it is ask. */
function ask(scope: Scope): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CredenceError) || error.code !== "NO_ROOT") throw error;
    const hint = scope === "user" ? "ask the user to run credence init --scope user" : undefined;
    throw new CredenceError("NO_ROOT", error.message, hint);
  };
}
