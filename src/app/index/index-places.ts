// Is the index up to date? By the times of the root's directories, and by what else its standings rest on.

import { join } from "node:path";
import { readFact, writeFact } from "../../search/index/facts.ts";
import type { SearchIndex } from "../../search/index/open-index.ts";
import { countRows } from "../../search/index/reader.ts";
import { transact } from "../../search/index/transact.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { countMemories } from "../../store/memory-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type IndexedRoot = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly index: SearchIndex;
};

export type Places = {
  readonly text: string;
  /** Seen so soon after a change that another one in the same instant would look the same. */
  readonly young: boolean;
};

const YOUNG = " young";

export function readPlaces(root: OpenRoot, now: number): Places {
  const seen = ["memories", "quarantine", "attest"].map((name) => identifyFile(join(root.path, name), now));
  return { text: seen.map(({ text }) => text).join(" "), young: seen.some(({ young }) => young) };
}

export function writePlaces({ index }: IndexedRoot, { text, young }: Places): void {
  transact(index, () => writeFact(index, "places", young ? text + YOUNG : text));
}

/** Has nothing come, gone or been renamed since? */
export function isKnown(subject: IndexedRoot, places: Places): boolean {
  if (!wasKnown(subject, places)) return false;
  const { root, index } = subject;
  if (readFact(index, "places") === places.text) return true;
  // What came in the same instant as the last thing seen makes more files than rows.
  if (countMemories(root.path) !== countRows(index)) return false;
  if (!places.young) writePlaces(subject, places);
  return true;
}

/** The same without a look at what may have come in the same instant. */
export function wasKnown(subject: IndexedRoot, { text }: Places): boolean {
  const known = readFact(subject.index, "places");
  return (
    (known === text || known === text + YOUNG) && readFact(subject.index, "basis") === renderBasis(subject)
  );
}

/** What every standing in the index rests on, besides the files of the root. */
export function renderBasis({ workspace, root }: IndexedRoot): string {
  const signers = workspace.signers
    .map(({ signer, root: only, lost }) => `${signer}@${only ?? "*"}${lost === true ? " lost" : ""}`)
    .sort();
  return JSON.stringify([workspace.state.path, workspace.state.isTest, root.path, root.waits, signers]);
}
