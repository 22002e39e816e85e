// Two versions of one memory, and the one that both came from, become one file again; or two, where both changed the same
// words. Both machines of a pair do this, each with the versions the other way round: so every rule is symmetrical, looks at
// no clock, and makes the same bytes on both.
//
// Attack: either version may come from a remote. So nothing comes out above the lower tier and status of the two; a text that
// neither side had is never recorded as verified; no words of either are dropped to make room; and a version that is no memory
// is named instead of merged. What stands is still for the statements to say.

import { FILE_BYTES_MAX, RELATED_FILES_MAX, TAGS_MAX } from "../limits.ts";
import { type Memory, STATUSES, TIERS } from "../memory.ts";
import { digestMemory } from "./digest.ts";
import { type FIELDS, textsIn } from "./fields.ts";
import type { FrontmatterValue } from "./frontmatter.ts";
import { addTaint, rewriteFile } from "./merge-update.ts";
import { parseMemory } from "./parse-memory.ts";
import { secondId } from "./second-id.ts";
import type { FrontmatterChanges } from "./write-frontmatter.ts";

export type MergedMemory =
  | { readonly kind: "one"; readonly text: string }
  /** Both changed the same words: the second goes beside the first, under an id of its own. */
  | { readonly kind: "two"; readonly text: string; readonly second: SecondMemory }
  /** Not a memory, or too large to become one of two. */
  | { readonly kind: "unreadable"; readonly which: "a" | "b" | "both" };

export type SecondMemory = { readonly id: string; readonly text: string };

/** What both came from, where there is such a text, and the two; in which order the two are given makes no difference. */
export type Versions = {
  readonly base: string | null;
  readonly a: string;
  readonly b: string;
  /** Nobody signs what comes out. So words that neither side had are not made: each keeps its own, and what was said for them. */
  readonly isUnsigned?: boolean;
};

export function mergeMemory(id: string, { base, a, b, isUnsigned = false }: Versions): MergedMemory {
  if (a === b) return { kind: "one", text: a };
  const [ours, theirs] = [readVersion(a), readVersion(b)];
  if (ours === null || theirs === null) {
    return { kind: "unreadable", which: ours !== null ? "b" : theirs !== null ? "a" : "both" };
  }
  if (ours.text === theirs.text) return { kind: "one", text: ours.text };
  const before = base === null ? null : readVersion(base);
  // Only one version says anything new: nothing is merged, and a promotion made there arrives.
  if (before?.text === ours.text) return { kind: "one", text: b };
  if (before?.text === theirs.text) return { kind: "one", text: a };
  const [first, second] = ours.text < theirs.text ? [ours, theirs] : [theirs, ours];
  const merged = { before, first, second };
  const one = joinVersions(merged);
  const isKept = one !== null && !(isUnsigned && isNew(merged, one));
  return isKept ? { kind: "one", text: one.text } : keepBoth(id, merged, ours);
}

/** Words that neither had. */
function isNew({ first, second }: Merged, { digest }: Version): boolean {
  return digest !== first.digest && digest !== second.digest;
}

type Version = {
  /** Without byte order mark and carriage returns before line ends, which mean nothing in a memory. */
  readonly text: string;
  /** As the text has it. */
  readonly body: string;
  readonly memory: Memory;
  readonly digest: string;
  readonly values: ReadonlyMap<string, FrontmatterValue>;
};

function readVersion(text: string): Version | null {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  // A carriage return that is left over would be read in another way than before.
  const read = plain.includes("\r") ? text : plain;
  const parsed = parseMemory(read);
  if (parsed.kind === "broken" || isTooLarge(text) || !text.isWellFormed()) return null;
  const { memory, frontmatter } = parsed;
  const body = read.slice(frontmatter.bodyStart);
  // Where the file ends with the closing fence, a body would otherwise begin in its line.
  const ended = body === "" && !read.endsWith("\n") ? `${read}\n` : read;
  const values = new Map(
    frontmatter.entries.map(({ key, value }) => [key, value?.length === 0 ? null : value]),
  );
  return { text: ended, body, memory, digest: digestMemory(memory), values };
}

function isTooLarge(text: string): boolean {
  return text.length > FILE_BYTES_MAX || new TextEncoder().encode(text).length > FILE_BYTES_MAX;
}

/** The versions are in the order of their texts, so that it does not matter which was whose. */
type Merged = { readonly before: Version | null; readonly first: Version; readonly second: Version };

/**
 * What becomes of a key that both changed, and not alike: both texts are kept apart, or the values are joined so. `lower` looks at
 * no earlier version, and takes along what says more about it.
 */
type Rule =
  | "apart"
  | "union"
  | "earlier"
  | "later"
  | "lower"
  | "with trust-level"
  | "with status"
  | "sorts first";

const RULES: Readonly<Record<keyof typeof FIELDS, Rule>> = {
  name: "apart",
  description: "apart",
  type: "apart",
  category: "apart",
  tags: "union",
  "trust-level": "lower",
  "last-verified": "earlier",
  "created-at": "earlier",
  "source-machine": "sorts first",
  status: "lower",
  "updated-at": "later",
  "retired-at": "with status",
  "retired-reason": "with status",
  "archived-at": "with status",
  "archived-reason": "with status",
  "quarantined-at": "with trust-level",
  "quarantined-by": "with trust-level",
  "quarantine-reason": "with trust-level",
  origin: "sorts first",
  session: "sorts first",
  taint: "union",
  "related-files": "union",
  confidence: "sorts first",
  supersedes: "sorts first",
};

const RULE_OF: ReadonlyMap<string, Rule> = new Map(Object.entries(RULES));
const NEVER_VERIFIED: FrontmatterChanges = { "trust-level": "inferred" };

/** @returns null when both changed the same words, or when all that both have does not fit into one file. */
function joinVersions(merged: Merged): Version | null {
  const { before, first, second } = merged;
  const read = pickChanged(before?.memory.body ?? null, first.memory.body, second.memory.body);
  if (read === null) return null;
  const { body } = first.memory.body === read ? first : second;
  const changes: Record<string, FrontmatterValue> = {};
  for (const key of new Set([...first.values.keys(), ...second.values.keys()])) {
    const joined = joinValue(key, merged);
    if (joined === "apart") return null;
    changes[key] = joined.value;
  }
  const text = rewriteFile(first.text, { ...changes, ...takeLower(merged) }, body);
  const made = text === null ? null : readVersion(text);
  if (made === null) return null;
  if (!isNew(merged, made) || made.memory.tier !== "verified") return made;
  const marked = rewriteFile(made.text, NEVER_VERIFIED, null);
  return marked === null ? null : { ...made, text: marked };
}

function joinValue(
  key: string,
  { before, first, second }: Merged,
): { readonly value: FrontmatterValue } | "apart" {
  const [one, two] = [readValue(first, key), readValue(second, key)];
  const [oneText, twoText] = [JSON.stringify(one), JSON.stringify(two)];
  const changed = pickChanged(JSON.stringify(readValue(before, key)), oneText, twoText);
  if (changed !== null) return { value: changed === oneText ? one : two };
  const lesser = oneText < twoText ? one : two;
  switch (RULE_OF.get(key) ?? "sorts first") {
    case "apart":
      return "apart";
    case "union":
      return { value: unite(key, [...textsIn(one), ...textsIn(two)]) };
    case "earlier":
      return { value: one === null || two === null ? null : lesser };
    case "later":
      return { value: lesser === one ? (two ?? one) : (one ?? two) };
    // takeLower has the last word about the first three.
    case "lower":
    case "with trust-level":
    case "with status":
    case "sorts first":
      return { value: lesser };
  }
}

function readValue(version: Version | null, key: string): FrontmatterValue {
  return version?.values.get(key) ?? null;
}

/** @returns null when both changed it, and not alike. */
function pickChanged(before: string | null, one: string, two: string): string | null {
  if (one === two || two === before) return one;
  return one === before ? two : null;
}

const ITEMS_MAX: Readonly<Record<string, number>> = { tags: TAGS_MAX, "related-files": RELATED_FILES_MAX };

/** In one order on every machine; of too many, the same ones stay whoever joins first. */
function unite(key: string, items: readonly string[]): readonly string[] {
  const sorted = [...new Set(items)].sort();
  return key === "taint" ? addTaint([], sorted) : sorted.slice(0, ITEMS_MAX[key]);
}

/** The lower tier and the lower status, each with what says more about it. */
function takeLower(merged: Merged): FrontmatterChanges {
  const rankTier = ({ memory }: Version): number => TIERS.indexOf(memory.tier ?? "inferred");
  const rankStatus = ({ memory }: Version): number => STATUSES.indexOf(memory.status);
  return { ...takeMarks(merged, "trust-level", rankTier), ...takeMarks(merged, "status", rankStatus) };
}

function takeMarks(
  { before, first, second }: Merged,
  key: "trust-level" | "status",
  rank: (version: Version) => number,
): FrontmatterChanges {
  const keys = [...RULE_OF].flatMap(([each, rule]) => (each === key || rule === `with ${key}` ? [each] : []));
  const marksOf = (version: Version | null): string =>
    JSON.stringify(keys.map((each) => readValue(version, each)));
  const [one, two] = [marksOf(first), marksOf(second)];
  const isTie = rank(first) === rank(second);
  const picked = isTie ? (pickChanged(marksOf(before), one, two) ?? (one < two ? one : two)) : null;
  const from =
    picked === null ? (rank(first) > rank(second) ? first : second) : picked === one ? first : second;
  return Object.fromEntries(keys.map((each) => [each, readValue(from, each)]));
}

// Two files: each with its own words, so that what was said about the first still counts.

function keepBoth(id: string, merged: Merged, ours: Version): MergedMemory {
  const lower = takeLower(merged);
  const isQuarantined = lower["trust-level"] === "quarantined";
  const marks = isQuarantined ? lower : { ...lower, ...NEVER_VERIFIED };
  const [kept, other] = [merged.first, merged.second].toSorted((x, y) => (x.digest < y.digest ? -1 : 1));
  if (kept === undefined || other === undefined) return { kind: "unreadable", which: "both" };
  const [text, secondText] = [mark(kept, marks), mark(other, marks)];
  const isOurs = (version: Version): boolean => version === ours;
  if (text === null || secondText === null) {
    const which = text !== null ? other : kept;
    return {
      kind: "unreadable",
      which: text === null && secondText === null ? "both" : isOurs(which) ? "a" : "b",
    };
  }
  // The same words, and more beside them than one file can hold.
  if (kept.digest === other.digest) return { kind: "one", text };
  return { kind: "two", text, second: { id: secondId(id, other.digest), text: secondText } };
}

/** @returns null when the file is too full even for the words that lower it. */
function mark({ text }: Version, marks: FrontmatterChanges): string | null {
  const words = { "trust-level": marks["trust-level"] ?? null, status: marks["status"] ?? null };
  const marked = [marks, words].map((each) => rewriteFile(text, each, null) ?? text);
  return marked.find((each) => !isTooLarge(each)) ?? null;
}
