// Move a memory to another root. It is written there first and removed here after, so that a crash in between leaves
// two copies and never none.

import { CredenceError } from "../../memory/errors.ts";
import { rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import { renderDay } from "../../memory/instant.ts";
import { computeStanding, type StandingInput, wasEverApproved } from "../../memory/law/standing.ts";
import type { Memory } from "../../memory/memory.ts";
import { voucherOf } from "../memories/law.ts";
import { gatherStatements, type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { commitChanges } from "./change-root.ts";
import { refuseMidMerge } from "./move-file.ts";
import { eraseFile } from "./removed/copies.ts";
import {
  createRemovedFinder,
  refuseIfDecided,
  refuseIfNegated,
  refuseRemoved,
} from "./removed/removed-memories.ts";
import { attestAct, contentDigest } from "./sign/attest.ts";
import type { Confirm } from "./sign/signing-preview.ts";
import { planText, type Ready, writeText } from "./write-text.ts";

export type MoveRequest = {
  readonly destination: OpenRoot;
  /** Asked before a person's move is signed. */
  readonly confirm?: Confirm;
};

export async function moveMemory(
  workspace: Workspace,
  target: LoadedMemory,
  { destination, confirm }: MoveRequest,
): Promise<{ id: string; path: string }> {
  const { id } = target.file;
  if (destination.path === target.root.path)
    throw new CredenceError("USAGE", `${id} is already in ${nameRoot(destination)}`);
  refuseUnlessMovable(workspace, target);
  for (const root of [target.root, destination]) refuseMidMerge(root, id);
  const { text } = target;
  if (text === null) throw new CredenceError("INVALID_MEMORY", `${id} is broken`);
  // It is signed again for the other scope: a text that fails validation stays, and a flagged one needs a person.
  const vouchedBy = actorOf(workspace) === "person" ? voucherOf(target) : "machine";
  const writing = { base: target, text, vouchedBy, ifDigest: null, destination, confirm };
  await writeText(workspace, writing, (ready) => move(workspace, ready, destination));
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

function move(workspace: Workspace, ready: Ready, destination: OpenRoot): void {
  const target = ready.base;
  const { digest, file } = target;
  const there = loadMemory(workspace, destination, file.id);
  if (there === null) copy(workspace, ready, destination);
  // The same there already: a move that was cut off in the middle goes on.
  else if (there.digest !== digest || there.standing.standing !== target.standing.standing) {
    throw new CredenceError("EXISTS", `${file.id} exists in ${nameRoot(destination)}`);
  }
  const reason = `moved to ${nameRoot(destination)}`;
  commitChanges(workspace, target.root, {
    record: { command: "move", id: file.id, actor: actorOf(workspace), digest, reason },
    changes: [
      attestAct(workspace, target.input, { act: "retire", digest: contentDigest(target), reason }),
      eraseFile(target),
    ],
  });
}

/** Without a path: a reason is signed, and may be published. */
function nameRoot({ kind, scope }: OpenRoot): string {
  return kind === "personal" ? "a personal root" : `the ${scope} scope`;
}

function copy(workspace: Workspace, { base, judgement }: Ready, root: OpenRoot): void {
  const { judged } = judgement;
  const { text, digest, memory } = judged;
  const { id } = base.file;
  const by = actorOf(workspace);
  const input = gatherStatements(workspace, root, {
    id,
    remembered: null,
    file: { digest, tier: memory.tier, status: memory.status, directory: "memories" },
  });
  if (by !== "person") refuseMachine(workspace, root, { input, memory: { ...memory, digest } });
  const before = computeStanding(input).standing;
  const approves = by === "person" && base.standing.standing === "verified";
  // Only an approval lifts what was said against the id there.
  if (!approves && before === "quarantined") refuseIfNegated(before, id);
  const marks = approves ? { "last-verified": renderDay(workspace.now) } : {};
  const operation = planText(workspace, judged, {
    by,
    keeps: !approves,
    input,
    command: "move",
    reason: `from ${nameRoot(base.root)}`,
    before: before === "retired" ? [attestAct(workspace, input, { act: "unretire", digest })] : [],
    changes: [{ kind: "write", path: `memories/${id}.md`, text: rewriteFrontmatter(text, marks) ?? text }],
  });
  commitChanges(workspace, root, operation);
}

type Arriving = {
  readonly input: StandingInput;
  readonly memory: Memory & { readonly digest: string };
};

/** In the other root it is a new memory, and the laws of one hold. */
function refuseMachine(workspace: Workspace, root: OpenRoot, { input, memory }: Arriving): void {
  const findRemoved = createRemovedFinder(workspace, root);
  refuseRemoved(memory, { actor: "machine", findRemoved });
  refuseIfDecided(input);
}
