// The sets of a root, or of some ids of it: every statement that this machine has of them, on disk or remembered, and every text that
// is a file or is kept. Files are what the view of these sets says, but for edits by hand.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { digestFolded } from "../../memory/file/digest.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { sourceOf } from "../../memory/file/source.ts";
import { STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { factsOf } from "../../memory/law/sets/applying.ts";
import type { Law } from "../../memory/law/sets/memories.ts";
import type { Sets, TextFacts, Trust } from "../../memory/law/sets/sets.ts";
import { listOtherNames, type SetFile } from "../../memory/law/sets/view.ts";
import { trustOf } from "../../memory/law/standing-input.ts";
import {
  isTextStatement,
  type SignedStatement,
  type Statement,
  type TextStatement,
  textNamedBy,
} from "../../memory/law/statement.ts";
import type { Directory } from "../../memory/law/transitions.ts";
import { DIRECTORIES, type FileEntry, listFiles } from "../../store/memory-files.ts";
import { listAttestedIds, placeOf, readAttestFiles } from "../../trust/attest-files.ts";
import { isSignedBy } from "../../trust/sign.ts";
import { readContent } from "../memories/file/read-content.ts";
import { listTombstones } from "../memories/forgotten.ts";
import { heldIn } from "../memories/kept/held.ts";
import { findSigner, isTrustedIn, maySay } from "../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** A file of a memory, by its path in the root. */
export type PresentFile = {
  readonly text: string;
  readonly source: string | null;
  /** Of its source. */
  readonly hash: string;
  readonly directory: Directory;
  /** Its own marks, or its place, take it out of use. */
  readonly isLow: boolean;
};

export type RootSets = {
  readonly trust: Trust;
  readonly statements: ReadonlyMap<string, Statement>;
  /** By the hash of the source. */
  readonly sources: ReadonlyMap<string, string>;
  readonly facts: ReadonlyMap<string, TextFacts>;
  readonly files: ReadonlyMap<string, PresentFile>;
};

/** `null`: the whole root. */
export type Ids = ReadonlySet<string> | null;

export function readRootSets(workspace: Workspace, root: OpenRoot, ids: Ids): RootSets {
  const trust = trustIn(workspace, root);
  const statements = readAbout(workspace, root, ids);
  const files = new Map<string, PresentFile>();
  const [sources, facts] = [new Map<string, string>(), new Map<string, TextFacts>()];
  const add = (source: string, hash: string, of: TextFacts | null = null): void => {
    const found = facts.has(hash) ? null : (of ?? factsOf(source));
    if (found === null) return;
    sources.set(hash, source);
    facts.set(hash, found);
  };
  const take = (entries: readonly FileEntry[]): void => {
    for (const entry of entries) {
      const read = files.has(pathIn(entry)) ? null : readPresent(entry);
      if (read === null) continue;
      const { file, facts: found } = read;
      files.set(pathIn(entry), file);
      if (file.source !== null) add(file.source, file.hash, found);
    }
  };
  take(ids === null ? listFiles(root.path).entries : listAbout(root, ids, statements.values()));
  const retained = workspace.seenIn(root).texts;
  for (const each of statements.values()) {
    const hash = textNamedBy(each);
    const source = hash === null || facts.has(hash) ? null : retained.read(hash);
    if (hash !== null && source !== null) add(source, hash);
  }
  return { trust, statements, sources, facts, files };
}

/** Files of these ids, and of what waits beside them: its text may be nowhere else, so its name follows from what was said. */
function listAbout(root: OpenRoot, ids: ReadonlySet<string>, said: Iterable<Statement>): FileEntry[] {
  const words = [...said].filter(isTextStatement).filter(({ id }) => ids.has(id));
  const others = words.flatMap((each) => listOthers(root, each));
  return [...[...ids].flatMap((id) => entriesOf(root, id)), ...others];
}

/** A longer name is given out where the shorter one is taken. */
function listOthers(root: OpenRoot, said: TextStatement): FileEntry[] {
  const found: FileEntry[] = [];
  for (const name of listOtherNames(said)) {
    const entries = entriesOf(root, name);
    if (entries.length === 0) break;
    found.push(...entries);
  }
  return found;
}

function entriesOf(root: OpenRoot, id: string): FileEntry[] {
  return DIRECTORIES.flatMap((directory) => {
    const path = join(root.path, directory, `${id}.md`);
    return existsSync(path) ? [{ id, directory, path }] : [];
  });
}

function pathIn({ directory, id }: Pick<FileEntry, "directory" | "id">): string {
  return `${directory}/${id}.md`;
}

/** @returns null for what is no text. `facts`: where they are those of its source, which is then not read again. */
function readPresent(
  entry: FileEntry,
): { readonly file: PresentFile; readonly facts: TextFacts | null } | null {
  const { text, memory, digest } = readContent(entry);
  if (text === null) return null;
  const file = toPresent(text, { directory: entry.directory, tier: memory?.tier ?? null });
  const isAsSource = memory !== null && digest !== null && !/[\uFEFF\r]/.test(text);
  return { file, facts: isAsSource ? { digest, folded: digestFolded(memory) } : null };
}

export function toPresent(
  text: string,
  { directory, tier }: { readonly directory: Directory; readonly tier: string | null },
): PresentFile {
  const isLow = directory === "quarantine" || tier === "quarantined";
  const source = sourceOf(text);
  return { text, source, hash: sha256Hex(source ?? text), directory, isLow };
}

/** Statements that count or might: of strangers, those whose signature holds under their own key. */
function readAbout(workspace: Workspace, root: OpenRoot, ids: Ids): Map<string, Statement> {
  const seen = workspace.seenIn(root);
  const about = ids ?? new Set([...listAttestedIds(root.path), ...seen.ids()]);
  const remembered = new Map(seen.recallEach([...about]).map((each) => [each.hash, each]));
  const statements = new Map<string, Statement>(remembered);
  for (const id of about)
    for (const each of readAttestFiles(root.path, id, { known: remembered }).attestations)
      if (isOfRoot(root, each) && placeOf(each) === id && isHonest(workspace, root, each))
        statements.set(each.hash, each);
  for (const each of listTombstones(workspace, root).all) statements.set(each.hash, each);
  return statements;
}

export function isOfRoot({ id, scope }: OpenRoot, said: Pick<SignedStatement, "root" | "scope">): boolean {
  return said.root === id && said.scope === scope;
}

/** Does the signature hold: under the key that is known here, or under its own where nobody here knows the signer? */
export function isHonest(workspace: Workspace, root: OpenRoot, said: SignedStatement): boolean {
  const known = findSigner(workspace, root, said.signer);
  return known === null ? isSignedBy(said, said.key) : maySay(known, said) && isSignedBy(said, known.key);
}

function trustIn({ signers }: Workspace, root: OpenRoot): Trust {
  return trustOf(signers.filter((each) => isTrustedIn(each, root)));
}

/** As the law reads them. */
export function toSets({ statements, facts }: Pick<RootSets, "statements" | "facts">): Sets {
  return { statements, texts: facts };
}

/** `failing`: hashes of texts that are out of use here, though nobody signed it. */
export function lawOf(
  workspace: Workspace,
  root: OpenRoot,
  { trust, failing = NONE }: { readonly trust: Trust; readonly failing?: ReadonlySet<string> },
): Law {
  return {
    trust,
    me: workspace.keys.machine.signer,
    verdicts: {
      fails: (text) => failing.has(text),
      // What arrives is compared where it arrives; what is in use stays so when somebody removes another memory like it.
      copies: () => [],
      held: heldIn(workspace, root),
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Texts whose file was put out of use past the statements: by a validator when they came, or by hand. Where others are trusted than
 * before, what somebody once lowered lies where it does because of that.
 */
export function findFailing(
  view: readonly SetFile[],
  files: ReadonlyMap<string, PresentFile>,
  said: Iterable<Statement> = [],
): ReadonlySet<string> {
  const low = new Set([...files.values()].filter(({ isLow }) => isLow).map(({ hash }) => hash));
  const lowered = new Set(
    [...said].filter(({ act }) => STATEMENT_KINDS[act].makes === "quarantined").map(({ born }) => born),
  );
  return new Set(
    view.flatMap(({ text, standing, born }) =>
      standing !== "quarantined" && low.has(text) && !lowered.has(born) ? [text] : [],
    ),
  );
}
