import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";

const STOPPED = 2;

/** What the hooks of a clone start. They are run by whoever commits, agents too, and say no word of a memory. */
export const gitHook: Command = {
  name: "git-hook",
  summary: "What git runs before a commit and after a merge or checkout",
  usage: ["git-hook pre-commit|post-merge|post-checkout"],
  options: {
    index: { type: "string", value: "FILE", help: "the index of this commit, where git has its own" },
  },
  exits: { 0: "nothing to stop", [STOPPED]: "a staged memory fails a check" },
  examples: ["install git"],
  async run(io, call) {
    const [hook] = call.positionals;
    if (hook === "pre-commit") return beforeCommit(io, call);
    if (hook === "post-merge" || hook === "post-checkout") return afterArrival(io, call);
    throw new CredenceError("USAGE", "git-hook takes pre-commit, post-merge or post-checkout");
  },
};

async function beforeCommit(io: Io, call: Call): Promise<number> {
  const { checkStaged } = await import("../../app/check/check-staged.ts");
  const { findProjectTop } = await import("../../app/clients/launch.ts");
  const workspace = await openWorkspaceFor(io, call);
  try {
    const index = textOf(call, "index") ?? io.env["GIT_INDEX_FILE"] ?? null;
    const failures = await checkStaged(workspace, { top: findProjectTop(io.cwd), index });
    for (const { path, label, line, message } of failures) {
      io.err(`${renderTerminalLine(`credence: ${path}: ${label}: line ${line}: ${message}`)}\n`);
    }
    if (failures.length > 0)
      io.err("credence: the commit is stopped: correct these, stage them, commit again\n");
    return failures.length === 0 ? 0 : STOPPED;
  } finally {
    workspace.close();
  }
}

/** One line, where something waits. */
async function afterArrival(io: Io, call: Call): Promise<number> {
  const { sayArrival } = await import("../../app/status/arrival.ts");
  const workspace = await openWorkspaceFor(io, call);
  try {
    const said = sayArrival(workspace);
    if (said !== null) io.out(`${renderTerminalLine(`credence: ${said}`)}\n`);
    return 0;
  } finally {
    workspace.close();
  }
}
