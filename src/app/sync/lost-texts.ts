// Texts that a word here names and that are not here: somebody deleted or wrote over the file, or the remote sent the word and withheld
// the text, or sent the text first. A word without its text is silent, so each of them is looked for in all that the remote has, once.

import { isTextStatement, type Statement, textVouchedBy } from "../../memory/law/statement.ts";
import { findArchived, listIds } from "../../store/memory-files.ts";
import { keepSources } from "../memories/kept/retained-texts.ts";
import { findSigner, isOwnKey } from "../memories/known-signers.ts";
import { readRootSets } from "../sets/root-sets.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { Received } from "./receive.ts";

/** Ids of memories whose file somebody deleted. */
export function listGone(workspace: Workspace, root: OpenRoot): string[] {
  const present = listIds(root.path);
  const isGone = (id: string): boolean => !present.has(id) && findArchived(root.path, id).length === 0;
  return [...workspace.seenIn(root).ids()].filter(isGone);
}

/** Texts of memories whose file somebody deleted or edited here, and which are kept nowhere. */
export function listLost(workspace: Workspace, root: OpenRoot): string[] {
  const edited = workspace
    .seenIn(root)
    .recallAct("draft")
    .filter(({ signer }) => isOwnKey(workspace, root, signer));
  const ids = new Set([...listGone(workspace, root), ...edited.map(({ id }) => id)]);
  if (ids.size === 0) return [];
  const { statements, facts } = readRootSets(workspace, root, ids);
  const named = new Set([...statements.values()].flatMap(nameText));
  return [...named].filter((hash) => !facts.has(hash)).sort();
}

/** Texts of words that came without them, of somebody trusted. */
export function listAbsent(
  workspace: Workspace,
  root: OpenRoot,
  { statements, texts }: Received,
): ReadonlySet<string> {
  const words = [...statements.values()]
    .filter(isTextStatement)
    .filter(
      (each) =>
        nameText(each).some((hash) => !texts.has(hash)) && findSigner(workspace, root, each.signer) !== null,
    );
  if (words.length === 0) return new Set();
  const { facts } = readRootSets(workspace, root, new Set(words.map(({ id }) => id)));
  return new Set(words.flatMap(nameText).filter((hash) => !facts.has(hash)));
}

function nameText(statement: Statement): string[] {
  const hash = textVouchedBy(statement);
  return hash === null ? [] : [hash];
}

/** Ids of statements that were here before their texts. */
export function listLate(workspace: Workspace, root: OpenRoot, { statements, texts }: Received): string[] {
  const named = new Set([...statements.values()].flatMap(nameText));
  const late = new Set([...texts.keys()].filter((hash) => !named.has(hash)));
  if (late.size === 0) return [];
  const known = workspace.seenIn(root).recallAfter(0).statements;
  return known.filter((each) => nameText(each).some((hash) => late.has(hash))).map(({ id }) => id);
}

type Taking = {
  readonly came: Received;
  readonly isTaken: (hash: string) => boolean;
};

/** Before any file follows from them: killed on the way, the next sync finds them here. Nothing is taken that cannot be kept. */
export function keepReceived(workspace: Workspace, root: OpenRoot, { came, isTaken }: Taking): void {
  const taken = [...came.texts].filter(([hash]) => isTaken(hash));
  keepSources(
    workspace,
    root,
    taken.map(([, { source }]) => source),
  );
}
