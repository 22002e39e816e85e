// Move a memory to the other scope. It is written there first and removed here after, so that a crash in between leaves
// two copies and never none.

import { CredenceError } from "../memory/errors.ts";
import type { Scope } from "../memory/memory.ts";
import { computeStanding, wasEverApproved } from "../memory/standing.ts";
import { attest, commitChanges, withLock } from "./change-root.ts";
import { contentDigest } from "./demote-memory.ts";
import { reload } from "./find-memory.ts";
import { eraseFile } from "./forget-memory.ts";
import { gatherStatements, type LoadedMemory, loadMemory } from "./load-memory.ts";
import { refuseMidMerge } from "./move-file.ts";
import { refuseIfNegated } from "./store-memory.ts";
import { actorOf, type OpenRoot, rootOf, type Workspace } from "./workspace.ts";

export function moveMemory(
  workspace: Workspace,
  target: LoadedMemory,
  scope: Scope,
): { id: string; path: string } {
  const { id } = target.file;
  const destination = rootOf(workspace, scope);
  if (destination.path === target.root.path)
    throw new CredenceError("USAGE", `${id} is in the ${scope} scope already`);
  refuseUnlessMovable(workspace, target);
  for (const root of [target.root, destination]) refuseMidMerge(root, id);
  // Always in the same order, so that two movers cannot wait for each other.
  const [outer, inner] = [target.root, destination].sort((a, b) => (a.path < b.path ? -1 : 1));
  if (outer === undefined || inner === undefined)
    throw new CredenceError("INTERNAL", "two roots are two roots");
  withLock(outer, () => withLock(inner, () => move(workspace, reload(workspace, target, null), destination)));
  return { id, path: `${destination.shown}memories/${id}.md` };
}

function refuseUnlessMovable(workspace: Workspace, { file, standing, input }: LoadedMemory): void {
  if (standing.standing !== "verified" && standing.standing !== "inferred") {
    throw new CredenceError("WRONG_STANDING", `${file.id} is ${standing.standing}, so it cannot be moved`);
  }
  if (actorOf(workspace) !== "person" && wasEverApproved(input)) {
    throw new CredenceError("ALREADY_APPROVED", `a person approved ${file.id}`);
  }
}

function move(workspace: Workspace, target: LoadedMemory, destination: OpenRoot): void {
  const { digest, file } = target;
  const there = loadMemory(workspace, destination, file.id);
  if (there === null) copy(workspace, target, destination);
  // The same there already: a move that was cut off in the middle goes on.
  else if (there.digest !== digest || there.standing.standing !== target.standing.standing) {
    throw new CredenceError("EXISTS", `${file.id} exists in the ${destination.scope} scope`);
  }
  const key = workspace.keys.person ?? workspace.keys.machine;
  const reason = `moved to the ${destination.scope} scope`;
  commitChanges(workspace, target.root, {
    record: { command: "move", id: file.id, actor: actorOf(workspace), digest, reason },
    changes: [
      attest(
        workspace,
        { key, input: target.input },
        { act: "retire", digest: contentDigest(target), reason },
      ),
      eraseFile(target),
    ],
  });
}

function copy(workspace: Workspace, target: LoadedMemory, destination: OpenRoot): void {
  const { text, digest, memory, file } = target;
  if (text === null || digest === null || memory === null) {
    throw new CredenceError("INVALID_MEMORY", `${file.id} is broken`);
  }
  const actor = actorOf(workspace);
  const key = workspace.keys.person ?? workspace.keys.machine;
  const input = gatherStatements(workspace, destination, {
    id: file.id,
    remembered: null,
    file: { digest, tier: memory.tier, status: memory.status, directory: "memories" },
  });
  const before = computeStanding(input).standing;
  if (actor !== "person") refuseIfNegated(before, file.id);
  const lifts = before === "retired" ? [attest(workspace, { key, input }, { act: "unretire", digest })] : [];
  const act = actor === "person" && target.standing.standing === "verified" ? "approve" : "wrote";
  // Only an approval lifts what was said against the id there.
  if (act !== "approve" && before === "quarantined") refuseIfNegated(before, file.id);
  commitChanges(workspace, destination, {
    record: { command: "move", id: file.id, actor, digest, reason: `from the ${target.root.scope} scope` },
    changes: [
      ...lifts,
      attest(workspace, { key, input }, { act, digest }),
      { kind: "write", path: `memories/${file.id}.md`, text },
    ],
  });
}
