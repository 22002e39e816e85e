import * as z from "zod";
import { MEMORY_TYPES, type MemoryType } from "../memory/memory.ts";
import { BODY, DESCRIPTION, NAME, SCOPE, settableOf, settableShape, WRITTEN } from "./draft-fields.ts";
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
    "Remember something for later sessions: a decision and its reason, a constraint, a preference, a runbook. The memory is inferred, unconfirmed advice, until the user confirms it; secrets are refused. Give it cues: later sessions find it by them. Saving the same text again changes nothing; saving the same title again changes the memory you saved before. The answer names the memories nearest to it: where the new one contradicts one of them, save it again with contradicts, use memory_update on the outdated one, or ask the user which is right.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.object({
    type: z.enum(MEMORY_TYPES).describe(MEMORY_TYPES.map((type) => `${type}${MEANINGS[type]}`).join("; ")),
    name: NAME,
    description: DESCRIPTION,
    body: BODY,
    ...settableShape(),
    scope: SCOPE,
    from: z
      .enum(["session", "repository"])
      .default("session")
      .describe("repository: you read it in files or the history of the repository, as learn does"),
    dictated: z.boolean().default(false).describe("true only if the user asked you to remember exactly this"),
  }),
  output: WRITTEN,
  run: async ({ memories, writes }, args) => {
    writes.take();
    const { type, name, description, body, dictated, scope = null } = args;
    const origin = dictated ? "dictated" : "inference";
    const draft = {
      ...settableOf(args),
      type,
      name,
      description,
      body,
      origin,
      taint: dictated || args.from !== "repository" ? [] : ["repository"],
    } as const;
    const written = await memories.save({ scope, draft });
    return renderWritten(written, { waits: dictated ? YES : null, asksForCues: draft.cues.length === 0 });
  },
});
