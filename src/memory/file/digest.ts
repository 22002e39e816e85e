// What a person approves and a machine signs: the content of a memory, and nothing that changes with its life.

import canonicalize from "canonicalize";
import type { Memory } from "../memory.ts";
import { sha256Hex } from "./sha256.ts";

export type DigestedContent = Pick<
  Memory,
  "type" | "category" | "name" | "description" | "tags" | "cues" | "contradicts" | "body"
>;

/** SHA-256, in hex, over the RFC 8785 form of the content, values exactly as parsed. */
export function digestMemory(memory: DigestedContent): string {
  const { type, category, name, description, tags, cues, contradicts, body } = memory;
  // With its keys in their order the canonical form of such an object is plain JSON; a text without a UTF-8 form has none.
  const text = JSON.stringify({ body, category, contradicts, cues, description, name, tags, type, v: 1 });
  return sha256Hex(isCanonical(text) ? text : renderCanonical(JSON.parse(text)));
}

/** JSON writes half of a character as an escape, and nothing else as `\\ud`; a text may hold that by itself. */
function isCanonical(json: string): boolean {
  return !json.includes("\\ud");
}

/** Of the body alone, the same for bodies that differ in case and white space only. */
export function digestFolded({ body }: Pick<DigestedContent, "body">): string {
  return sha256Hex(renderCanonical({ v: 1, body: fold(body) }));
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** RFC 8785. Fails on a text that has no UTF-8 form, which no parser of ours lets through. */
export function renderCanonical(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("only JSON values have a canonical form");
  return text;
}

/**
 * What a signature covers, as lines a person can read and compare: two contents with different digests never look the same.
 * A description that only repeats the first line of the body has no line of its own, and the line break with which nearly
 * every body ends is told where it is missing.
 */
export function renderContent(content: DigestedContent): string {
  const { type, category, name, description, tags, cues, contradicts, body } = content;
  const [first] = body.trimStart().split("\n", 1);
  const isEnded = body.endsWith("\n");
  const marks = [
    `type: ${type}`,
    ...(category === null ? [] : [`category: ${category}`]),
    // As JSON, because a tag may hold a comma.
    ...(tags.length === 0 ? [] : [`tags: ${JSON.stringify(tags)}`]),
    ...(contradicts.length === 0 ? [] : [`contradicts: ${JSON.stringify(contradicts)}`]),
    ...(isEnded || body === "" ? [] : ["no line break at the end"]),
  ];
  return [
    `name: ${name}`,
    ...(description === first ? [] : [`description: ${description}`]),
    marks.join(", "),
    ...(cues.length === 0 ? [] : [`cues: ${JSON.stringify(cues)}`]),
    "",
    isEnded ? body.slice(0, -1) : body,
  ].join("\n");
}
