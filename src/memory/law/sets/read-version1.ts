// Statements of versions 1 and 2, read as version 3. They stay valid for ever, and a pure function of all that is known about an id
// says what they mean in the law of sets.
//
// Version 1 had one list of parents: those that vouch are what it replaces, with their ancestors; those that took out of use are what
// it lifts. A parent that is not here is named in neither: when it comes, the same function says what it was.

import { STATEMENTS_MAX } from "../../limits.ts";
import { isApproval, isLowering, isNegative } from "../acts.ts";
import { type Attestation, kindOfSigner } from "../attestation.ts";
import { isErasingAct } from "./acts.ts";
import { createAncestry } from "./ancestry.ts";
import type { Said, SaidTombstone, SaidWord } from "./said.ts";
import { bornOfVersion1 } from "./sets.ts";

export type Reading = {
  /** Only such parents lead further: a stranger who names others does not stand between them. */
  readonly counts: (said: Attestation) => boolean;
  /** The text of a digest: version 1 signed no more than that. Of several the least hash; null where none is here. */
  readonly textOf: (digest: string) => string | null;
};

/** Stands for a text that is not here. */
const NO_TEXT = "0".repeat(64);

export function readVersion1(statements: readonly Attestation[], reading: Reading): Said[] {
  const byHash = new Map(statements.map((each) => [each.hash, each]));
  const isOverfull = statements.length > ANCESTRY_MAX;
  const ancestorsOf = createAncestry(isOverfull ? [] : statements, reading.counts);
  const textOf: Reading["textOf"] = isOverfull ? () => null : reading.textOf;
  const known = { byHash, ancestorsOf, textOf };
  return statements.map((said) => (said.v === 2 ? readTombstone(said) : readWord(said, known)));
}

/** Of more than this, strangers' included, nothing vouches for a text. */
const ANCESTRY_MAX = 4 * STATEMENTS_MAX;

type Known = {
  readonly byHash: ReadonlyMap<string, Attestation>;
  readonly ancestorsOf: (said: Attestation) => string[];
  readonly textOf: Reading["textOf"];
};

function readWord(said: Attestation, { byHash, ancestorsOf, textOf }: Known): SaidWord {
  const { root, scope, id, digest, acknowledged, time, signer, reason, hash, test } = said;
  const parents = said.parents.flatMap((each) => byHash.get(each) ?? []);
  return {
    ...{ v: 3, root, scope, id, digest, time, signer, reason, hash },
    // Version 1 had a tombstone without a version of its own, which only took the memory out of use, and only at a person's word.
    act: isErasingAct(said.act) ? "revoke" : said.act,
    // A machine could lower what a person had approved only where a validator failed it.
    acknowledged: isValidators(said, parents) ? ["validator"] : acknowledged,
    born: bornOfVersion1(said),
    text: textOf(digest) ?? NO_TEXT,
    // Of these only words that vouch for a text are replaced, whatever else is among them.
    get follows() {
      return ancestorsOf(said);
    },
    lifts: parents.filter(isNegative).map(({ hash: named }) => named),
    source: null,
    ...{ device: signer, seq: 0, prev: null },
    ...(test === true && { test }),
  };
}

function isValidators(said: Attestation, parents: readonly Attestation[]): boolean {
  return isLowering(said) && kindOfSigner(said.signer) === "machine" && parents.some(isApproval);
}

function readTombstone(said: Attestation): SaidTombstone {
  const { root, scope, id, digest, folded, time, signer, reason, parents, hash, test } = said;
  const digests = [...new Set([digest, ...(folded == null ? [] : [folded])])];
  return {
    ...{ v: 3, act: "forget", born: null, root, scope, id, digests, ends: parents },
    ...{ time, signer, reason, hash, device: signer, seq: 0, prev: null },
    ...(test === true && { test }),
  };
}
