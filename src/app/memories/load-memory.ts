// One memory as it stands: its file, its statements, and what applies. Fails closed: whatever cannot be read or verified
// only withholds.

import { digestFolded } from "../../memory/file/digest.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { hashSource } from "../../memory/file/source.ts";
import { placeFile } from "../../memory/law/sets/standing-of-file.ts";
import { computeStanding, type StandingInput, type StandingOf } from "../../memory/law/standing.ts";
import type { FileInSets } from "../../memory/law/standing-input.ts";
import {
  isTextStatement,
  kindOfSigner,
  type SignedStatement,
  type SignedTextStatement,
  type Statement,
} from "../../memory/law/statement.ts";
import type { Memory } from "../../memory/memory.ts";
import { type FileEntry, findArchived, findFile } from "../../store/memory-files.ts";
import type { OddFile } from "../../trust/attest-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findAnswer } from "./answers.ts";
import {
  type Content,
  conflictIn,
  digestOfFile,
  idOfFile,
  isBeside,
  isFileBeside,
  readContent,
  UNREADABLE,
} from "./file/read-content.ts";
import { findForgotten, NOTHING_FORGOTTEN } from "./forgotten.ts";
import { heldIn } from "./kept/held.ts";
import { findSigner, isGenuine } from "./known-signers.ts";
import { keepUncounted, type Reading, readBeside, toStatement } from "./strangers.ts";

export type LoadedMemory = Content & {
  readonly root: OpenRoot;
  readonly file: FileEntry;
  readonly standing: StandingOf;
  /** What the standing was computed from; a new statement names its parents by it. */
  readonly input: StandingInput;
  /** Files among its statements that are none. */
  readonly odd: readonly OddFile[];
  /** Statements that count for nothing: of strangers, about something else, or not signed by whom they name. */
  readonly uncounted: readonly SignedStatement[];
  /** There was no time to read all its statements: it is withheld for now, and this is no standing to be kept. */
  readonly unfinished: boolean;
};

/** May recall show it? */
export function isRecallable({ standing, memory }: Pick<LoadedMemory, "standing" | "memory">): boolean {
  if (memory === null || memory.status !== "active") return false;
  return standing.standing === "verified" || standing.standing === "inferred";
}

/** @returns null when there is no file with this id. */
export function loadMemory(workspace: Workspace, root: OpenRoot, id: string): LoadedMemory | null {
  // One that was archived out of quarantine can still be looked at, restored and forgotten.
  const file = findFile(root.path, id) ?? findArchivedFile(root.path, id);
  return file === null ? null : loadFile(workspace, root, { file, remembered: null });
}

/** The same for what recall may show: nothing that is archived is, so nobody looks there. */
export function loadPresent(
  workspace: Workspace,
  root: OpenRoot,
  { id, reading }: { readonly id: string; readonly reading?: Reading },
): LoadedMemory | null {
  const file = findFile(root.path, id);
  if (file === null) return null;
  return loadFile(workspace, root, { file, remembered: null, ...(reading && { reading }) });
}

function findArchivedFile(root: string, id: string): FileEntry | null {
  const path = findArchived(root, id).at(-1);
  return path === undefined ? null : { id, directory: "quarantine", path };
}

export type FileToLoad = {
  readonly file: FileEntry;
  /** What the seen set holds of this id, if the caller has it already. */
  readonly remembered: readonly Statement[] | null;
  readonly reading?: Reading;
};

export function loadFile(
  workspace: Workspace,
  root: OpenRoot,
  { file, remembered, reading }: FileToLoad,
): LoadedMemory {
  const content = readContent(file);
  const id = idOfFile(root, file.id, content.digest);
  const said = readStatements(workspace, root, {
    id,
    remembered: id === file.id ? remembered : null,
    name: file.id,
    text: content.memory === null ? null : content.text,
    ...(reading && { reading }),
    file: {
      digest: content.digest,
      tier: content.memory?.tier ?? null,
      status: content.memory?.status ?? "active",
      directory: file.directory,
      ...(content.problems.some(({ rule }) => rule === UNREADABLE) ? { unreadable: true as const } : {}),
      ...conflictIn(content),
    },
  });
  const answered = findAnswer(root, { id: file.id, ...content }, workspace.now);
  const input = answered === null ? said.input : { ...said.input, answered };
  const memory = followArchive(content.memory, input);
  return { root, file, ...content, memory, ...said, input, standing: computeStanding(input) };
}

/** Archiving is signed: a memory whose file does not say so, or no more, is archived all the same. */
function followArchive(memory: Memory | null, input: StandingInput): Memory | null {
  const isOpen = memory?.status === "active" && placeFile(input)?.memory.isArchived === true;
  return isOpen ? { ...memory, status: "archived" } : memory;
}

export type StatementsOf = {
  readonly id: string;
  readonly remembered: readonly Statement[] | null;
  readonly file: StandingInput["file"];
  /** The file's, where it is not the id. */
  readonly name?: string;
  /** Of the file; null where there is none. */
  readonly text?: string | null;
  readonly reading?: Reading;
};

/** Reads the statements of one id, verifies those of trusted signers, and remembers the new ones. */
export function gatherStatements(workspace: Workspace, root: OpenRoot, of: StatementsOf): StandingInput {
  return readStatements(workspace, root, of).input;
}

export function readStatements(
  workspace: Workspace,
  root: OpenRoot,
  of: StatementsOf,
): Pick<LoadedMemory, "input" | "unfinished" | "odd" | "uncounted"> {
  const seen = workspace.seenIn(root);
  const remembered = of.remembered ?? seen.recall(of.id);
  const { id, reading } = of;
  const read = readBeside(root.path, id, { known: remembered, reading });
  const { attestations, recognized, odd } = read;
  // A statement that was moved here from another root or id says nothing here, and is not remembered as if it did.
  const isHere = (each: SignedStatement): each is SignedTextStatement =>
    isTextStatement(each) && each.root === root.id && each.scope === root.scope && each.id === id;
  const genuine = attestations.filter(isHere).filter((each) => isGenuine(workspace, root, each));
  const fresh = new Set<SignedStatement>(genuine);
  seen.remember(genuine);
  const isStranger = (each: SignedStatement): boolean => findSigner(workspace, root, each.signer) === null;
  const beside = { id, isVouched: remembered.length + fresh.size > 0 };
  const uncounted = attestations.filter((each) => !fresh.has(each));
  keepUncounted(reading, beside, {
    attestations: uncounted,
    speaks: (each) => isHere(each) && isStranger(each),
    odd,
    now: workspace.now,
  });
  const present = [
    ...recognized,
    ...attestations.filter((each) => fresh.has(each) || isStranger(each)),
    ...read.ignored.flatMap((name) => toStatement(root, id, read.strangers.get(name))),
  ];
  const isUnreliable = read.overflow || read.unfinished;
  const { input, isUnfinished } = toInput(workspace, root, { of, remembered, present, isUnreliable });
  return { input, unfinished: read.unfinished || isUnfinished, odd, uncounted };
}

type Gathered = {
  readonly of: StatementsOf;
  readonly remembered: readonly Statement[];
  readonly present: readonly Statement[];
  readonly isUnreliable: boolean;
};

function toInput(
  workspace: Workspace,
  root: OpenRoot,
  { of, remembered, present, isUnreliable }: Gathered,
): { readonly input: StandingInput; readonly isUnfinished: boolean } {
  const { unreadable } = workspace.seenIn(root);
  const sets = setsOf(workspace, root, of);
  const asked = {
    statements: [...present, ...remembered],
    digest: of.file.digest,
    // In a shared root a tombstone holds other memories down by their exact text alone, because a pull re-indexes only what it changed.
    // A copy in other case or spacing is refused when it is saved.
    folded: root.kind === "shared" ? () => "" : sets.folded,
    ...(of.reading && { reading: of.reading }),
  };
  // Where the record cannot be read nothing stands, and what lies beside the record may not be readable either.
  const forgotten = unreadable === null ? findForgotten(workspace, root, asked) : NOTHING_FORGOTTEN;
  const isWithheld = isUnreliable || forgotten.unreliable || forgotten.unfinished;
  const input: StandingInput = {
    place: { root: root.id, scope: root.scope, id: of.id },
    file: of.file,
    ...(isWithheld ? { unreliable: true as const } : {}),
    ...(unreadable === null ? {} : { recordUnreadable: true as const }),
    attestations: present,
    remembered: [...remembered, ...forgotten.tombstones],
    signers: workspace.signers,
    rootWaits: root.waits,
    testState: workspace.state.isTest,
    sets,
  };
  return { input, isUnfinished: forgotten.unfinished };
}

function setsOf(
  workspace: Workspace,
  root: OpenRoot,
  { id, name = id, text = null }: StatementsOf,
): FileInSets {
  const isShared = root.kind === "shared";
  return {
    isShared,
    name,
    text: text === null ? null : hashSource(text),
    folded: () => {
      const parsed = parseMemory(text ?? "");
      return parsed.kind === "memory" ? digestFolded(parsed.memory) : "";
    },
    hasText: (word) =>
      isShared
        ? isFileBeside(root, name, word)
        : workspace.seenIn(root).texts.read(word.text) !== null || isBeside(root, word),
    first: () => digestOfFile(root, id),
    held: () => heldIn(workspace, root),
    me: workspace.keys.own.find(({ signer }) => kindOfSigner(signer) === "machine")?.signer ?? null,
  };
}

/** As people and agents can open it: `.claude/memory/memories/project_x.md`. */
export function pathShown({ root, file }: Pick<LoadedMemory, "root" | "file">): string {
  return `${root.shown}${file.path.slice(root.path.length + 1)}`;
}
