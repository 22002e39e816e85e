// A case as an input of the frozen law.

import { isErasingAct } from "../../old-law/sets/acts.ts";
import type { SetStatement } from "../../old-law/sets/said.ts";
import type { StandingInput, Vouching } from "../../old-law/standing.ts";
import { type CaseStatement, FOLDED, ID, type LawCase, ME, ROOT, textsOf } from "./oracle.ts";

export function toOldInput({
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
    attestations: statements.filter(({ isOnDisk }) => isOnDisk).map(toVouching),
    remembered: statements.filter(({ isRemembered }) => isRemembered).map(toVouching),
    signers,
    rootWaits: rest.rootWaits,
    testState: false,
    ...(rest.isHidden && { answered: "hidden" as const }),
    sets: {
      range: kind === "own" ? "seen" : "tree",
      name: isBeside ? `${ID}_other_${"0".repeat(16)}` : ID,
      text,
      folded: () => FOLDED,
      hasText: (word) => (kind === "own" ? kept.has(word.text) : others.includes(word.digest)),
      first: () => others[0] ?? null,
      held: () => new Map(rest.awaiting.map((born) => [born, born])),
      me: ME,
    },
  };
}

function toVouching(said: CaseStatement): Vouching {
  const {
    hash,
    root,
    scope,
    id,
    act,
    digest,
    time,
    signer,
    born,
    text,
    follows,
    lifts,
    acknowledged,
    isTest,
  } = { ...said, act: said.act === "disown" ? ("revoke" as const) : said.act };
  const test = isTest ? { test: true as const } : {};
  const signed = {
    v: 3,
    root,
    scope,
    time,
    signer,
    device: ME,
    seq: 0,
    prev: null,
    reason: null,
    ...test,
  } as const;
  const common = { hash, root, scope, id, digest, act, time, signer, ...test };
  if (isErasingAct(act)) {
    const set: SetStatement = {
      ...signed,
      act,
      born,
      id: "7".repeat(64),
      digests: said.digests,
      ends: follows,
    };
    return { ...common, ends: true, parents: follows, set };
  }
  const set: SetStatement = {
    ...signed,
    act,
    born,
    id,
    digest,
    text,
    follows,
    lifts,
    acknowledged,
    source: null,
  };
  return { ...common, parents: [...new Set([...follows, ...lifts])].sort(), set };
}
