// What git starts: the driver of a merge, and the hooks of a clone. They are run by whoever merges and commits, agents too, and
// say no word of a memory.

import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";

/** A conflict is left, with its markers. The driver in a clone's configuration takes every other failure for a broken program. */
const LEFT = 3;

export async function mergeFiles(io: Io, call: Call): Promise<number> {
  const [first, ours, theirs, path, ...more] = call.positionals;
  if (first !== undefined && ours === undefined) return resolve(io, call, first);
  const isWhole = first !== undefined && ours !== undefined && theirs !== undefined && path !== undefined;
  if (!isWhole || more.length > 0) {
    throw new CredenceError("USAGE", "merge-file takes an id, or what git gives to a merge driver");
  }
  const { driveMerge } = await import("../../app/change/merge/merge-driver.ts");
  const outcome = driveMerge({ cwd: io.cwd, base: first, ours, theirs, path });
  if (call.json) io.out(renderJson(outcome));
  if (outcome.kind === "two") {
    io.err(says`credence: both sides changed the words of ${outcome.id}, and both texts are kept\n`);
    io.err(says`credence: the other one is new in ${outcome.second}: git add it, then credence review\n`);
  }
  if (outcome.kind !== "as-text") return 0;
  if (outcome.why !== null) io.err(says`credence: left to git: ${outcome.why}\n`);
  return outcome.isClean ? 0 : LEFT;
}

/** `given` may be the path of the file, as git names it. */
async function resolve(io: Io, call: Call, given: string): Promise<number> {
  const { findMemory } = await import("../../app/memories/find-memory.ts");
  const { resolveConflict } = await import("../../app/change/merge/resolve-conflict.ts");
  return answerIn({ io, call, act: "merge a memory" }, async (workspace) => {
    const target = findMemory(workspace, given.slice(given.lastIndexOf("/") + 1));
    const { id, second } = resolveConflict(workspace, target);
    const others = second === null ? "" : `, and kept the other text in ${second}`;
    const files = second === null ? "it" : "both";
    return { json: { id, second }, says: [`merged ${id}${others}: git add ${files}`] };
  });
}

const STOPPED = 2;

export async function runGitHook(io: Io, call: Call): Promise<number> {
  const [hook] = call.positionals;
  if (hook === "pre-commit") return beforeCommit(io, call);
  if (hook === "post-merge" || hook === "post-checkout") return afterArrival(io, call);
  throw new CredenceError("USAGE", "git-hook takes pre-commit, post-merge or post-checkout");
}

async function beforeCommit(io: Io, call: Call): Promise<number> {
  const { checkStaged } = await import("../../app/check/check-staged.ts");
  const { findProjectTop } = await import("../../app/clients/launch.ts");
  const workspace = await openWorkspaceFor(io, call);
  try {
    const index = textOf(call, "index") ?? io.env["GIT_INDEX_FILE"] ?? null;
    const failures = await checkStaged(workspace, { top: findProjectTop(io.cwd), index });
    for (const { path, label, line, message } of failures) {
      io.err(says`credence: ${path}: ${label}: line ${line}: ${message}\n`);
    }
    if (failures.length === 0) return 0;
    io.err(says`credence: the commit is stopped: correct these, stage them, commit again\n`);
    return STOPPED;
  } finally {
    workspace.close();
  }
}

/** One line, where something waits. */
async function afterArrival(io: Io, call: Call): Promise<number> {
  const { followPeople } = await import("../../app/people/follow-people.ts");
  const { sayArrival } = await import("../../app/status/arrival.ts");
  const workspace = await openWorkspaceFor(io, call);
  try {
    // First whose word counts: a statement that came along may revoke a key.
    const said = sayArrival(followPeople(workspace));
    if (said !== null) io.out(says`credence: ${said}\n`);
    return 0;
  } finally {
    workspace.close();
  }
}
