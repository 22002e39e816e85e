// The one way in which a text is vouched for in a root: judge → refuse → confirm → lock → read again → veto → sign → write
// and journal together. Whoever stores, changes or approves a memory goes through here, and says only what is its own.
//
// Attack: a text that no validator has looked at is signed, or another one than a person saw, or one that a person removed.
// So `attestText` is called here alone and takes only a judged text; whoever is asked has had it before them to its end; what
// was judged and shown is read again under the lock;
// and whatever is written has the content that was judged. Fails closed: nothing is changed by what is refused.

import { basename } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import type { StandingInput } from "../../memory/law/standing.ts";
import type { KeyKind } from "../../memory/law/statement.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Change } from "../../store/transaction.ts";
import { reload } from "../memories/find-memory.ts";
import { keepReplacedText } from "../memories/kept/retained-texts.ts";
import { voucherOf } from "../memories/law.ts";
import { gatherStatements, type LoadedMemory } from "../memories/load-memory.ts";
import { noteRefused } from "../memories/refused.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { commitChanges, type Operation, withLock, withLockLater } from "./change-root.ts";
import { countCreation } from "./daily-limit.ts";
import {
  cleanReason,
  type JudgedText,
  type Judgement,
  judgeText,
  refuseHardFails,
  type TextToJudge,
} from "./judge-text.ts";
import {
  createRemovedFinder,
  findStored,
  refuseIfDecided,
  refuseRemoved,
  refuseRemovedChange,
  type Surroundings,
  type Wanted,
  withSurroundings,
} from "./removed/removed-memories.ts";
import { attestStatus, attestText, retireFull } from "./sign/attest.ts";
import { type Confirm, showingOf } from "./sign/signing-preview.ts";

/** What the validators say of a text that none of them fails. */
export type PassedJudgement = Judgement & { readonly judged: JudgedText };

export type Writing = TextToJudge & {
  /** What the text was made from, or what it is. */
  readonly base: LoadedMemory;
  /** Another memory that the decision rests on. */
  readonly beside?: LoadedMemory;
  /** The other root that changes, where it is not the one of `base` alone. */
  readonly destination?: OpenRoot;
  readonly ifDigest: string | null;
  /** The laws of the use-case, asked with the judgement and before anything is shown. */
  readonly permit?: (judgement: Judgement) => void;
  /** Asked where a person signs. */
  readonly confirm?: Confirm | undefined;
  /** A refusal is noted under it; none is where somebody only looks. */
  readonly command?: string;
};

/** Under the lock. */
export type Ready = {
  readonly judgement: PassedJudgement;
  readonly base: LoadedMemory;
  readonly beside: LoadedMemory | null;
};

/** Up to the lock, for a text of a memory that is there; `store` decides and commits, or says why not. */
export async function writeText<Outcome>(
  workspace: Workspace,
  writing: Writing,
  store: (ready: Ready) => Outcome,
): Promise<Outcome> {
  const { base, beside, destination, ifDigest, confirm } = writing;
  const judgement = await judgeOrRefuse(workspace, base.file.id, writing);
  const { memory, digest, text } = judgement.judged;
  if (actorOf(workspace) === "person" && confirm !== undefined) {
    const shown = await confirm(showingOf(workspace, base, { memory, digest, text, judgement }));
    if (!shown.has({ digest })) throw new CredenceError("INTERNAL", "a text was to be signed unseen");
  }
  const roots = destination === undefined ? [base.root] : [base.root, destination];
  return withLocks(workspace, roots, () =>
    store({
      judgement,
      base: reload(workspace, base, ifDigest),
      beside: beside === undefined ? null : reload(workspace, beside, ifDigest),
    }),
  );
}

/** Always in the same order, so that two movers cannot wait for each other. */
function withLocks<Result>(
  workspace: Workspace,
  roots: readonly OpenRoot[],
  work: () => Result,
): Promise<Result> {
  const [outer, ...inner] = roots.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (outer === undefined) throw new CredenceError("INTERNAL", "a text is written in no root");
  const all = inner.reduceRight((next, root) => () => withLock(root, next), work);
  return withLockLater(workspace, outer, all);
}

export async function judgeOrRefuse(
  workspace: Workspace,
  id: string,
  { text, vouchedBy, permit, command }: TextToJudge & Pick<Writing, "permit" | "command">,
): Promise<PassedJudgement> {
  const judgement = await judgeText(workspace, `${id}.md`, { text, vouchedBy });
  permit?.(judgement);
  const rule = judgement.secrets.findings.find(({ severity }) => severity === "error")?.rule;
  if (rule !== undefined && command !== undefined) noteRefused(workspace, { rule, command });
  return { ...judgement, judged: refuseHardFails(judgement) };
}

/** A file that is there already may have an odd name; a new one may not. */
export async function judgeNew(
  workspace: Workspace,
  id: string,
  text: TextToJudge & Pick<Writing, "command">,
): Promise<PassedJudgement> {
  const judgement = await judgeOrRefuse(workspace, id, text);
  const { findings } = judgement.structure;
  const name = findings.find(({ rule }) => rule === "file-name" || rule === "prefix-type");
  if (name !== undefined) throw new CredenceError("INVALID_MEMORY", name.message, "choose another --id");
  return judgement;
}

export type Vouching = {
  /** Whose word it is. A person's approves the text, a machine's says that it was written here. */
  readonly by: KeyKind;
  /** The person lets it be used as it is recorded, and approves nothing. */
  readonly keeps?: boolean;
  /** What was said about the id until now. */
  readonly input: StandingInput;
  /** For the journal. */
  readonly command: string;
  readonly reason?: string | null;
  /** What has to be said first. */
  readonly before?: readonly Change[];
  /** What brings the file to its place, and whatever changes with it. */
  readonly changes: readonly Change[];
};

/** The statement about a judged text, before the files that it is about. The caller holds the root's lock. */
export function planText(workspace: Workspace, judged: JudgedText, vouching: Vouching): Operation {
  const { by, keeps = false, input, command, reason = null, before = [], changes } = vouching;
  const { id } = input.place;
  refuseOtherContent(judged, id, changes);
  const full = retireFull(workspace, input, by);
  return {
    record: { command, id, actor: by, digest: judged.digest, reason },
    changes: [...before, ...full, attestText(workspace, judged, { by, keeps, input }), ...changes],
  };
}

/** The marks beside a content, such as its tier, may be others than when it was judged. The content may not. */
function refuseOtherContent({ text, digest }: JudgedText, id: string, changes: readonly Change[]): void {
  for (const change of changes) {
    if (change.kind !== "write" || basename(change.path) !== `${id}.md` || change.text === text) continue;
    const parsed = parseMemory(change.text);
    if (parsed.kind === "broken" || digestMemory(parsed.memory) !== digest)
      throw new CredenceError("INTERNAL", `the text of ${id} to be written is not the one that was judged`);
  }
}

// A text of a memory that is there changes, in its place.

export type TextChange = Pick<Writing, "beside" | "confirm" | "ifDigest" | "text" | "permit"> & {
  readonly by: KeyKind;
  /** The person lets it be used as it is recorded, and approves nothing. */
  readonly keeps?: boolean;
  readonly command: string;
  readonly reason?: string | null;
  /** The new part, where it was made from a proposal: a machine adds nothing like what a person removed. */
  readonly adds?: Wanted;
  /** What else changes with it. */
  readonly also?: (ready: Ready) => readonly Change[];
};

export async function changeText(
  workspace: Workspace,
  target: LoadedMemory,
  change: TextChange,
): Promise<PassedJudgement> {
  const { by, keeps = false, adds, command, reason = null, also, ...writing } = change;
  const replaced = await findReplaced(workspace, target);
  return writeText(workspace, { ...writing, base: target, vouchedBy: by, command }, (ready) => {
    const { base, judgement } = ready;
    const { judged } = judgement;
    if (by !== "person") refuseRemovedWords(workspace, base, { judged, adds });
    const { directory, id } = base.file;
    const file: Change = { kind: "write", path: `${directory}/${id}.md`, text: judged.text };
    const changes = [file, ...(also?.(ready) ?? [])];
    const vouching = { by, keeps, input: base.input, command, reason, changes };
    commitChanges(workspace, base.root, planText(workspace, judged, vouching));
    if (replaced !== null) keepReplacedText(workspace, base.root, replaced);
    return judgement;
  });
}

/** So that the change can be taken back. A text in which a secret was found is kept nowhere. */
async function findReplaced(workspace: Workspace, target: LoadedMemory): Promise<string | null> {
  const { file, memory, text } = target;
  if (memory === null || text === null) return null;
  const { secrets } = await judgeText(workspace, `${file.id}.md`, { text, vouchedBy: voucherOf(target) });
  return secrets.exit === 0 ? text : null;
}

function refuseRemovedWords(
  workspace: Workspace,
  { root, memory, digest }: LoadedMemory,
  { judged, adds }: { readonly judged: JudgedText; readonly adds: Wanted | undefined },
): void {
  const findRemoved = createRemovedFinder(workspace, root);
  const before = memory === null || digest === null ? null : { ...memory, digest };
  refuseRemovedChange(before, { ...judged.memory, digest: judged.digest }, findRemoved);
  if (adds !== undefined) refuseRemoved(adds, { actor: "machine", findRemoved });
}

// A new text becomes a memory, or it is stored already. What a person removed stays removed, and nothing is ever
// overwritten.

export type NewText = {
  readonly id: string;
  readonly text: string;
  readonly by: KeyKind;
  /** The command, for the journal. */
  readonly command: string;
  readonly reason?: string | null;
};

export type PlannedText = NewText & {
  /** `text` has its content, and may have other marks. */
  readonly judged: JudgedText;
  /** Counts among what may be created in a day without a person. */
  readonly counts: boolean;
  readonly around: Surroundings;
};

export type Creation =
  | { readonly kind: "operation"; readonly operation: Operation }
  /** It is stored already. */
  | { readonly kind: "unchanged"; readonly why: string };

export type CreateOutcome =
  | { readonly kind: "written"; readonly judgement: PassedJudgement }
  | (Creation & { readonly kind: "unchanged" });

/** `also`: what changes with the new memory. */
export async function createText(
  workspace: Workspace,
  root: OpenRoot,
  { also, ...fresh }: NewText & { readonly also: (memory: Memory) => readonly Change[] },
): Promise<CreateOutcome> {
  const { id, text, by, command } = fresh;
  const judgement = await judgeNew(workspace, id, { text, vouchedBy: by, command });
  const { judged } = judgement;
  return withLockLater(workspace, root, () => {
    const counts = by !== "person";
    const creation = withSurroundings(workspace, { root, ids: [id] }, (around) =>
      planCreation(workspace, root, { ...fresh, judged, counts, around }),
    );
    if (creation.kind === "unchanged") return creation;
    const { record, changes } = creation.operation;
    commitChanges(workspace, root, { record, changes: [...changes, ...also(judged.memory)] });
    return { kind: "written", judgement };
  });
}

/** One new memory, also for those who commit many together. The caller holds the root's lock. */
export function planCreation(workspace: Workspace, root: OpenRoot, planned: PlannedText): Creation {
  const { id, text, judged, by, command, reason = null, around } = planned;
  const { memory, digest } = judged;
  const stored = findStored(workspace, root, { id, memory, digest, actor: by, around });
  if (stored !== null) return { kind: "unchanged", why: stored };
  const { tier, retiredReason, archivedReason } = memory;
  const input = gatherStatements(workspace, root, {
    id,
    remembered: around.recall(id),
    reading: around.reading,
    file: { digest, tier, status: "active", directory: "memories" },
  });
  if (by !== "person") refuseIfDecided(input);
  if (planned.counts) countCreation(workspace, root);
  const changes: Change[] = [
    ...attestStatus(workspace, input, { judged, by, reason: cleanReason(retiredReason ?? archivedReason) }),
    { kind: "write", path: `memories/${id}.md`, text },
  ];
  return {
    kind: "operation",
    operation: planText(workspace, judged, { by, input, command, reason, changes }),
  };
}
