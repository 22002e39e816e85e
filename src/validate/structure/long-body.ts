import { BODY_CHARS_WISHED } from "../../memory/limits.ts";
import { defineStructureRule } from "./rule.ts";

export default defineStructureRule({
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
