// Who signs in the table tests of the law of sets, and what a root looks like after their words have come.

import assert from "node:assert/strict";
import { admit } from "../../../../src/memory/law/sets/admit.ts";
import type { Law } from "../../../../src/memory/law/sets/memories.ts";
import type { Sets, TrustedFor } from "../../../../src/memory/law/sets/sets.ts";
import { computeView } from "../../../../src/memory/law/sets/view.ts";
import type {
  Statement,
  TextContent,
  TextStatement,
  TombstoneContent,
} from "../../../../src/memory/law/statement.ts";
import { type Key, keyOf, ROOT, signOwn } from "./keys.ts";
import { factsOf, textOf } from "./world.ts";

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
  return { v: 1, root: ROOT, scope: "user", time: "2026-05-01T09:30:00Z", signer, ...chain } as const;
}

/** About a text of `user_a`, unless it says otherwise. */
export function word(
  [key, act]: readonly [Key, TextContent["act"]],
  source: string,
  { follows = [], lifts = [], ...more }: Partial<TextContent> = {},
): TextStatement {
  const about = { born: BORN, id: "user_a", digest: factsOf(source).digest, text: textOf(source) };
  const lists = { follows: follows.toSorted(), lifts: lifts.toSorted(), acknowledged: [], source: null };
  const { said } = signOwn({ ...signed(key), act, ...about, ...lists, ...more }, key);
  assert.ok(said !== null && "text" in said);
  return said;
}

export function tombstone(key: Key, more: Pick<TombstoneContent, "born" | "digests">): Statement {
  const { said } = signOwn({ ...signed(key), act: "forget", source: null, ...more }, key);
  assert.ok(said !== null);
  return said;
}

type Situation = Partial<Law>;
type Arriving = Pick<Situation, "trust"> & {
  readonly sources?: readonly string[];
  readonly strangersFirst?: readonly string[];
};

export function put(
  sets: Sets,
  said: readonly Statement[],
  { sources = [], ...situation }: Arriving = {},
): Sets {
  const texts = sources.map((source) => [textOf(source), factsOf(source)] as const);
  const { trust = TRUST, strangersFirst = [] } = situation;
  return admit(sets, { statements: said, texts }, { trust, strangersFirst });
}

export const VERDICTS = {
  fails: () => false,
  copies: () => [],
  held: new Set<string>(),
};

/** What is the same on every machine of this trust. */
export const LAW: Law = { trust: TRUST, verdicts: VERDICTS, me: null };

export function show(sets: Sets, situation: Situation = {}): string[] {
  const law = { ...LAW, ...situation };
  return computeView(sets, law).map(
    ({ directory, name, standing, cause }) => `${directory}/${name} ${standing} (${cause})`,
  );
}
