// Update. A person's change is approved by being signed; a machine's is inferred and only ever touches what nobody
// approved. On an approved memory it becomes a new inferred one that says what it would replace.

import { CredenceError } from "../../memory/errors.ts";
import { type DigestedContent, digestMemory } from "../../memory/file/digest.ts";
import { BLANK_DRAFT, sanitizeBody, sanitizeValues } from "../../memory/file/draft.ts";
import { contentUpdate, mergeUpdate, rewriteFile, type Update } from "../../memory/file/merge-update.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import type { FrontmatterChanges } from "../../memory/file/write-frontmatter.ts";
import { renderDay, renderInstant } from "../../memory/instant.ts";
import type { KeyKind } from "../../memory/law/statement.ts";
import type { TransitionOutcome } from "../../memory/law/transitions.ts";
import { extendId, type Memory } from "../../memory/memory.ts";
import { stripRedacted } from "../../memory/text/strip-redacted.ts";
import { circumstancesOf, demandLaw, refuseOtherDigest } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { actorOf, existsInProject, type Workspace } from "../workspace/workspace.ts";
import { type Judgement, judgeText } from "./judge-text.ts";
import { type SaveOutcome, saveMemory } from "./save-memory.ts";
import { type Confirm, type SigningPreview, showingOf } from "./sign/signing-preview.ts";
import { changeText, judgeOrRefuse } from "./write-text.ts";

export type UpdateOutcome =
  | { readonly kind: "updated"; readonly id: string; readonly digest: string; readonly judgement: Judgement }
  | { readonly kind: "unchanged"; readonly id: string; readonly why: string }
  /** Here is a new memory instead: a person approved the target, or the new text is withheld and the old one stays in use. */
  | {
      readonly kind: "proposed";
      readonly id: string;
      readonly supersedes: string;
      readonly judgement: Judgement;
    };

export type UpdateRequest = {
  readonly update: Update;
  readonly ifDigest: string | null;
  /** The memory stays as it is, even where nobody approved it. */
  readonly proposesOnly?: boolean;
  /** Asked before a person's change is signed. */
  readonly confirm?: Confirm;
};

export async function updateMemory(
  workspace: Workspace,
  target: LoadedMemory,
  { update: given, ifDigest, proposesOnly = false, confirm }: UpdateRequest,
): Promise<UpdateOutcome> {
  refuseOtherDigest(target, ifDigest);
  const law = askToEdit(workspace, target);
  const text = renderUpdate(workspace, target, { update: sanitizeUpdate(given) });
  const { id } = target.file;
  if (text === target.text) return { kind: "unchanged", id, why: `${id} already says this` };
  if (law.kind === "request" || proposesOnly) return propose(workspace, target, text);
  const by = actorOf(workspace);
  if (by !== "person" && (await isStrong(workspace, id, text))) return propose(workspace, target, text);
  const judgement = await changeText(workspace, target, { text, by, command: "update", ifDigest, confirm });
  return { kind: "updated", id, digest: judgement.judged.digest, judgement };
}

/** Attack: an honest memory is changed into one that is withheld, and so taken away. Without a person it stays as it is. */
export async function isStrong(workspace: Workspace, id: string, text: string): Promise<boolean> {
  return (await judgeText(workspace, `${id}.md`, { text, vouchedBy: "machine" })).isStrong;
}

function askToEdit(workspace: Workspace, target: LoadedMemory, by = actorOf(workspace)): TransitionOutcome {
  return demandLaw("edit", target, { ...circumstancesOf(workspace, null), actor: by });
}

function renderUpdate(
  workspace: Workspace,
  target: LoadedMemory,
  { update, by = actorOf(workspace) }: { readonly update: Update; readonly by?: KeyKind },
): string {
  const changed = rewriteFor(target, update);
  if (changed === null) throw new CredenceError("INVALID_MEMORY", `${target.file.id} is broken`);
  if (changed === target.text) return changed;
  const isRewritten = update.body !== null && update.body !== target.memory?.body;
  const own = by === "person" && isRewritten ? { origin: "user" } : {};
  return rewriteFile(changed, { ...marksOf(workspace, by), ...own }, null) ?? changed;
}

/** What a changed text says of the change: a person's own words are verified by being theirs. */
export function marksOf(workspace: Workspace, by = actorOf(workspace)): FrontmatterChanges {
  const person = by === "person";
  return {
    "updated-at": renderInstant(workspace.now),
    ...(person ? { "trust-level": "verified", "last-verified": renderDay(workspace.now) } : {}),
  };
}

async function propose(workspace: Workspace, target: LoadedMemory, text: string): Promise<UpdateOutcome> {
  const saved = await proposeChange(workspace, target, text);
  if (saved.kind === "unchanged") return saved;
  return { kind: "proposed", id: saved.id, supersedes: target.file.id, judgement: saved.judgement };
}

// What an update makes of a file's text, before anything is said of who changed it and when.

/** @returns null when the file is not a memory. */
function rewriteFor({ memory, text, root }: LoadedMemory, update: Update): string | null {
  if (memory === null || text === null) return null;
  const merged = mergeUpdate(memory, update, (path) => existsInProject(root, path));
  return rewriteFile(text, merged, update.body);
}

/** Then there is nothing to sign, and no passphrase is asked for. */
export function isNoop(target: LoadedMemory, given: Update): boolean {
  return target.text !== null && rewriteFor(target, sanitizeUpdate(given)) === target.text;
}

/** The same cleaning as for a new memory. */
function sanitizeUpdate(update: Update): Update {
  return {
    ...sanitizeValues(update),
    body: update.body === null ? null : sanitizeBody(update.body),
  };
}

// A memory as a person left it in their editor: what of the file is theirs to change, and nothing else of it.

export async function updateFromText(
  workspace: Workspace,
  target: LoadedMemory,
  { text, confirm }: { readonly text: string; readonly confirm: Confirm },
): Promise<UpdateOutcome> {
  const update = updateIn(text);
  const { id } = target.file;
  if (isSameWording(target, renderUpdate(workspace, target, { update: sanitizeUpdate(update) }))) {
    return { kind: "unchanged", id, why: `your edit changes no word of ${id}, so nothing was signed` };
  }
  return updateMemory(workspace, target, { ifDigest: target.digest, update, confirm });
}

/**
 * An edit counts as approval because its words are the person's own. Where nobody approved the text, one that changes only
 * white space, case or punctuation would be a promotion without observation.
 */
function isSameWording({ memory, standing }: LoadedMemory, edited: string): boolean {
  const parsed = parseMemory(edited);
  if (standing.standing === "verified" || memory === null || parsed.kind === "broken") return false;
  return foldWording(memory) === foldWording(parsed.memory);
}

function foldWording({ category, name, description, tags, cues, contradicts, body }: Memory): string {
  const lists = [tags, cues, contradicts].map((list) => list.join(" "));
  const fields = [category ?? "", name, description, ...lists, body];
  return fields
    .map((field) =>
      field
        .normalize("NFKC")
        .toLowerCase()
        .replace(/[\p{P}\p{Z}\p{C}]/gu, ""),
    )
    .join("\n");
}

/**
 * What `updateFromText` would sign once the person has unlocked their key; nothing is changed by it.
 * @returns null when it would change no word.
 */
export async function previewFromText(
  workspace: Workspace,
  target: LoadedMemory,
  text: string,
): Promise<SigningPreview | null> {
  askToEdit(workspace, target, "person");
  const edited = renderUpdate(workspace, target, {
    update: sanitizeUpdate(updateIn(text)),
    by: "person",
  });
  if (edited === target.text || isSameWording(target, edited)) return null;
  const judgement = await judgeOrRefuse(workspace, target.file.id, { text: edited, vouchedBy: "person" });
  const { memory, digest } = judgement.judged;
  return showingOf(workspace, target, { memory, digest, text: edited, judgement });
}

function updateIn(text: string): Update {
  return { ...contentUpdate(readMemory(text)), isWhole: true };
}

function readMemory(text: string): Memory {
  const parsed = parseMemory(text);
  if (parsed.kind === "memory") return parsed.memory;
  throw new CredenceError("INVALID_MEMORY", parsed.problems[0]?.message ?? "the text is not a memory");
}

// A machine's change to what a person approved: the target stays byte for byte, and a new inferred memory says what it
// would replace. It never hides its target.
//
// Attack: a text that was changed behind a person's back, proposed anew with one word added, and so signed by this machine.
// What nobody vouches for as it stands is not copied. Neither is what a person redacted: the copy would be a machine's, and
// the validators would tell it the beginning of the secret.

const DIGEST_CHARS = 8;

/** `text` is the target's file as the change would make it. */
async function proposeChange(
  workspace: Workspace,
  { root, file, standing, memory }: LoadedMemory,
  text: string,
): Promise<SaveOutcome> {
  if (standing.standing !== "verified" && standing.standing !== "inferred") {
    const why = `nobody you trust vouched for ${file.id} as it stands, so only a person can edit it`;
    throw new CredenceError("NEEDS_PERSON", why);
  }
  const changed = readMemory(text);
  if (memory !== null && keepsRedacted(memory, changed)) {
    const why = `${file.id} contains text that a person redacted, so only a person can edit it`;
    throw new CredenceError("NEEDS_PERSON", why);
  }
  const { type, taint } = changed;
  return saveMemory(workspace, {
    root,
    id: nameProposal(file.id, changed),
    draft: {
      ...BLANK_DRAFT,
      ...contentUpdate(changed),
      type,
      origin: "inference",
      taint,
      supersedes: file.id,
    },
  });
}

function keepsRedacted(from: Memory, to: Memory): boolean {
  const wordsOf = ({ name, description, tags, cues, body }: Memory) => [
    ...[name, description, ...tags, ...cues, body],
  ];
  const words = new Set(wordsOf(to));
  return wordsOf(from).some((each) => stripRedacted(each) !== each && words.has(each));
}

/** Made from the content: the same proposal twice is one memory, another one is another. */
export function nameProposal(target: string, memory: DigestedContent): string {
  const stem = `${memory.type}${target.slice(target.indexOf("_"))}`;
  return extendId(stem, `_change_${digestMemory(memory).slice(0, DIGEST_CHARS)}`);
}
