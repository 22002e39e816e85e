// Who signs in the table tests of the law of sets, and what a root looks like after their words have come.

import assert from "node:assert/strict";
import { admit } from "../../../../src/memory/law/sets/admit.ts";
import type { Law } from "../../../../src/memory/law/sets/memories.ts";
import type { Said, SaidWord, Tombstone, Word } from "../../../../src/memory/law/sets/said.ts";
import type { Sets, TrustedFor } from "../../../../src/memory/law/sets/sets.ts";
import { computeView } from "../../../../src/memory/law/sets/view.ts";
import { type Key, keyOf, ROOT, signOwn } from "./keys.ts";
import { factsOf, opaqueOf, textOf } from "./world.ts";

export const ANA = keyOf("person", "ana");
export const BO = keyOf("person", "bo");
export const LAPTOP = keyOf("machine", "ana");
export const CI = keyOf("machine", "ci");
export const MALLORY = keyOf("person", "mallory");
export const TRUST: ReadonlyMap<string, TrustedFor> = new Map(
  [ANA, BO, LAPTOP, CI].map(({ signer }) => [signer, "all"]),
);

export const BORN = "b".repeat(32);
export const OTHER_BORN = "c".repeat(32);

export function signed({ signer }: Key) {
  const chain = { device: LAPTOP.signer, seq: 0, prev: null, reason: null };
  return { v: 3, root: ROOT, scope: "user", time: "2026-05-01T09:30:00Z", signer, ...chain } as const;
}

/** About a text of `user_a`, unless it says otherwise. */
export function word(
  [key, act]: readonly [Key, Word["act"]],
  source: string,
  more: Partial<Word> = {},
): SaidWord {
  const about = { born: BORN, id: "user_a", digest: factsOf(source).digest, text: textOf(source) };
  const lists = { follows: [], lifts: [], acknowledged: [], source: null };
  const { said } = signOwn({ ...signed(key), act, ...about, ...lists, ...more }, key);
  assert.ok(said !== null && "text" in said);
  return said;
}

export function tombstone(key: Key, more: Pick<Tombstone, "born" | "id" | "digests">): Said {
  const { said } = signOwn({ ...signed(key), act: "forget", ends: [], ...more }, key);
  assert.ok(said !== null);
  return said;
}

type Situation = Partial<Law>;
type Arriving = Pick<Situation, "trust"> & {
  readonly sources?: readonly string[];
  readonly strangersFirst?: readonly string[];
};

export function put(sets: Sets, said: readonly Said[], { sources = [], ...situation }: Arriving = {}): Sets {
  const texts = sources.map((source) => [textOf(source), factsOf(source)] as const);
  const { trust = TRUST, strangersFirst = [] } = situation;
  return admit(sets, { statements: said, texts }, { trust, opaque: opaqueOf, strangersFirst });
}

export const VERDICTS = {
  fails: () => false,
  copies: () => [],
  opaque: opaqueOf,
  held: new Map<string, string>(),
};

/** What is the same on every machine of this trust. */
export const LAW: Law = { trust: TRUST, verdicts: VERDICTS, me: null };

export function show(sets: Sets, situation: Situation = {}): string[] {
  const law = { ...LAW, ...situation };
  return computeView(sets, law).map(
    ({ directory, name, standing, cause }) => `${directory}/${name} ${standing} (${cause})`,
  );
}
