// Histories of one memory: statements in sequence, so that each names earlier ones; some that are named are missing, some
// signers are strangers, some statements are about another place, and some are no longer on disk.

import fc from "fast-check";
import { isStatementKind, STATEMENT_KINDS } from "../../../src/memory/law/kinds.ts";
import type { StandingInput } from "../../../src/memory/law/standing.ts";
import type { Statement } from "../../../src/memory/law/statement.ts";
import type { Standing } from "../../../src/memory/memory.ts";
import type { More } from "./signers.ts";
import * as who from "./signers.ts";

/** Higher is more trust. */
export const RANK: Readonly<Record<Standing, number>> = {
  verified: 4,
  inferred: 3,
  foreign: 2,
  retired: 1,
  quarantined: 0,
};

const ELSEWHERE: readonly More[] = [
  { root: who.OTHER_ROOT },
  { scope: "user" },
  { id: "project_y" },
  { test: true },
];

const draft = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("wrote" as const, "approve" as const, "keep" as const) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(STATEMENT_KINDS).filter(isStatementKind)) },
  ),
  signer: fc.oneof(
    { weight: 4, arbitrary: fc.constant(who.OWN_PERSON) },
    { weight: 2, arbitrary: fc.constantFrom(who.OWN_MACHINE, who.ANA, who.ANAS_MACHINE) },
    { weight: 1, arbitrary: fc.constantFrom(who.BEN, who.STRANGER, who.STRANGE_MACHINE) },
  ),
  digest: fc.oneof({ weight: 3, arbitrary: fc.constant(who.TEXT) }, fc.constantFrom(...who.TEXTS)),
  parents: fc.array(fc.nat({ max: 99 }), { maxLength: 6 }),
  isOneParentMissing: fc.nat({ max: 5 }).map((dice) => dice === 0),
  isValidators: fc.boolean(),
  elsewhere: fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...ELSEWHERE) },
  ),
  day: fc.integer({ min: 1, max: 28 }),
  where: fc.constantFrom("disk", "disk", "both", "both", "memory"),
});

export type Placed = { readonly vouching: Statement; readonly where: string };

function build(
  drafts: readonly (typeof draft extends fc.Arbitrary<infer Draft> ? Draft : never)[],
): Placed[] {
  const history: Placed[] = [];
  for (const each of drafts) {
    const known = each.parents.map(
      (pick) => history[pick % Math.max(history.length, 1)]?.vouching.hash ?? "",
    );
    const parents = known.filter((hash) => hash !== "");
    if (each.isOneParentMissing) parents.push("9".repeat(64));
    const time = `2026-05-${String(each.day).padStart(2, "0")}T09:30:00Z`;
    const { act, signer, digest, where } = each;
    const acknowledged = act === "lower" && each.isValidators ? ["a-rule"] : [];
    const more = { digest, parents, time, acknowledged, ...each.elsewhere };
    history.push({ vouching: who.attest(act, signer, more), where });
  }
  return history;
}

export const arbitraryHistory: fc.Arbitrary<Placed[]> = fc.array(draft, { maxLength: 9 }).map(build);

export const arbitraryFile: fc.Arbitrary<StandingInput["file"]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(who.situation([]).file) },
  {
    weight: 2,
    arbitrary: fc.record({
      digest: fc.constantFrom(who.TEXT, who.TEXT, who.TEXT, who.OTHER_TEXT, null),
      tier: fc.constantFrom("verified", "verified", "inferred", "quarantined", null),
      status: fc.constantFrom("active", "active", "archived", "retired"),
      directory: fc.constantFrom("memories", "memories", "memories", "quarantine"),
    }),
  },
);

export function inputOf(history: readonly Placed[], file: StandingInput["file"]): StandingInput {
  const on = (...places: string[]): Statement[] =>
    history.filter(({ where }) => places.includes(where)).map(({ vouching }) => vouching);
  return who.situation(on("disk", "both"), { file, remembered: on("memory", "both") });
}
