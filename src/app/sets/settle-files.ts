// In a root that is computed by the law of sets an act says something and brings a text, and the view says which files follow. So the
// files that an act would write itself are replaced by those of the view, in the same transaction: another text of the memory comes
// to its place, waits beside it, or goes, and whoever acted need not know. A sync is such an act, of many statements.

import { basename, relative } from "node:path";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { hashSource } from "../../memory/file/source.ts";
import { isApproval } from "../../memory/law/kinds.ts";
import { factsOf } from "../../memory/law/sets/applying.ts";
import { createEnding, selectCounted } from "../../memory/law/sets/sets.ts";
import { computeView, listOtherNames, type SetFile } from "../../memory/law/sets/view.ts";
import {
  isTextStatement,
  parseStatement,
  type SignedStatement,
  type SignedTextStatement,
  type Statement,
  stemOfOther,
  textNamedBy,
} from "../../memory/law/statement.ts";
import { findArchived, readFileContent } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { keepSources } from "../memories/kept/retained-texts.ts";
import { writeIfPossible } from "../workspace/open-records.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { namesOf, planFiles } from "./plan-view.ts";
import {
  findFailing,
  type Ids,
  lawOf,
  type PresentFile,
  type RootSets,
  readRootSets,
  toPresent,
  toSets,
} from "./root-sets.ts";

export type Settling = {
  /** Ids whose files are looked at besides those that something is said of; `all` where others are trusted than before. */
  readonly also?: ReadonlySet<string> | "all";
  /** Others are trusted than when the files were written. */
  readonly isTrustNew?: boolean;
  /** Hashes of texts that come in out of use, because a validator here fails them. */
  readonly failing?: ReadonlySet<string>;
};

export type Settled = {
  readonly changes: readonly Change[];
  /** Hashes of texts that are over once the changes are done. */
  readonly ended: readonly string[];
};

export function settleFiles(
  workspace: Workspace,
  root: OpenRoot,
  {
    changes,
    also = NONE,
    failing: came = NONE,
    isTrustNew = false,
  }: Settling & { readonly changes: readonly Change[] },
): Settled {
  const said = changes.flatMap(readStatement);
  if (said.length === 0 && also !== "all" && also.size === 0) return { changes, ended: [] };
  const words = said.filter(isTextStatement);
  const touched = changes.flatMap((change) => pathsOf(change).flatMap(idOfPath));
  const ids: Ids = also === "all" ? null : new Set([...also, ...words.map(({ id }) => id), ...touched]);
  const now = readRootSets(workspace, root, ids);
  const then = followActs(workspace, root, { sets: now, said, changes });
  const { sets, view, after, known } = judge(workspace, root, {
    now,
    then,
    came,
    isTrustNew,
    isNews: changes.length > 0,
  });
  const acted = new Set(changes.flatMap(pathsOf));
  const isAway = createAway(root, { known, files: then.files });
  const present = { ...then, files: now.files, acted, isAway };
  const { changes: planned, kept } = planFiles(view, { before: sets.statements.values(), after }, present);
  keepTexts(workspace, root, { ...then, hashes: [...kept, ...said.flatMap(approvedBy)] });
  const named = namesOf(sets.statements.values());
  const still = namesOf(after);
  const ended = new Set([...named].filter((hash) => !still.has(hash)));
  const archived = listArchived(root, sets.statements.values(), ended).filter(({ path }) => !acted.has(path));
  const left = changes.filter((change) => !isPlanned(change, { named, files: now.files }));
  return { changes: [...left, ...planned, ...archived], ended: [...ended] };
}

type Judging = {
  readonly now: RootSets;
  readonly then: RootSets;
  readonly came: ReadonlySet<string>;
  readonly isTrustNew: boolean;
  /** Was anything said or written? */
  readonly isNews: boolean;
};

/** The files as they were, and as they will be without what a tombstone has ended. */
function judge(workspace: Workspace, root: OpenRoot, { now, then, came, isTrustNew, isNews }: Judging) {
  const [before, sets] = [toSets(now), toSets(then)];
  const { trust } = now;
  const known = computeView(before, lawOf(workspace, root, { trust }));
  const low = findFailing(known, then.files, isTrustNew ? before.statements.values() : []);
  const law = lawOf(workspace, root, { trust, failing: new Set([...low, ...came]) });
  const after = leaveEnded(sets.statements.values(), law);
  const isAsKnown = !isNews && low.size + came.size === 0 && after.length === before.statements.size;
  const left = { ...sets, statements: new Map(after.map((each) => [each.hash, each])) };
  const view = isAsKnown ? known : computeView(left, law);
  return { sets, known, view, after };
}

/** What is over is over in the archive, too. */
function listArchived(root: OpenRoot, said: Iterable<Statement>, ended: ReadonlySet<string>): RemovedFile[] {
  const words = [...said].filter(isTextStatement).filter(({ text }) => ended.has(text));
  const names = new Set(words.flatMap((each) => [each.id, ...listOtherNames(each)]));
  const paths = [...names].flatMap((name) => findArchived(root.path, name));
  return paths.flatMap((path): RemovedFile[] => {
    const content = readFileContent(path);
    const bytes = content.kind === "bytes" ? Buffer.from(content.bytes) : null;
    if (bytes === null || !ended.has(hashSource(bytes.toString("utf8")))) return [];
    return [{ kind: "remove", path: relative(root.path, path), sha256: sha256Hex(bytes) }];
  });
}

type RemovedFile = Extract<Change, { readonly kind: "remove" }>;

const NONE: ReadonlySet<string> = new Set();

/** What a person approved comes back when somebody edits its file by hand. */
function approvedBy(statement: Statement): string[] {
  return isTextStatement(statement) && isApproval(statement) ? [statement.text] : [];
}

/** A disk that refuses this costs only the way back. */
function keepTexts(workspace: Workspace, root: OpenRoot, kept: Pick<RootSets, "sources"> & Hashes): void {
  const sources = [...new Set(kept.hashes)].flatMap((hash) => kept.sources.get(hash) ?? []);
  writeIfPossible(workspace.troubles, () => keepSources(workspace, root, sources));
}

type Hashes = { readonly hashes: readonly string[] };

type Before = { readonly known: readonly SetFile[]; readonly files: ReadonlyMap<string, PresentFile> };

/** What is out of use needs no file: one that was taken away here is not brought back by somebody's word about it. */
function createAway(root: OpenRoot, { known, files }: Before): (file: SetFile) => boolean {
  const keyOf = ({ born, text }: SetFile): string => `${born} ${text}`;
  const was = new Set(known.map(keyOf));
  const present = new Set([...files.values()].map(({ hash }) => hash));
  return (file) => {
    const isOut = file.standing === "quarantined" || file.standing === "retired";
    if (!isOut || present.has(file.text)) return false;
    return was.has(keyOf(file)) || findArchived(root.path, file.name).length > 0;
  };
}

/** Statements about texts among the changes. */
export function readSigned(changes: readonly Change[]): SignedTextStatement[] {
  return changes.flatMap(readStatement).filter(isTextStatement);
}

function readStatement(change: Change): SignedStatement[] {
  if (change.kind !== "write" || !change.path.startsWith("attest/")) return [];
  const said = parseStatement(change.text, basename(change.path, ".json"));
  return "hash" in said ? [said] : [];
}

function pathsOf(change: Change): string[] {
  return change.kind === "move" ? [change.from, change.to] : [change.path];
}

/** Of the file of a memory. */
function idOfPath(path: string): string[] {
  return /^(?:memories|quarantine)\/[^/]+\.md$/.test(path) ? [stemOfOther(basename(path, ".md"))] : [];
}

type Acts = {
  readonly sets: RootSets;
  readonly said: readonly SignedStatement[];
  readonly changes: readonly Change[];
};

/** As the act would leave them. */
function followActs(
  { seenIn }: Pick<Workspace, "seenIn">,
  root: OpenRoot,
  { sets, said, changes }: Acts,
): RootSets {
  const files = new Map(sets.files);
  const [sources, facts] = [new Map(sets.sources), new Map(sets.facts)];
  const add = (source: string | null, hash: string): void => {
    const found = source === null ? null : factsOf(source);
    if (source === null || found === null) return;
    sources.set(hash, source);
    facts.set(hash, found);
  };
  // What came from elsewhere is kept already.
  const retained = seenIn(root).texts;
  for (const hash of said.flatMap((each) => textNamedBy(each) ?? [])) add(retained.read(hash), hash);
  const put = (path: string, text: string): void => {
    const parsed = parseMemory(text);
    const directory = path.startsWith("quarantine/") ? "quarantine" : "memories";
    const file = toPresent(text, { directory, tier: parsed.kind === "memory" ? parsed.memory.tier : null });
    files.set(path, file);
    add(file.source, file.hash);
  };
  for (const change of changes) {
    if (change.kind === "write" && idOfPath(change.path).length > 0) put(change.path, change.text);
    if (change.kind === "remove") files.delete(change.path);
    if (change.kind === "move") {
      const file = files.get(change.from);
      files.delete(change.from);
      if (file !== undefined && idOfPath(change.to).length > 0) put(change.to, file.text);
    }
  }
  const statements = new Map<string, Statement>(sets.statements);
  for (const each of said) statements.set(each.hash, each);
  return { ...sets, statements, sources, facts, files };
}

/** Without what a tombstone that counts has ended. */
function leaveEnded(statements: Iterable<Statement>, law: ReturnType<typeof lawOf>): Statement[] {
  const all = [...statements];
  const isEnded = createEnding(selectCounted(all, law.trust));
  return all.filter((each) => !isTextStatement(each) || !isEnded(each));
}

type Known = {
  readonly named: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, PresentFile>;
};

/** Is it the view that says what becomes of the file? */
function isPlanned(change: Change, { named, files }: Known): boolean {
  const path = change.kind === "move" ? change.from : change.path;
  if (idOfPath(path).length === 0) return false;
  if (change.kind === "write") return named.has(hashSource(change.text));
  const file = files.get(path);
  return file !== undefined && named.has(file.hash);
}
