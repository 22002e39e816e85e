// What describes a memory in a call. Longer texts are refused here, before anything looks at them; what a memory may hold is
// the validators' to say.

import * as z from "zod";
import {
  FIELDS,
  type Field,
  type Fields,
  listOptional,
  readSettable,
  type Settable,
  type SettableKey,
} from "../memory/file/fields.ts";
import { FILE_BYTES_MAX } from "../memory/limits.ts";
import { SCOPES, STANDINGS } from "../memory/memory.ts";

/** The description of each for a model; null when the name and the schema say enough. */
const WORDS = {
  name: "a title",
  description: "a one-line summary",
  category: null,
  tags: "lower case",
  cues: 'two to six: the situations, questions, `commands`, file globs or "error texts" in which this should come to mind, in the words a user or an agent would use then, not the words of the memory',
  contradicts: "ids of memories that this contradicts",
  "related-files": "related paths",
} as const satisfies Readonly<Record<SettableKey, string | null>>;

export const NAME = textSchema(FIELDS.name).describe(WORDS.name);
export const DESCRIPTION = textSchema(FIELDS.description).describe(WORDS.description);
export const BODY = z
  .string()
  .min(1)
  .max(FILE_BYTES_MAX)
  .describe(
    "Markdown, unescaped, at least 30 characters; dictated: the user's own words, at least 10; no secrets",
  );

/** The arguments that a call may leave out. */
export function settableShape(
  fields: Fields = FIELDS,
  words: Readonly<Record<string, string | null>> = WORDS,
): Readonly<Record<string, z.ZodType>> {
  const rows = listOptional(fields);
  return Object.fromEntries(
    rows.map(([key, field]) => {
      const schema = schemaOf(field);
      const said = words[key] ?? null;
      return [argumentOf(key), said === null ? schema : schema.describe(said)];
    }),
  );
}

function schemaOf(field: Field): z.ZodType {
  switch (field.kind) {
    case "list":
    case "tags":
      return z.array(z.string().max(field.itemCharsMax)).max(field.itemsMax).default([]);
    case "word":
      return z.enum(field.words).optional();
    case "line":
      return textSchema(field).optional();
    case "mark":
      return z.string().describe(field.rule).optional();
  }
}

function textSchema({ charsMin, charsMax }: { readonly charsMin: number; readonly charsMax: number }) {
  return z.string().min(charsMin).max(charsMax);
}

export function settableOf(args: Readonly<Record<string, unknown>>): Settable {
  return readSettable((key) => args[argumentOf(key)] ?? null);
}

/** `related-files` in a file is `related_files` in a call. */
function argumentOf(key: string): string {
  return key.replaceAll("-", "_");
}

export const SCOPE = z.enum(SCOPES).optional();

/** What became of a write. */
export const WRITTEN = z.object({
  outcome: z.enum(["created", "updated", "proposed", "unchanged"]),
  id: z.string(),
  why: z.string(),
  standing: z.literal("inferred").nullable().describe("null: nothing was written"),
  supersedes: z.string().nullable().describe("the memory that a proposal would replace; it stays unchanged"),
  flags: z.array(z.string()).describe("injection-check rules that flag the text"),
  similar: z.array(z.string()).describe("memories that may have the same subject"),
  disagrees_with: z
    .array(z.object({ id: z.string(), line: z.string() }))
    .describe("memories that contradict it: use memory_update on the outdated one, or ask the user"),
  alike: z.array(z.string()).describe("memories that say the same"),
  nearest: z
    .array(z.object({ id: z.string(), standing: z.enum(STANDINGS), gist: z.string() }))
    .describe(
      "the memories nearest to it: if it contradicts one, say so in contradicts; if one is outdated, use memory_update on it",
    ),
  cues_left_out: z.array(z.string()).describe("cues that were not stored, and why"),
  waits: z.string().nullable().describe("the decision it is waiting for"),
  tokens: z.int(),
});
