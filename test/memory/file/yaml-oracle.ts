// A full YAML reader is the oracle: whatever ours accepts, it accepts too and reads with the same keys and values.

import { parseDocument } from "yaml";
import { parseFrontmatter } from "../../../src/memory/file/frontmatter.ts";

type Pairs = readonly (readonly [string, unknown])[];

/** Null when refused. A line `---` in the source ends it early, so the oracle gets what was really read. */
export function readOurs(source: string): { readonly pairs: Pairs; readonly read: string } | null {
  const parsed = parseFrontmatter(`---\n${source}---\n`);
  if (parsed.kind === "broken") return null;
  const pairs = parsed.entries.map(({ key, value }) => [key, value ?? ""] as const);
  return { pairs, read: source.slice(0, parsed.closing - "---\n".length) };
}

export function readOracle(source: string, version: "1.1" | "1.2"): Pairs | string {
  const document = parseDocument(source, { schema: "failsafe", version, uniqueKeys: true, strict: true });
  const problem = [...document.errors, ...document.warnings][0];
  if (problem !== undefined) return problem.message;
  const value: unknown = document.toJS({ mapAsMap: true });
  if (value === null || value === "") return [];
  return value instanceof Map ? [...value].map(([key, each]) => [String(key), each ?? ""]) : typeof value;
}
