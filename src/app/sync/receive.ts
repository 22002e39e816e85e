// What a carrier brought, read: statements whose signature holds and that are about this root, and texts that are memories. Whatever
// is neither is counted and left.
//
// Attack: everything here comes from a remote. A statement about another root, a signature that does not hold under the key that is
// known here, a text that is no memory or holds a secret: none of them enters. A text that a validator fails comes in, out of use.

import type { ObjectName } from "../../git/carrier/layout.ts";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { sourceOf } from "../../memory/file/source.ts";
import { isApproval } from "../../memory/law/acts.ts";
import type { Attestation } from "../../memory/law/attestation.ts";
import { parseStatement } from "../../memory/law/sets/read-statement.ts";
import type { TextFacts } from "../../memory/law/sets/sets.ts";
import { findFail } from "../change/judge-text.ts";
import { findSigner } from "../memories/known-signers.ts";
import { factsOf, isHonest, isOfRoot } from "../sets/root-sets.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Objects = ReadonlyMap<ObjectName, Uint8Array>;

export type ReceivedText = {
  readonly source: string;
  readonly facts: TextFacts;
  /** Why a validator here fails it, in our own words. */
  readonly fault: string | null;
};

export type Received = {
  readonly statements: ReadonlyMap<string, Attestation>;
  /** As they came, to the last byte. */
  readonly bytes: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, ReceivedText>;
  /** How many were left, by why. */
  readonly left: ReadonlyMap<string, number>;
};

export async function receive(workspace: Workspace, root: OpenRoot, objects: Objects): Promise<Received> {
  const statements = new Map<string, Attestation>();
  const bytes = new Map<string, string>();
  const texts = new Map<string, ReceivedText>();
  const left = new Map<string, number>();
  const leave = (why: string): void => void left.set(why, (left.get(why) ?? 0) + 1);
  const of = (kind: "s/" | "t/"): [string, string][] =>
    [...objects].flatMap(([name, content]) => {
      if (!name.startsWith(kind)) return [];
      const decoded = decodeMemoryText(content);
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
  const approved = listApproved(workspace, root, statements.values());
  for (const [hash, source] of of("t/")) {
    const text = await readText(workspace, source, (digest) => approved.has(hash) || approved.has(digest));
    if (typeof text === "string") leave(text);
    else texts.set(hash, text);
  }
  return { statements, bytes, texts, left };
}

/** Hashes and digests of texts that somebody trusted approved: what is wrapped in `<redacted>` they may keep. */
function listApproved(
  workspace: Workspace,
  root: OpenRoot,
  statements: Iterable<Attestation>,
): ReadonlySet<string> {
  const approvals = [...statements].filter(
    (each) => isApproval(each) && findSigner(workspace, root, each.signer) !== null,
  );
  return new Set(
    approvals.map(({ set, digest }) => (set !== undefined && "text" in set ? set.text : digest)),
  );
}

/** @returns why it does not enter. */
function readHonest(
  workspace: Workspace,
  root: OpenRoot,
  { text, hash }: { readonly text: string; readonly hash: string },
): Attestation | string {
  const said = parseStatement(text, hash);
  if (!("hash" in said)) return said.kind === "newer" ? "it is of a newer version" : "no statement";
  if (!isOfRoot(root, said)) return "it is about another root";
  if ((said.test === true) !== workspace.state.isTest) return "it is a test's";
  return isHonest(workspace, root, said) ? said : "its signature does not hold";
}

/** Only a text that is its own source: marks of whoever sent it are no part of it. */
async function readText(
  workspace: Workspace,
  source: string,
  isApproved: (digest: string) => boolean,
): Promise<ReceivedText | string> {
  const facts = sourceOf(source) === source ? factsOf(source) : null;
  if (facts === null) return "no memory";
  const fail = await findFail(workspace, {
    name: "memory",
    text: source,
    isApproved: isApproved(facts.digest),
  });
  if (fail?.isSecret === true) return "it contains a secret";
  return { source, facts, fault: fail?.reason ?? null };
}
