// A corpus: a name for some memories, as the filters that chose them and the ids and digests that they chose. It holds no
// word of a memory, so it can neither vouch for a text nor outlive one; whoever uses it reads the files again.

import { parseInstant } from "../../memory/instant.ts";
import { CATEGORIES, type Category, MEMORY_TYPES, type MemoryType, type Scope } from "../../memory/memory.ts";
import { isMemoryId } from "../../memory/memory-id.ts";

/** Only these ever enter one. */
const CORPUS_STANDINGS = ["verified", "inferred"] as const;
export type CorpusStanding = (typeof CORPUS_STANDINGS)[number];

/** Null where it does not narrow. */
export type CorpusFilter = {
  readonly query: string | null;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly standing: CorpusStanding | null;
  /** Changed at or after, as `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly since: string | null;
  readonly scope: Scope | null;
};

export type CorpusMember = { readonly scope: Scope; readonly id: string; readonly digest: string };

export type Corpus = {
  readonly v: 1;
  readonly name: string;
  /** When it was built last. */
  readonly at: string;
  readonly filter: CorpusFilter;
  readonly members: readonly CorpusMember[];
};

export const CORPORA_MAX = 100;
export const MEMBERS_MAX = 1_000;
/** Members at their longest, with room for the rest. */
export const CORPUS_BYTES_MAX = 512 * 1024;
const QUERY_CHARS_MAX = 1_000;

const NAME = /^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$/;
const DIGEST = /^[0-9a-f]{64}$/;
const TAG_CHARS_MAX = 100;

export function isCorpusName(name: string): boolean {
  return NAME.test(name);
}

/** Null for what is none, to the last field. */
export function parseCorpus(value: unknown): Corpus | null {
  if (!isRecord(value) || value["v"] !== 1) return null;
  const { name, at, filter, members } = value;
  if (typeof name !== "string" || !isCorpusName(name) || !isInstant(at)) return null;
  if (!isFilter(filter) || !Array.isArray(members) || members.length > MEMBERS_MAX) return null;
  return members.every(isMember) ? { v: 1, name, at, filter, members } : null;
}

export function isFilter(value: unknown): value is CorpusFilter {
  if (!isRecord(value)) return false;
  const { query, type, category, tag, standing, since, scope } = value;
  return (
    (query === null || isTextOf(query, QUERY_CHARS_MAX)) &&
    (type === null || MEMORY_TYPES.some((each) => each === type)) &&
    (category === null || CATEGORIES.some((each) => each === category)) &&
    (tag === null || isTextOf(tag, TAG_CHARS_MAX)) &&
    (standing === null || CORPUS_STANDINGS.some((each) => each === standing)) &&
    (since === null || isInstant(since)) &&
    (scope === null || isScope(scope))
  );
}

function isMember(value: unknown): value is CorpusMember {
  if (!isRecord(value)) return false;
  const { scope, id, digest } = value;
  const areTexts = typeof id === "string" && typeof digest === "string";
  return areTexts && isScope(scope) && isMemoryId(id) && DIGEST.test(digest);
}

function isInstant(value: unknown): value is string {
  return typeof value === "string" && parseInstant(value) !== null;
}

function isScope(value: unknown): value is Scope {
  return value === "project" || value === "user";
}

function isTextOf(value: unknown, charsMax: number): boolean {
  return typeof value === "string" && value.trim() !== "" && value.length <= charsMax;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
