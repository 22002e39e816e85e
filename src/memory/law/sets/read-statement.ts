// A statement of any version, as those read it who know what is said and not how: the words of version 3 in the terms of version 1.

import { type Attestation, parseAttestation } from "../attestation.ts";
import type { UnreadAttestation } from "../statement-form.ts";
import { isWord, parseSetStatement, type ReadStatement } from "./said.ts";

export function parseStatement(text: string, hash: string): Attestation | UnreadAttestation {
  const first = parseAttestation(text, hash);
  if ("hash" in first || first.kind !== "newer") return first;
  const read = parseSetStatement(text, hash);
  return "said" in read ? toAttestation(read) : read;
}

/** A tombstone ends what it names; every other statement has what it follows and lifts as its parents. */
function toAttestation({ said, statement, proof }: ReadStatement): Attestation {
  const { root, scope, id, act, time, signer, reason, hash, test } = said;
  const common = {
    ...{ v: 3 as const, root, scope, id, act, time, signer, reason, hash, set: statement },
    ...proof,
  };
  const more = test === true ? { test: true as const } : {};
  if (!isWord(said)) {
    const [digest = NO_DIGEST] = said.digests;
    return { ...common, ...more, digest, acknowledged: [], parents: said.ends };
  }
  const { digest, acknowledged, follows, lifts } = said;
  return { ...common, ...more, digest, acknowledged, parents: [...new Set([...follows, ...lifts])].sort() };
}

/** Nobody knew a text of it. */
const NO_DIGEST = "0".repeat(64);
