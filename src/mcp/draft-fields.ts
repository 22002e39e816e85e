// What describes a memory in a call. Longer texts are refused here, before anything looks at them; what a memory may hold is
// the validators' to say.

import * as z from "zod";
import {
  DESCRIPTION_CHARS_MAX,
  FILE_BYTES_MAX,
  NAME_CHARS_MAX,
  NAME_CHARS_MIN,
  RELATED_FILE_CHARS_MAX,
  RELATED_FILES_MAX,
  TAG_CHARS_MAX,
  TAGS_MAX,
} from "../memory/limits.ts";
import { CATEGORIES, SCOPES } from "../memory/memory.ts";

export const NAME = z.string().min(NAME_CHARS_MIN).max(NAME_CHARS_MAX).describe("a title");
export const DESCRIPTION = z.string().min(1).max(DESCRIPTION_CHARS_MAX).describe("a one-line summary");
export const BODY = z
  .string()
  .min(1)
  .max(FILE_BYTES_MAX)
  .describe("Markdown, at least 30 characters, unescaped; no secrets");
export const CATEGORY = z.enum(CATEGORIES).optional();
export const TAGS = z.array(z.string().max(TAG_CHARS_MAX)).max(TAGS_MAX).default([]).describe("lower case");
export const RELATED_FILES = z
  .array(z.string().max(RELATED_FILE_CHARS_MAX))
  .max(RELATED_FILES_MAX)
  .default([])
  .describe("related paths");
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
  waits: z.string().nullable().describe("the decision it is waiting for"),
  tokens: z.int(),
});
