import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import type { IndexAction } from "../work/index-actions.ts";

const ACTIONS: readonly IndexAction[] = ["rebuild", "validate", "query", "health", "cited", "gc"];

export const index: Command = {
  name: "index",
  summary: "Rebuild, check and query the search index",
  usage: [
    "index --rebuild",
    "index --validate",
    "index --query WORDS",
    "index [--health]",
    "index --cited",
    "index --gc",
  ],
  options: {
    rebuild: { type: "boolean", help: "rebuild the index and index.md" },
    validate: { type: "boolean", help: "compare the index with every file" },
    query: { type: "string", value: "WORDS", help: "print the lines of index.md that match" },
    health: { type: "boolean", help: "count memories and check that the index is current" },
    cited: { type: "boolean", help: "look in git for changes of the files that memories cite" },
    gc: { type: "boolean", help: "remove indexes of missing roots, compact the others" },
  },
  exits: { 1: "--validate: the index differs from the files" },
  async run(io, call) {
    const given = ACTIONS.filter((action) => call.values[action] !== undefined);
    const [action = "health"] = given;
    if (given.length > 1) {
      throw new CredenceError("USAGE", `index takes one of --${ACTIONS.join(", --")}`);
    }
    return answerIn({ io, call, needsRoot: true }, async (workspace) => {
      const { act } = await import("../work/index-actions.ts");
      return act(io, { workspace, action, words: textOf(call, "query") ?? "" });
    });
  },
};
