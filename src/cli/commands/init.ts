import type { Call, Command, Io } from "../call/command.ts";
import { hintsFor, openAsPerson, openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { scopeOf } from "../call/values.ts";

export const init: Command = {
  name: "init",
  summary: "Create a memory root, for this project or for yourself",
  usage: ["init [--private]", "init --scope user", "init --test-state"],
  options: {
    private: { type: "boolean", help: "keep the memories out of the repository" },
    "test-state": { type: "boolean", help: "make CREDENCE_HOME a disposable state for tests" },
  },
  examples: ["init", "init --scope user"],
  async run(io, call) {
    const { initRoot } = await import("../../app/workspace/init-root.ts");
    const outcome = initRoot(await hintsFor(io, call), {
      scope: scopeOf(call) ?? "project",
      isPrivate: call.values["private"] === true,
      testState: call.values["test-state"] === true,
    });
    await acceptCopy(io, call);
    if (call.json) {
      io.out(renderJson(outcome));
      return 0;
    }
    io.out(`${outcome.isNew ? "created" : "there already is"} a memory root at ${outcome.path}\n`);
    if (outcome.ignored) io.out("git ignores it: its memories stay on this machine\n");
    if (outcome.testState) io.out("this is a test state: nothing signed here counts anywhere else\n");
    return 0;
  },
};

/** A root known at another place: its signatures hold here too, so a person says whether this copy is theirs. */
async function acceptCopy(io: Io, call: Call): Promise<void> {
  const { acceptWaitingRoots, findWaitingRoots } = await import("../../app/workspace/init-root.ts");
  const found = await openWorkspaceFor(io, call);
  const isWaiting = findWaitingRoots(found).length > 0;
  found.close();
  if (!isWaiting) return;
  const workspace = await openAsPerson(io, call, "use a copy of a known root");
  acceptWaitingRoots(workspace);
  workspace.close();
}
