// What a client sends, read: bytes under their own hash, statements of exactly this root, signed by the key that they name.
//
// Attack: whoever has a token sends anything, in any number. Sizes are looked at first, then hashes, then shapes; signatures, which
// cost most, last and only for what is new here. Whether a signer is trusted is for whoever reads it.

import { findFault, isObjectName, type ObjectName } from "../../../src/memory/carried.ts";
import { parseStatement, type SignedStatement, textVouchedBy } from "../../../src/memory/law/statement.ts";
import { isSignedBy } from "../../../src/trust/sign.ts";

export type IncomingStatement = {
  readonly hash: string;
  readonly bytes: Buffer;
  readonly said: SignedStatement;
  readonly born: string;
  /** The hash of the text that it vouches for. */
  readonly names: string | null;
};

export type IncomingText = { readonly hash: string; readonly bytes: Buffer };

export type Incoming = {
  readonly statements: readonly IncomingStatement[];
  readonly texts: readonly IncomingText[];
  /** By name, why it is not taken. */
  readonly refused: Map<ObjectName, string>;
};

/** `[name, text]` each; whatever is not of that form was refused before. */
export function readObjects(given: readonly (readonly [ObjectName, string])[], root: string): Incoming {
  const statements: IncomingStatement[] = [];
  const texts: IncomingText[] = [];
  const refused = new Map<ObjectName, string>();
  for (const [name, text] of new Map(given)) {
    const bytes = Buffer.from(text, "utf8");
    const fault = findFault(name, bytes);
    const hash = name.slice(2);
    if (fault !== null) refused.set(name, fault);
    else if (name.startsWith("t/")) texts.push({ hash, bytes });
    else {
      const said = readStatement(text, { hash, root });
      if (typeof said === "string") refused.set(name, said);
      else statements.push({ hash, bytes, said, born: said.born, names: textVouchedBy(said) });
    }
  }
  return { statements, texts, refused };
}

function readStatement(
  text: string,
  { hash, root }: { readonly hash: string; readonly root: string },
): SignedStatement | string {
  const said = parseStatement(text, hash);
  if (!("hash" in said)) return said.kind === "newer" ? "newer" : "no statement";
  if (said.root !== root) return "another root";
  return said;
}

export function isHonest({ said }: IncomingStatement): boolean {
  return isSignedBy(said, said.key);
}

/** @returns null when it is not a list of pairs of a name and a text. */
export function readPairs(value: unknown): [ObjectName, string][] | null {
  if (!Array.isArray(value)) return null;
  const pairs = value.filter(
    (each): each is [ObjectName, string] =>
      Array.isArray(each) && each.length === 2 && isObjectName(each[0]) && typeof each[1] === "string",
  );
  return pairs.length === value.length ? pairs : null;
}
