// A case as an input of the law.

import { isErasingKind } from "../../../src/memory/law/kinds.ts";
import type { StandingInput } from "../../../src/memory/law/standing.ts";
import type { Statement } from "../../../src/memory/law/statement.ts";
import { type CaseStatement, FOLDED, ID, type LawCase, ME, ROOT, textsOf } from "./oracle.ts";

export function toNewInput({
  kind,
  statements,
  signers,
  file,
  others,
  isBeside,
  ...rest
}: LawCase): StandingInput {
  const { text, ...marks } = file;
  const kept = new Set(others.flatMap((digest) => textsOf(digest)[0]));
  return {
    place: { root: ROOT, scope: "project", id: ID },
    file: marks,
    attestations: statements.filter(({ isOnDisk }) => isOnDisk).map(toStatement),
    remembered: statements.filter(({ isRemembered }) => isRemembered).map(toStatement),
    signers,
    rootWaits: rest.rootWaits,
    testState: false,
    ...(rest.isHidden && { answered: "hidden" as const }),
    sets: {
      isShared: kind === "shared",
      name: isBeside ? `${ID}_other_${"0".repeat(16)}` : ID,
      text,
      folded: () => FOLDED,
      hasText: (word) => (kind === "own" ? kept.has(word.text) : others.includes(word.digest)),
      first: () => others[0] ?? null,
      held: () => new Set(rest.awaiting.map((born) => `${born} ${ID}`)),
      me: ME,
    },
  };
}

function toStatement(said: CaseStatement): Statement {
  const { hash, root, scope, id, act, digest, time, signer, born, text, follows, lifts } = said;
  const signed = {
    ...({ v: 1, hash, root, scope, born, source: null, time, signer } as const),
    ...{ device: ME, seq: 0, prev: null, reason: null },
    ...(said.isTest && { test: true as const }),
  };
  return isErasingKind(act)
    ? { ...signed, act, digests: said.digests }
    : { ...signed, act, id, digest, text, follows, lifts, acknowledged: said.acknowledged };
}
