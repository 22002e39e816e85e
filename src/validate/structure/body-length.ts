// A body must be long enough to be understood alone, and short enough to be shown whole.

import { parseFrontmatter } from "../../memory/file/frontmatter.ts";
import { BODY_CHARS_MIN, BODY_CHARS_WISHED } from "../../memory/limits.ts";
import type { Origin } from "../../memory/memory.ts";
import { defineStructureRule } from "./rule.ts";

/** A person's own words are stored as they were said. */
const OWN_CHARS_MIN = 10;

export function bodyCharsMin(origin: Origin | null): number {
  return origin === "user" || origin === "dictated" ? OWN_CHARS_MIN : BODY_CHARS_MIN;
}

export const bodyTooShort = defineStructureRule({
  id: "body-too-short",
  level: "struct",
  check: ({ text, parsed }) => {
    const frontmatter = parsed.kind === "memory" ? parsed.frontmatter : parseFrontmatter(text);
    if (frontmatter.kind === "broken") return [];
    const body = text.slice(frontmatter.bodyStart).replaceAll("\r\n", "\n").trim();
    // No character has more than two units.
    if (body.length >= BODY_CHARS_MIN * 2) return [];
    const chars = [...body].length;
    const least = bodyCharsMin(parsed.kind === "memory" ? parsed.memory.origin : null);
    if (chars >= least) return [];
    const isEnough = chars >= OWN_CHARS_MIN;
    const own = isEnough ? `; what a person wrote or dictated may have ${OWN_CHARS_MIN}` : "";
    return [
      {
        line: frontmatter.bodyLine,
        message: `the body has ${chars} characters, fewer than ${least}${own}`,
      },
    ];
  },
});

export const bodyLong = defineStructureRule({
  id: "body-long",
  level: "warn",
  check: ({ parsed }) => {
    if (parsed.kind === "broken") return [];
    const chars = [...parsed.memory.body.trim()].length;
    if (chars <= BODY_CHARS_WISHED) return [];
    const message = `the body has ${chars} characters, more than ${BODY_CHARS_WISHED}: recall shows only part of it`;
    return [{ line: parsed.frontmatter.bodyLine, message }];
  },
});
