// Reads a block back, strictly: a line is ours only if writing what was read gives that line again. Tests prove with it
// that no field can add an entry or a marker. Capture does without: it strips whatever bears our tag, well-formed or not.

import { isEscaped, unescapeMarkup } from "../text/sanitize.ts";
import {
  BLOCK_END,
  BLOCK_PREAMBLE,
  CONFIDENCES,
  type Confidence,
  EXCERPT_PREFIX,
  renderFacts,
} from "./block.ts";

export type ParsedEntry = {
  readonly label: string;
  readonly name: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly inferred: boolean;
  readonly confidence: Confidence | null;
  readonly date: string | null;
  readonly excerpt: readonly string[];
};

export type ParsedBlock =
  | {
      readonly kind: "block";
      readonly source: string;
      readonly descriptions: string;
      readonly entries: readonly ParsedEntry[];
    }
  | { readonly kind: "not-a-block"; readonly line: number; readonly reason: string };

const HEAD = /^<memory-context source="([^"<>]*)"(?: descriptions="([^"<>]*)")?>$/;
const ENTRY = /^- \[([A-Z_]+)\] (\S[^<>"']*) -> ([^\s<>"']+)(?: #tags:([^\s<>"']+))?$/;
const FACTS = /^ {2}(\(inferred\))? ?(?:confidence: ([a-z]+))?(?:, )?(\d{4}-\d{2}-\d{2})?$/;

type Reading = { entry: ParsedEntry; next: number } | { reason: string };

export function parseBlock(text: string): ParsedBlock {
  const lines = text.split("\n");
  const head = HEAD.exec(lines[0] ?? "");
  if (head === null || !head.slice(1).every((field = "") => isEscaped(field))) {
    return refuseAt(0, "not the opening tag");
  }
  if (lines[1] !== BLOCK_PREAMBLE) return refuseAt(1, "not the sentence that opens a block");
  const last = lines.length - 1;
  if (lines[last] !== BLOCK_END) return refuseAt(last, "not the closing tag");
  const entries: ParsedEntry[] = [];
  let at = 2;
  while (at < last) {
    const reading = readEntry(lines, at);
    if ("reason" in reading) return refuseAt(at, reading.reason);
    entries.push(reading.entry);
    at = reading.next;
  }
  if (entries.length === 0) return refuseAt(2, "no entry");
  return {
    kind: "block",
    source: unescapeMarkup(head[1] ?? ""),
    descriptions: unescapeMarkup(head[2] ?? ""),
    entries,
  };
}

function readEntry(lines: readonly string[], at: number): Reading {
  const line = lines[at] ?? "";
  const [, label, name, path, tags] = ENTRY.exec(line) ?? [];
  if (label === undefined || name === undefined || path === undefined) return { reason: "not an entry" };
  if (![name, path, tags ?? ""].every(isEscaped)) return { reason: "a field is not escaped" };
  const facts = readFacts(lines[at + 1] ?? "");
  let next = facts === null ? at + 1 : at + 2;
  const excerpt: string[] = [];
  for (; (lines[next] ?? "").startsWith(EXCERPT_PREFIX); next += 1) {
    const shown = (lines[next] ?? "").slice(EXCERPT_PREFIX.length);
    if (!isEscaped(shown)) return { reason: "an excerpt is not escaped" };
    excerpt.push(unescapeMarkup(shown));
  }
  const entry = {
    label,
    name: unescapeMarkup(name),
    path: unescapeMarkup(path),
    tags: tags === undefined ? [] : tags.split(",").map(unescapeMarkup),
    ...(facts ?? { inferred: false, confidence: null, date: null }),
    excerpt,
  };
  return { entry, next };
}

function readFacts(line: string): Pick<ParsedEntry, "inferred" | "confidence" | "date"> | null {
  const found = FACTS.exec(line);
  if (found === null) return null;
  const facts = {
    inferred: found[1] !== undefined,
    confidence: CONFIDENCES.find((word) => word === found[2]) ?? null,
    date: found[3] ?? null,
  };
  return renderFacts(facts) === line ? facts : null;
}

function refuseAt(index: number, reason: string): ParsedBlock {
  return { kind: "not-a-block", line: index + 1, reason };
}
