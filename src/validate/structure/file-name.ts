// The name of a file contains the type of its memory, which must agree with the frontmatter.

import { parseMemoryId, typeOfId } from "../../memory/memory.ts";
import { defineStructureRule } from "./rule.ts";

export const fileName = defineStructureRule({
  id: "file-name",
  level: "warn",
  check: ({ name }) =>
    name.endsWith(".md") && parseMemoryId(name) !== null
      ? []
      : [
          {
            line: 1,
            message:
              "the file name is not user_, feedback_, project_ or reference_, then [a-z0-9_], then .md",
          },
        ],
});

export const prefixType = defineStructureRule({
  id: "prefix-type",
  level: "warn",
  check: ({ name, parsed }) => {
    const id = parseMemoryId(name);
    if (parsed.kind === "broken" || id === null || typeOfId(id) === parsed.memory.type) return [];
    return [{ line: 1, message: `the file name says ${typeOfId(id)}, \`type\` says ${parsed.memory.type}` }];
  },
});
