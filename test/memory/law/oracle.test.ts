// The law of today beside a frozen copy of itself (test/old-law), over random histories, files and trust: whoever rewrites the law sees
// each case that stands otherwise than before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { STATEMENT_KINDS } from "../../../src/memory/law/kinds.ts";
import { computeStanding, wasEverApproved } from "../../../src/memory/law/standing.ts";
import { IS_DEEP } from "../../deep.ts";
import {
  type StandingInput as OldInput,
  wasEverApproved as oldEverApproved,
  computeStanding as oldStanding,
} from "../../old-law/standing.ts";
import { type CaseStatement, drawCase, FOLDED, ID, type LawCase, ROOT } from "./oracle.ts";
import { toNewInput } from "./oracle-new.ts";
import { toOldInput, withoutForgotten } from "./oracle-old.ts";

const CASES = IS_DEEP ? 100_000 : 4_000;

type Said = {
  readonly standing: string;
  readonly cause: string;
  readonly reason: string;
  readonly everApproved: boolean;
};

/** The frozen law calls the kind `disown` by its earlier name, and its cause, too. */
function sayOf(input: OldInput): Said {
  const { standing, cause, reason } = oldStanding(input);
  return {
    standing,
    cause: cause === "revoked" ? "disowned" : cause,
    reason: reason.replace("revoked by", "disowned by"),
    everApproved: oldEverApproved(input),
  };
}

const sayOld = (drawn: LawCase): Said => sayOf(toOldInput(drawn));

function sayNew(drawn: LawCase): Said {
  const input = toNewInput(drawn);
  return { ...computeStanding(input), everApproved: wasEverApproved(input) };
}

// Where the law of today says otherwise on purpose, one function each: it returns what the difference is, or null.

/** The tombstones of people who count in the root of the case. */
function tombstonesThatCount({ statements, signers }: LawCase): CaseStatement[] {
  const people = signers.filter(({ signer }) => signer.startsWith("person:")).map(({ signer }) => signer);
  return statements.filter((each) => each.act === "forget" && people.includes(each.signer) && isHere(each));
}

function isHere({ root, scope, id, isTest }: CaseStatement): boolean {
  return root === ROOT && scope === "project" && id === ID && !isTest;
}

/**
 * The frozen law took a stranger's tombstone for an ending where nothing was said of the file's memory. Strangers say nothing: it is as if
 * the tombstone were not there.
 */
function leaveStrangersTombstones(drawn: LawCase): LawCase {
  const counting = new Set(tombstonesThatCount(drawn));
  return {
    ...drawn,
    statements: drawn.statements.filter((each) => each.act !== "forget" || counting.has(each)),
  };
}

/**
 * The id of a forgotten memory is free: another memory under it, with another uuid, stands as if the forgotten one had never been here,
 * unless its text is one that a tombstone names. The frozen law held it down by the id alone.
 */
function isOfFreeId(drawn: LawCase, { was, is }: { readonly was: Said; readonly is: Said }): boolean {
  const tombstones = tombstonesThatCount(drawn);
  const ended = new Set(tombstones.map(({ born }) => born));
  const left = drawn.statements.filter(({ born }) => !ended.has(born));
  if (was.cause !== "forgotten" || !left.some((each) => isHere(each) && each.act !== "forget")) return false;
  const lifted = drawn.statements.filter(({ act }) => act === "approve").flatMap(({ lifts }) => lifts);
  const isNaming = ({ digests, hash }: CaseStatement): boolean =>
    !lifted.includes(hash) && digests.some((each) => each === FOLDED || each === drawn.file.digest);
  const isNamed = tombstones.some(isNaming);
  // By the tombstone that names the text, and not by another one which came first.
  if (isNamed && is.cause === "forgotten") return is.everApproved === was.everApproved;
  if (isNamed && (is.standing === "verified" || is.standing === "inferred")) return false;
  const free = sayOf(withoutForgotten(toOldInput(drawn)));
  return isDeepStrictEqual(is, free) || (isTextOfForgotten(drawn, ended) && isToldOtherwise(is, free));
}

/** The file has a text that was signed of the forgotten memory alone, so it is no unsigned edit. */
function isTextOfForgotten({ kind, statements, file }: LawCase, ended: ReadonlySet<string>): boolean {
  return statements.some(
    (each) =>
      ended.has(each.born) &&
      STATEMENT_KINDS[each.act].rank !== undefined &&
      (kind === "own" ? each.text === file.text : each.digest === file.digest),
  );
}

/** Out of use, as a text beside the one of the other memory: never higher than as an edit of that. */
function isToldOtherwise(is: Said, free: Said): boolean {
  const causes = ["changed-since-approval", "changed-since-written", "beside"];
  const isNoLower = ["verified", "inferred", "foreign"].includes(free.standing);
  return (
    isNoLower &&
    is.standing === "foreign" &&
    causes.includes(is.cause) &&
    is.everApproved === free.everApproved
  );
}

type Difference = "a stranger's tombstone" | "a free id";

function nameDifference(drawn: LawCase, was: Said, is: Said): Difference | null {
  const trusted = leaveStrangersTombstones(drawn);
  const expected = trusted.statements.length === drawn.statements.length ? was : sayOld(trusted);
  if (was.cause === "forgotten" && isDeepStrictEqual(is, expected)) return "a stranger's tombstone";
  return isOfFreeId(trusted, { was: expected, is }) ? "a free id" : null;
}

test(`the law says of ${CASES} random cases what its frozen copy says, but for what is listed above`, () => {
  const causes = new Map<string, number>();
  const differences = new Map<Difference, number>();
  for (let seed = 1; seed <= CASES; seed += 1) {
    const drawn = drawCase(seed);
    const expected = sayOld(drawn);
    causes.set(`${drawn.kind} ${expected.cause}`, (causes.get(`${drawn.kind} ${expected.cause}`) ?? 0) + 1);
    const said = sayNew(drawn);
    const difference = isDeepStrictEqual(said, expected) ? null : nameDifference(drawn, expected, said);
    if (difference === null) assert.deepEqual(said, expected, `seed ${seed}`);
    else differences.set(difference, (differences.get(difference) ?? 0) + 1);
  }
  // Both are reached, and are rare.
  for (const difference of ["a stranger's tombstone", "a free id"] as const) {
    const count = differences.get(difference) ?? 0;
    assert.ok(count > CASES / 1_000 && count < CASES / 50, `${difference}: ${count}`);
  }
  // The cases are about something: each cause that a statement or a mark can give is reached in both kinds of root.
  for (const kind of ["own", "shared"])
    for (const cause of [
      "approved",
      "written",
      "kept",
      "lowered",
      "retired",
      "forgotten",
      "beside",
      "contested",
    ])
      assert.ok((causes.get(`${kind} ${cause}`) ?? 0) > CASES / 2_000, `${kind} ${cause}`);
});
