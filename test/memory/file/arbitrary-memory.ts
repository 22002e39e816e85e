// Any valid memory file: every field that may be absent sometimes is, and texts are as wild as their rules allow.

import fc from "fast-check";
import type { FrontmatterValue } from "../../../src/memory/file/frontmatter.ts";
import { arbitraryText } from "./arbitrary-frontmatter.ts";

const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/g;

/** One line of min to max characters, which every one-line field accepts. */
function line(min: number, max: number): fc.Arbitrary<string> {
  return arbitraryText.map((text) => {
    const chars = [...text.replace(CONTROL, "").trim()].slice(0, max);
    return chars.length < min || chars.join("").trim() === "" ? "x".repeat(min) : chars.join("");
  });
}

const day = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const instant = day.map((text) => `${text}T23:59:59Z`);
const lines = (max: number): fc.Arbitrary<string[]> => fc.array(line(1, 40), { maxLength: max });
const tag = line(1, 40).map((text) => {
  const lower = text.toLowerCase();
  return lower === lower.toLowerCase() && [...lower].length <= 40 ? lower : "tag";
});
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });
const word = (...words: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...words);

export type FrontmatterRecord = Readonly<Record<string, FrontmatterValue>>;

/** In the order in which a new file has them. */
export const arbitraryFields: fc.Arbitrary<FrontmatterRecord> = fc.record({
  name: line(2, 120),
  description: line(1, 256),
  type: word("user", "feedback", "project", "reference"),
  category: maybe(word("decision", "constraint", "preference", "runbook", "tech_debt", "session_summary")),
  tags: maybe(fc.array(tag, { maxLength: 12 })),
  cues: maybe(fc.array(line(2, 80), { maxLength: 6 })),
  contradicts: maybe(fc.array(word("project_x", "user_a_1"), { maxLength: 4 })),
  "trust-level": maybe(word("verified", "inferred", "quarantined")),
  "last-verified": maybe(day),
  "created-at": maybe(instant),
  "source-machine": maybe(word("laptop", "build-01.local", "a")),
  status: maybe(word("active", "archived", "retired")),
  "updated-at": maybe(instant),
  "retired-at": maybe(instant),
  "retired-reason": maybe(line(1, 300)),
  "archived-at": maybe(instant),
  "archived-reason": maybe(line(1, 300)),
  "quarantined-at": maybe(instant),
  "quarantined-by": maybe(line(1, 300)),
  "quarantine-reason": maybe(line(1, 300)),
  origin: maybe(word("user", "dictated", "inference", "import")),
  session: maybe(line(1, 120)),
  taint: maybe(lines(20)),
  "related-files": maybe(lines(50)),
  confidence: maybe(word("0", "1", "0.5", "0.123456", "1.0", "0.0")),
  supersedes: maybe(word("project_x", "user_a_1")),
});

export const arbitraryBody: fc.Arbitrary<string> = fc
  .array(arbitraryText, { minLength: 1, maxLength: 4 })
  .map((parts) => `\n${parts.join("\n").replaceAll("\0", "")}\n${"body ".repeat(8)}\n`);
