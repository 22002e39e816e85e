// What a carrier brought, read: statements whose signature holds and that are about this root, and texts that are memories. Whatever
// is neither is counted and left.
//
// Attack: everything here comes from a remote. A statement about another root, a signature that does not hold under the key that is
// known here, a text that is no memory or holds a secret: none of them enters. A text that a validator fails comes in, out of use.

import { bytesMaxOf, type ObjectName } from "../../memory/carried.ts";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { sourceOf } from "../../memory/file/source.ts";
import { isApproval } from "../../memory/law/kinds.ts";
import { factsOf } from "../../memory/law/sets/applying.ts";
import type { TextFacts } from "../../memory/law/sets/sets.ts";
import {
  isTextStatement,
  namedBy,
  parseStatement,
  type SignedStatement,
} from "../../memory/law/statement.ts";
import { STRANGE_STATEMENTS_MAX, STRANGERS_MAX } from "../../memory/limits.ts";
import { readPeopleFiles } from "../../trust/people-files.ts";
import { findFail } from "../change/judge-text.ts";
import { findSigner } from "../memories/known-signers.ts";
import { isHonest, isOfRoot } from "../sets/root-sets.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Objects = ReadonlyMap<ObjectName, Uint8Array>;

export type ReceivedText = {
  readonly source: string;
  readonly facts: TextFacts;
  /** Why a validator here fails it, in our own words. */
  readonly fault: string | null;
};

export type Received = {
  readonly statements: ReadonlyMap<string, SignedStatement>;
  /** As they came, to the last byte. */
  readonly bytes: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, ReceivedText>;
  /** How many were left, by why. */
  readonly left: ReadonlyMap<string, number>;
  /** Ids of which somebody trusted names a text that does not enter. */
  readonly secret: ReadonlySet<string>;
};

/** What the next version of this program takes. */
export const NEWER = "it is of a newer version";
const SECRET = "it contains a secret";

export async function receive(workspace: Workspace, root: OpenRoot, objects: Objects): Promise<Received> {
  const statements = new Map<string, SignedStatement>();
  const bytes = new Map<string, string>();
  const texts = new Map<string, ReceivedText>();
  const left = new Map<string, number>();
  const leave = (why: string): void => void left.set(why, (left.get(why) ?? 0) + 1);
  const of = (kind: "s/" | "t/"): [string, string][] =>
    [...objects].flatMap(([name, content]) => {
      if (!name.startsWith(kind)) return [];
      const decoded = decodeMemoryText(content, bytesMaxOf(name));
      if (decoded.kind === "text") return [[name.slice(2), decoded.text]];
      leave("no text");
      return [];
    });
  for (const [hash, text] of of("s/")) {
    const said = readHonest(workspace, root, { text, hash });
    if (typeof said === "string") leave(said);
    else {
      statements.set(hash, said);
      bytes.set(hash, text);
    }
  }
  const trusted = [...statements.values()]
    .filter(isTextStatement)
    .filter(({ signer }) => findSigner(workspace, root, signer) !== null);
  const approved = new Set(trusted.filter(isApproval).map(({ text }) => text));
  const secret = new Set<string>();
  for (const [hash, source] of of("t/")) {
    const text = await readText(workspace, source, approved.has(hash));
    if (typeof text !== "string") texts.set(hash, text);
    else {
      leave(text);
      if (text === SECRET) for (const each of trusted) if (each.text === hash) secret.add(each.id);
    }
  }
  return { statements, bytes, texts, left, secret };
}

/** @returns why it does not enter. */
function readHonest(
  workspace: Workspace,
  root: OpenRoot,
  { text, hash }: { readonly text: string; readonly hash: string },
): SignedStatement | string {
  const said = parseStatement(text, hash);
  if (!("hash" in said)) return said.kind === "newer" ? NEWER : "no statement";
  if (!isOfRoot(root, said)) return "it is about another root";
  if ((said.test === true) !== workspace.state.isTest) return "it is a test's";
  return isHonest(workspace, root, said) ? said : "its signature does not hold";
}

/** Only a text that is its own source: marks of whoever sent it are no part of it. */
async function readText(
  workspace: Workspace,
  source: string,
  isApproved: boolean,
): Promise<ReceivedText | string> {
  const facts = sourceOf(source) === source ? factsOf(source) : null;
  if (facts === null) return "no memory";
  const fail = await findFail(workspace, { name: "memory", text: source, isApproved });
  if (fail?.isSecret === true) return SECRET;
  return { source, facts, fault: fail?.reason ?? null };
}

type Strangers = {
  readonly came: Received;
  /** By signer, how many statements were taken. */
  readonly strangers: Readonly<Record<string, number>>;
};

/** With no more of strangers than their share. */
export type Shared = Strangers & {
  /** How many of their statements are beyond it. */
  readonly strange: number;
};

/** Of those whom nobody here trusts so many statements, of so many signers: who has a card in the root before others. */
export function leaveStrangers(workspace: Workspace, root: OpenRoot, { came, strangers }: Strangers): Shared {
  const known = new Set(workspace.signers.map(({ signer }) => signer));
  const strange = [...came.statements.values()].filter(({ signer }) => !known.has(signer));
  if (strange.length === 0) return { came, strangers, strange: 0 };
  const owned = readPeopleFiles(root.path).statements.filter(({ statement }) => statement.says === "owns");
  const cards = new Set(owned.map(({ statement }) => statement.subject));
  const counts: Record<string, number> = { ...strangers };
  const kept = new Set<string>();
  const ranked = strange.toSorted(
    (a, b) =>
      Number(cards.has(b.key)) - Number(cards.has(a.key)) ||
      Number(Object.hasOwn(counts, b.signer)) - Number(Object.hasOwn(counts, a.signer)) ||
      (a.hash < b.hash ? -1 : 1),
  );
  for (const { signer, hash, key } of ranked) {
    const count = Object.hasOwn(counts, signer) ? (counts[signer] ?? 0) : 0;
    // Whoever came first leaves as many places to those with a card.
    const places = cards.has(key) ? 2 * STRANGERS_MAX : STRANGERS_MAX;
    if ((count === 0 && Object.keys(counts).length >= places) || count >= STRANGE_STATEMENTS_MAX) continue;
    counts[signer] = count + 1;
    kept.add(hash);
  }
  // What somebody trusted answered to is shown with the answer.
  const named = new Set(
    [...came.statements.values()].filter(({ signer }) => known.has(signer)).flatMap(namedBy),
  );
  const statements = new Map(
    [...came.statements].filter(
      ([hash, { signer }]) => known.has(signer) || kept.has(hash) || named.has(hash),
    ),
  );
  const left = came.statements.size - statements.size;
  return { came: { ...came, statements }, strangers: counts, strange: left };
}
