import { parseMemoryId } from "../../memory/memory.ts";
import { defineStructureRule } from "./rule.ts";

export default defineStructureRule({
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
