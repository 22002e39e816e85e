// What takes the place of the id of a forgotten memory. Every machine that is given the id again finds the tombstone by it.
//
// Attack: an id is made of the words of a title, and whoever has the root would guess them. So each guess costs what scrypt
// costs, and the root's id is the salt: what was guessed for one root says nothing about another. It is no secret that a
// determined guesser never finds: a title of one or two common words falls in days.
//
// A throw-away test state has cheap ones under another salt.

import { scryptSync } from "node:crypto";
import type { KeyPurpose } from "./fingerprint.ts";

/** 4 MiB and about a hundredth of a second for each id: every id of a root pays it once on every machine. */
const DERIVATIONS = {
  real: { salt: "credence-forgotten-v2", N: 4_096 },
  test: { salt: "credence-test-forgotten-v2", N: 16 },
} as const satisfies Record<KeyPurpose, unknown>;
const BYTES = 32;

export function deriveOpaqueId(root: string, id: string, purpose: KeyPurpose): string {
  const { salt, N } = DERIVATIONS[purpose];
  return scryptSync(id, `${salt}:${root}`, BYTES, { N, r: 8, p: 1 }).toString("hex");
}
