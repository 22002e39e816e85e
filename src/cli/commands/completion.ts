import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { tell } from "../frames/answer.ts";

export const completion: Command = {
  name: "completion",
  summary: "Print a shell completion script",
  usage: ["completion bash|zsh|fish"],
  options: {},
  examples: ['eval "$(credence completion bash)"', "credence completion fish | source"],
  async run(io, { json, positionals: [shell = ""] }) {
    const { findCompletion } = await import("../work/completion.ts");
    const render = findCompletion(shell);
    if (render === null) throw new CredenceError("USAGE", "name a shell: bash, zsh or fish");
    const { COMMANDS } = await import("../commands.ts");
    const script = render(COMMANDS);
    return tell(io, { json }, { json: { shell, script }, says: script });
  },
};
