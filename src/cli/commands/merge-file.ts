import { CredenceError } from "../../memory/errors.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";

export const mergeFile: Command = {
  name: "merge-file",
  summary: "Merge a memory that two branches changed, field by field",
  usage: ["merge-file ID", "merge-file BASE OURS THEIRS PATH"],
  options: {},
  exits: { 0: "merged, in one memory or in two", 3: "a conflict is left to resolve" },
  examples: ["merge-file project_deploy", "install git"],
  async run(io, call) {
    const [first, ours, theirs, path, ...more] = call.positionals;
    if (first !== undefined && ours === undefined) {
      return resolve(io, call, first);
    }
    if (
      first === undefined ||
      ours === undefined ||
      theirs === undefined ||
      path === undefined ||
      more.length > 0
    ) {
      throw new CredenceError("USAGE", "merge-file takes an id, or what git gives to a merge driver");
    }
    const { driveMerge } = await import("../../app/change/merge/merge-driver.ts");
    const outcome = driveMerge({ cwd: io.cwd, base: first, ours, theirs, path });
    if (call.json) io.out(renderJson(outcome));
    if (outcome.kind === "two") {
      io.err(`credence: both sides changed the words of ${outcome.id}, and both texts are kept\n`);
      io.err(`credence: the other one is new in ${outcome.second}: git add it, then credence review\n`);
    }
    if (outcome.kind !== "as-text") return 0;
    if (outcome.why !== null) io.err(`credence: not merged by field: ${outcome.why}\n`);
    return outcome.isClean ? 0 : 3;
  },
};

/** `given` may be the path of the file, as git names it. */
async function resolve(io: Io, call: Call, given: string): Promise<number> {
  const { findMemory } = await import("../../app/memories/find-memory.ts");
  const { resolveConflict } = await import("../../app/change/merge/resolve-conflict.ts");
  const workspace = await openWorkspaceFor(io, call, "merge a memory");
  try {
    const target = findMemory(workspace, given.slice(given.lastIndexOf("/") + 1));
    const { id, second } = await resolveConflict(workspace, target);
    const others = second === null ? "" : `, and kept the other text in ${second}`;
    const files = second === null ? "it" : "both";
    io.out(call.json ? renderJson({ id, second }) : `merged ${id}${others}: git add ${files}\n`);
    return 0;
  } finally {
    workspace.close();
  }
}
