// Reads the objects that a client sends: bytes named by their hash, and statements of exactly this root, signed by the key
// that they name.
//
// Attack: the owner of a token sends anything, in any number. Sizes are checked first, then hashes, then shapes;
// signatures, the most expensive check, come last and only for new objects. Trust in a signer is left to the readers.

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

export type ReceivedObjects = {
  readonly statements: readonly IncomingStatement[];
  readonly texts: readonly IncomingText[];
  /** Names, each with the reason. */
  readonly refused: Map<ObjectName, string>;
};

/** Takes `[name, text]` pairs; other shapes were refused before. */
export function readObjects(
  given: readonly (readonly [ObjectName, string])[],
  root: string,
): ReceivedObjects {
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

/** @returns null when the value is not a list of pairs of a name and a text. */
export function readPairs(value: unknown): [ObjectName, string][] | null {
  if (!Array.isArray(value)) return null;
  const pairs = value.filter(
    (each): each is [ObjectName, string] =>
      Array.isArray(each) && each.length === 2 && isObjectName(each[0]) && typeof each[1] === "string",
  );
  return pairs.length === value.length ? pairs : null;
}
