// Move a memory to the other scope. It is written there first and removed here after, so that a crash in between leaves
// two copies and never none.

import { CredenceError } from "../../memory/errors.ts";
import { rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import { renderDay } from "../../memory/instant.ts";
import { computeStanding, type StandingInput, wasEverApproved } from "../../memory/law/standing.ts";
import type { Memory, Scope } from "../../memory/memory.ts";
import { reload } from "../memories/find-memory.ts";
import { gatherStatements, type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { actorOf, type OpenRoot, rootOf, type Workspace } from "../workspace/workspace.ts";
import { attest, commitChanges, withLock } from "./change-root.ts";
import { contentDigest } from "./demote-memory.ts";
import { eraseFile } from "./forget-memory.ts";
import { refuseHardFails } from "./judge-text.ts";
import { refuseMidMerge } from "./move-file.ts";
import { createRemovedFinder, vetoRemoved } from "./removed-memories.ts";
import { refuseIfDecided, refuseIfNegated } from "./save-memory.ts";
import { type Confirm, showTarget } from "./signing-preview.ts";

export type MoveRequest = {
  readonly scope: Scope;
  /** Asked before a person's move is signed. */
  readonly confirm?: Confirm;
};

export async function moveMemory(
  workspace: Workspace,
  target: LoadedMemory,
  { scope, confirm }: MoveRequest,
): Promise<{ id: string; path: string }> {
  const { id } = target.file;
  const destination = rootOf(workspace, scope);
  if (destination.path === target.root.path)
    throw new CredenceError("USAGE", `${id} is in the ${scope} scope already`);
  refuseUnlessMovable(workspace, target);
  for (const root of [target.root, destination]) refuseMidMerge(root, id);
  const flags = actorOf(workspace) === "person" ? await judgeForPerson(workspace, target, confirm) : [];
  // Always in the same order, so that two movers cannot wait for each other.
  const [outer, inner] = [target.root, destination].sort((a, b) => (a.path < b.path ? -1 : 1));
  if (outer === undefined || inner === undefined)
    throw new CredenceError("INTERNAL", "two roots are two roots");
  withLock(outer, () =>
    withLock(inner, () => move(workspace, reload(workspace, target, null), { root: destination, flags })),
  );
  return { id, path: `${destination.shown}memories/${id}.md` };
}

/** They sign the text anew for the other scope: what the validators find in it now, they take on or it stays. */
async function judgeForPerson(
  workspace: Workspace,
  target: LoadedMemory,
  confirm: Confirm | undefined,
): Promise<readonly string[]> {
  const showing = await showTarget(workspace, target);
  if (showing.judgement !== null) refuseHardFails(showing.judgement);
  await confirm?.(showing);
  return showing.judgement?.flags ?? [];
}

function refuseUnlessMovable(workspace: Workspace, { file, standing, input }: LoadedMemory): void {
  if (standing.standing !== "verified" && standing.standing !== "inferred") {
    throw new CredenceError("WRONG_STANDING", `${file.id} is ${standing.standing}, so it cannot be moved`);
  }
  if (actorOf(workspace) !== "person" && wasEverApproved(input)) {
    throw new CredenceError("ALREADY_APPROVED", `a person approved ${file.id}`);
  }
}

type Destination = {
  readonly root: OpenRoot;
  /** Rule ids of the findings that were taken on. */
  readonly flags: readonly string[];
};

function move(workspace: Workspace, target: LoadedMemory, destination: Destination): void {
  const { digest, file } = target;
  const { scope } = destination.root;
  const there = loadMemory(workspace, destination.root, file.id);
  if (there === null) copy(workspace, target, destination);
  // The same there already: a move that was cut off in the middle goes on.
  else if (there.digest !== digest || there.standing.standing !== target.standing.standing) {
    throw new CredenceError("EXISTS", `${file.id} exists in the ${scope} scope`);
  }
  const key = workspace.keys.person ?? workspace.keys.machine;
  const reason = `moved to the ${scope} scope`;
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

function copy(workspace: Workspace, target: LoadedMemory, { root, flags }: Destination): void {
  const { text, digest, memory, file } = target;
  if (text === null || digest === null || memory === null) {
    throw new CredenceError("INVALID_MEMORY", `${file.id} is broken`);
  }
  const actor = actorOf(workspace);
  const key = workspace.keys.person ?? workspace.keys.machine;
  const input = gatherStatements(workspace, root, {
    id: file.id,
    remembered: null,
    file: { digest, tier: memory.tier, status: memory.status, directory: "memories" },
  });
  if (actor !== "person") refuseMachine(workspace, root, { input, memory: { ...memory, digest } });
  const before = computeStanding(input).standing;
  const lifts = before === "retired" ? [attest(workspace, { key, input }, { act: "unretire", digest })] : [];
  const approves = actor === "person" && target.standing.standing === "verified";
  // Only an approval lifts what was said against the id there.
  if (!approves && before === "quarantined") refuseIfNegated(before, file.id);
  const vouches = actor === "person" ? "keep" : "wrote";
  const changes = approves ? { "last-verified": renderDay(workspace.now) } : {};
  commitChanges(workspace, root, {
    record: { command: "move", id: file.id, actor, digest, reason: `from the ${target.root.scope} scope` },
    changes: [
      ...lifts,
      attest(workspace, { key, input }, { act: approves ? "approve" : vouches, digest, acknowledged: flags }),
      { kind: "write", path: `memories/${file.id}.md`, text: rewriteFrontmatter(text, changes) ?? text },
    ],
  });
}

type Arriving = {
  readonly input: StandingInput;
  readonly memory: Memory & { readonly digest: string };
};

/** In the other root it is a new memory, and the laws of one hold. */
function refuseMachine(workspace: Workspace, root: OpenRoot, { input, memory }: Arriving): void {
  refuseIfDecided(input);
  const findRemoved = createRemovedFinder(workspace, root);
  const veto = vetoRemoved(memory, { actor: "machine", findRemoved });
  if (veto !== null) throw new CredenceError("WRONG_STANDING", veto.why);
}
