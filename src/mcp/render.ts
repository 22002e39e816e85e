// A memory for a model. Every field is cleaned and escaped, what a person redacted is hidden, and what is withheld has no
// words at all: describeMemory has taken them away before.

import * as z from "zod";
import type { DescribedMemory } from "../app/memories/describe-memory.ts";
import { NAME_CHARS_MAX, REASON_CHARS_MAX } from "../memory/limits.ts";
import { SCOPES, STANDINGS } from "../memory/memory.ts";
import { hideRedacted } from "../memory/text/redacted.ts";
import { renderLine } from "../memory/text/sanitize.ts";
import { estimateTokens } from "./estimate-tokens.ts";

export const ROW = z.object({
  id: z.string(),
  scope: z.enum(SCOPES),
  name: z.string().nullable().describe("null: withheld"),
  standing: z.enum(STANDINGS).describe("verified: a person approved it; inferred: unconfirmed advice"),
  date: z.string().nullable().describe("confirmed, or else written"),
  why: z.string().describe("why it has this standing"),
  get_tokens: z.number().int().describe("what memory_get of it costs"),
});

export type Row = z.output<typeof ROW>;

/** What a row says besides: words of ours, and words of others. */
type Cells = { readonly facts?: readonly string[]; readonly words?: readonly string[] };

/** What memory_get adds to a body. */
const FRAME_TOKENS = 80;

export function renderRow(memory: Omit<DescribedMemory, "body">, body: string): Row {
  const { id, scope, name, standing, reason } = memory;
  return {
    id,
    scope,
    name: name === null ? null : line(name, NAME_CHARS_MAX),
    standing,
    date: dateOf(memory),
    why: line(reason, REASON_CHARS_MAX),
    get_tokens: FRAME_TOKENS + estimateTokens(body),
  };
}

export function line(text: string, charsMax: number): string {
  return renderLine(hideRedacted(text), charsMax);
}

function dateOf({
  lastVerified,
  createdAt,
}: Pick<DescribedMemory, "lastVerified" | "createdAt">): string | null {
  return lastVerified ?? createdAt?.slice(0, 10) ?? null;
}

/**
 * One line. The standing comes before every word that somebody wrote, and none of these has the separator: a name that poses
 * as a standing stands where a name stands.
 */
export function renderRowText({ id, scope, name, standing, date, why }: Row, more: Cells = {}): string {
  const where = scope === "user" ? " [user]" : "";
  const facts = [standing, date ?? "no date", why, ...(more.facts ?? [])].join(", ");
  const words = [name ?? "(withheld)", ...(more.words ?? [])].map((each) => each.replaceAll("|", "/"));
  return [`${id}${where}: ${facts}`, ...words].join(" | ");
}
