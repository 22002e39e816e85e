import { parseFrontmatter } from "../../memory/file/frontmatter.ts";
import { BODY_CHARS_MIN } from "../../memory/limits.ts";
import { defineStructureRule } from "./rule.ts";

export default defineStructureRule({
  id: "body-too-short",
  level: "struct",
  check: ({ text, parsed }) => {
    const frontmatter = parsed.kind === "memory" ? parsed.frontmatter : parseFrontmatter(text);
    if (frontmatter.kind === "broken") return [];
    const body = text.slice(frontmatter.bodyStart).replaceAll("\r\n", "\n").trim();
    // No character has more than two units.
    if (body.length >= BODY_CHARS_MIN * 2) return [];
    const chars = [...body].length;
    if (chars >= BODY_CHARS_MIN) return [];
    return [
      {
        line: frontmatter.bodyLine,
        message: `the body has ${chars} characters, fewer than ${BODY_CHARS_MIN}`,
      },
    ];
  },
});
