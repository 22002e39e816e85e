// What this machine sends: the statements of everybody it trusts, and their texts. Of strangers nothing, and nothing that a validator
// fails here: whoever sends neither the text nor its word sends nothing of it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObjectName } from "../../git/carrier/layout.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isApproval, STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { isTextStatement, type Statement } from "../../memory/law/statement.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { FORGOTTEN } from "../../trust/attest-files.ts";
import { findFail } from "../change/judge-text.ts";
import { listTombstones } from "../memories/forgotten.ts";
import { isOwnKey, isTrustedIn } from "../memories/known-signers.ts";
import { readRootSets, toSets } from "../sets/root-sets.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

type Item = {
  readonly id: string;
  /** Of which memory's text, where it is one or has one. */
  readonly text: string | null;
  /** Somebody signed it here: others need not have it. */
  readonly isOwn: boolean;
};

export type Offer = {
  readonly items: ReadonlyMap<ObjectName, Item>;
  /** Those of trusted signers, of each memory of which something is offered. */
  readonly statements: readonly Statement[];
  /** By the hash of the source. */
  readonly sources: ReadonlyMap<string, string>;
  /** Hashes of those that a person approved: what is wrapped in `<redacted>` they may keep. */
  readonly approved: ReadonlySet<string>;
  readonly after: number;
  /** What is remembered up to here is in it. */
  readonly position: number;
};

/** What came here, or was signed here, after a position. */
export function gatherOffer(workspace: Workspace, root: OpenRoot, after: number): Offer {
  const { statements: seen, position } = workspace.seenIn(root).recallAfter(after);
  const items = new Map<ObjectName, Item>();
  const tombstones = listTombstones(workspace, root).all;
  for (const each of tombstones) items.set(`s/${each.hash}`, { id: FORGOTTEN, text: null, isOwn: true });
  // From the beginning all that lies in the root: a copy of it may hold what this machine has not looked at yet.
  const isAll = after === 0;
  const ids = new Set(seen.map(({ id }) => id));
  if (ids.size === 0 && !isAll)
    return {
      items,
      statements: tombstones,
      sources: new Map(),
      approved: new Set(),
      after,
      position,
    };
  const here = readRootSets(workspace, root, isAll ? null : ids);
  const { statements, texts } = toSets(here);
  const isNew = new Set(seen.map(({ hash }) => hash));
  for (const [hash, said] of statements) {
    if (!isTextStatement(said) || !here.trust.has(said.signer) || !(isAll || isNew.has(hash))) continue;
    // A word whose text is lost here still says when the memory began, and where its words came from.
    const hasText = STATEMENT_KINDS[said.act].rank !== undefined && texts.has(said.text);
    const isOwn = isOwnKey(workspace, root, said.signer);
    const item = { id: said.id, text: hasText ? said.text : null, isOwn };
    items.set(`s/${hash}`, item);
    if (hasText) items.set(`t/${said.text}`, item);
  }
  const trusted = [...statements.values()].filter(({ signer }) => here.trust.has(signer));
  const approved = new Set(
    trusted
      .filter(isTextStatement)
      .filter(isApproval)
      .map(({ text }) => text),
  );
  return { items, statements: [...tombstones, ...trusted], sources: here.sources, approved, after, position };
}

export type Blocked = { readonly id: string; readonly why: string };

export type Sendable = {
  readonly add: ReadonlyMap<ObjectName, Uint8Array>;
  readonly blocked: readonly Blocked[];
};

export async function readOffered(
  workspace: Workspace,
  root: OpenRoot,
  { offer, names }: { readonly offer: Offer; readonly names: readonly ObjectName[] },
): Promise<Sendable> {
  const blocked = new Map<string, Blocked>();
  const isFine = new Map<string, boolean>();
  const judge = async ({ id, text }: Item): Promise<boolean> => {
    const source = text === null ? undefined : offer.sources.get(text);
    if (text === null || source === undefined) return text === null;
    const known = isFine.get(text);
    if (known !== undefined) return known;
    const fail = await findFail(workspace, { name: id, text: source, isApproved: offer.approved.has(text) });
    isFine.set(text, fail === null);
    if (fail !== null) blocked.set(id, { id, why: fail.reason });
    return fail === null;
  };
  const add = new Map<ObjectName, Uint8Array>();
  const tombstones = createTombstoneReader(workspace, root);
  for (const name of names) {
    const item = offer.items.get(name);
    if (item === undefined || !(await judge(item))) continue;
    const bytes = name.startsWith("t/")
      ? Buffer.from(offer.sources.get(name.slice(2)) ?? "")
      : (readStatement(root, item.id, name.slice(2)) ?? tombstones().get(name.slice(2)) ?? null);
    if (bytes !== null && sha256Hex(bytes) === name.slice(2)) add.set(name, bytes);
  }
  return { add, blocked: [...blocked.values()] };
}

/** @returns null where somebody deleted it: it counts here all the same. */
function readStatement(root: OpenRoot, id: string, hash: string): Uint8Array | null {
  return ifPossible(() => readFileSync(join(root.path, "attest", id, `${hash}.json`)), null);
}

/** The ledger keeps the files of tombstones. */
function createTombstoneReader(workspace: Workspace, root: OpenRoot): () => Map<string, Uint8Array> {
  let read: Map<string, Uint8Array> | null = null;
  return () => {
    const kept = read === null ? workspace.seenIn(root).texts.tombstones() : [];
    read ??= new Map(kept.map(({ hash, text }) => [hash, Buffer.from(text)]));
    return read;
  };
}

/** The tombstones that this machine obeys, as one word. */
export function nameBuried(workspace: Workspace, root: OpenRoot): string {
  const hashes = listTombstones(workspace, root).all.map(({ hash }) => hash);
  return hashes.length === 0 ? "" : sha256Hex(hashes.sort().join("\n"));
}

/** Whom this machine trusts in the root, and which statements it can read, as one word: with another all is looked at again. */
export function nameSigners({ signers }: Workspace, root: OpenRoot): string {
  const trusted = signers.filter((each) => isTrustedIn(each, root));
  const words = trusted.map(({ signer, former, lost }) => `${signer} ${former === true} ${lost === true}`);
  return sha256Hex([READS, ...[...new Set(words)].sort()].join("\n"));
}

const READS = "credence-statement-1";
