import { CredenceError } from "../../memory/errors.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { answerIn, tell } from "../frames/answer.ts";

export const completion: Command = {
  name: "completion",
  summary: "Print a shell completion script",
  usage: ["completion bash|zsh|fish", "completion ids"],
  options: {},
  examples: ['eval "$(credence completion bash)"', "credence completion fish | source"],
  async run(io, call) {
    const { json, positionals } = call;
    const [shell = ""] = positionals;
    if (shell === "ids") return listIds(io, call);
    const { findCompletion } = await import("../work/completion.ts");
    const render = findCompletion(shell);
    if (render === null) throw new CredenceError("USAGE", "name a shell: bash, zsh or fish");
    const { COMMANDS } = await import("../commands.ts");
    const script = render(COMMANDS);
    return tell(io, { json }, { json: { shell, script }, says: script });
  },
};

/** What the scripts offer where an id is wanted: to an agent none that a stranger made up. */
async function listIds(io: Io, call: Call): Promise<number> {
  return answerIn({ io, call }, async (workspace) => {
    const { listNamedIds } = await import("../../app/memories/foreign-names.ts");
    const ids = listNamedIds(workspace);
    return { json: ids, says: ids };
  });
}
