// Who came before whom in version 1, where a statement named its parents alone.
//
// Attack: a chain is as long as its signer likes, and all ancestors of all its statements would fill the memory. So each statement is
// looked at once, its ancestors are one bit each, and names are made of them for whoever asks.

import type { Attestation } from "../attestation.ts";

type Named = Pick<Attestation, "hash" | "parents">;

/** `leads`: only through such parents are others reached. @returns the ancestors of each that are here, by name. */
export function createAncestry<Each extends Named>(
  statements: readonly Each[],
  leads: (said: Each) => boolean,
): (said: Named) => string[] {
  const byHash = new Map(statements.map((each) => [each.hash, each]));
  const hashes = [...byHash.keys()].sort();
  const places = new Map(hashes.map((hash, at) => [hash, at]));
  const known = new Map<string, Uint32Array>();
  const parentsOf = (said: Named): Each[] => said.parents.flatMap((hash) => byHash.get(hash) ?? []);
  const join = (said: Named): Uint32Array => {
    const bits = new Uint32Array(Math.ceil(hashes.length / BITS));
    for (const parent of parentsOf(said)) {
      setBit(bits, places.get(parent.hash) ?? 0);
      const before = leads(parent) ? (known.get(parent.hash) ?? []) : [];
      for (const [at, word] of before.entries()) bits[at] = (bits[at] ?? 0) | word;
    }
    return bits;
  };
  for (const said of parentsFirst(statements, parentsOf)) known.set(said.hash, join(said));
  return ({ hash }) => listBits(known.get(hash) ?? new Uint32Array()).flatMap((at) => hashes[at] ?? []);
}

const BITS = 32;

function setBit(bits: Uint32Array, at: number): void {
  const word = Math.floor(at / BITS);
  bits[word] = (bits[word] ?? 0) | (1 << (at % BITS));
}

function listBits(bits: Uint32Array): number[] {
  const found: number[] = [];
  for (const [at, word] of bits.entries())
    for (let bit = 0, left = word; left !== 0; bit += 1, left >>>= 1)
      if ((left & 1) === 1) found.push(at * BITS + bit);
  return found;
}

function parentsFirst<Each extends Named>(
  statements: readonly Each[],
  parentsOf: (said: Named) => readonly Each[],
): Each[] {
  const inOrder = new Set<Each>();
  const begun = new Set<Each>();
  const open = [...statements];
  for (let said = open.at(-1); said !== undefined; said = open.at(-1)) {
    const before = begun.has(said) ? [] : parentsOf(said);
    begun.add(said);
    if (before.length > 0) open.push(...before);
    else {
      inOrder.add(said);
      open.pop();
    }
  }
  return [...inOrder];
}
