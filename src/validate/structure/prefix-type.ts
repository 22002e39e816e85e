import { parseMemoryId, typeOfId } from "../../memory/memory.ts";
import { defineStructureRule } from "./rule.ts";

export default defineStructureRule({
  id: "prefix-type",
  level: "warn",
  check: ({ name, parsed }) => {
    const id = parseMemoryId(name);
    if (parsed.kind === "broken" || id === null || typeOfId(id) === parsed.memory.type) return [];
    return [{ line: 1, message: `the file name says ${typeOfId(id)}, \`type\` says ${parsed.memory.type}` }];
  },
});
