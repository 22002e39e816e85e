// Statements of versions 1 and 2 in the law of sets, beside what the law of version 1 says of the same history: nothing stands higher
// than it stood, and where it stands lower the reason is one that is written down.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isNegative } from "../../../../src/memory/law/acts.ts";
import { type Attestation, kindOfSigner } from "../../../../src/memory/law/attestation.ts";
import { readVersion1 } from "../../../../src/memory/law/sets/read-version1.ts";
import type { Said } from "../../../../src/memory/law/sets/said.ts";
import type { Sets, TrustedFor } from "../../../../src/memory/law/sets/sets.ts";
import { computeView, type SetFile } from "../../../../src/memory/law/sets/view.ts";
import {
  computeStanding,
  parentsFor,
  type Vouching,
  wasEverApproved,
} from "../../../../src/memory/law/standing.ts";
import { LAW_RUNS } from "../../text/hostile-text.ts";
import { arbitraryHistory, RANK } from "../arbitrary-attestations.ts";
import {
  ANA,
  attest,
  holding,
  OWN_MACHINE,
  OWN_PERSON,
  ROOT,
  situation,
  TEXT,
  TEXTS,
  TRUSTED_HERE,
} from "../signers.ts";

const trust = new Map(TRUSTED_HERE.map((signer): [string, TrustedFor] => [signer, "all"]));

const TOMB_ID = "7".repeat(64);
const ATTESTED = { v: 1, acknowledged: [], reason: null, key: "", signature: "" } as const;

/** Every text is here, each under its digest. */
function viewOf(history: readonly Vouching[]): SetFile[] {
  const here = history.filter(
    (each) => each.root === ROOT && each.scope === "project" && ["project_x", TOMB_ID].includes(each.id),
  );
  const read = readVersion1(
    here.filter(({ test }) => test !== true).map((each) => ({ ...ATTESTED, ...each })),
    { counts: ({ signer }) => trust.has(signer), textOf: (digest) => digest },
  );
  const statements = new Map(read.map((each): [string, Said] => [each.hash, each]));
  const sets: Sets = {
    statements,
    texts: new Map(TEXTS.map((each) => [each, { digest: each, folded: each }])),
  };
  const verdicts = { fails: () => false, copies: () => [], opaque: () => TOMB_ID, held: new Map() };
  return computeView(sets, { trust, verdicts, me: null });
}

const rankOf = (file: SetFile | undefined): number =>
  file === undefined || file.standing === "waits" ? RANK.foreign : RANK[file.standing];

test("nothing stands higher by the law of sets than by that of version 1, but against a machine's word alone", () => {
  const law = fc.property(arbitraryHistory, fc.constantFrom(...TEXTS), (placed, digest) => {
    const history = placed.map(({ vouching }) => vouching);
    const before = RANK[computeStanding(situation(history, holding(digest))).standing];
    const after = rankOf(viewOf(history).find((file) => file.digest === digest));
    if (after <= Math.max(before, RANK.foreign)) return;
    // What a machine lowered or retired after a person approved it is a wish now.
    const wishes = history.filter((each) => kindOfSigner(each.signer) === "machine" && isNegative(each));
    assert.ok(wishes.length > 0, `${before} ${after}`);
    const without = history.filter((each) => !wishes.includes(each));
    assert.ok(after <= RANK[computeStanding(situation(without, holding(digest))).standing]);
  });
  fc.assert(law, LAW_RUNS);
});

type Step = {
  readonly act: "wrote" | "approve" | "keep" | "lower" | "retire" | "unretire";
  readonly digest: string;
  readonly isAnas: boolean;
};

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("wrote", "approve", "approve", "keep", "lower", "retire", "unretire"),
  digest: fc.constantFrom(...TEXTS),
  isAnas: fc.boolean(),
});

/** One after the other, each with all that was said in front of them, as the commands of version 1 let them. */
function tell(steps: readonly Step[]): { readonly history: Vouching[]; readonly digest: string } {
  const history: Vouching[] = [attest("wrote", OWN_MACHINE)];
  let digest = TEXT;
  for (const step of steps) {
    const input = situation(history, holding(digest));
    const isText = step.act === "wrote" || step.act === "approve";
    const isMachines = step.act === "wrote" && !wasEverApproved(input);
    const { standing } = computeStanding(input);
    if (step.act === "wrote" && (!isMachines || standing !== "inferred")) continue;
    if (step.act === "keep" && standing !== "foreign") continue;
    if (isText && standing !== "quarantined") ({ digest } = step);
    const signer = isMachines ? OWN_MACHINE : step.isAnas ? ANA : OWN_PERSON;
    history.push(attest(step.act, signer, { digest, parents: parentsFor(input) }));
  }
  return { history, digest };
}

test("a history without surprises stands as it stood", () => {
  const law = fc.property(fc.array(arbitraryStep, { maxLength: 12 }), (steps) => {
    const { history, digest } = tell(steps);
    const { standing } = computeStanding(situation(history, holding(digest)));
    const files = viewOf(history);
    assert.deepEqual(
      files.map((file) => [file.name, file.standing, file.digest]),
      [["project_x", standing, digest]],
    );
  });
  fc.assert(law, LAW_RUNS);
});

function tombstone(ends: readonly string[]): Attestation {
  return { ...ATTESTED, ...attest("forget", OWN_PERSON, { id: TOMB_ID, parents: ends }), v: 2, folded: TEXT };
}

test("a memory that version 1 forgot stays so, until a person who knew approves it anew", () => {
  const wrote = attest("wrote", OWN_MACHINE);
  const tomb = tombstone([wrote.hash]);
  const late = attest("wrote", OWN_MACHINE, { digest: TEXTS[1] ?? "" });
  const anew = attest("approve", OWN_PERSON, { digest: TEXTS[2] ?? "", parents: [tomb.hash] });
  const told = [
    [[wrote], ["project_x inferred"]],
    [[wrote, tomb], []],
    [[wrote, tomb, late], []],
    [
      [wrote, tomb, late, anew],
      ["project_x verified", "project_x_other_ waits"],
    ],
  ] as const;
  for (const [history, expected] of told) {
    const files = viewOf(history).map(
      ({ name, standing }) => `${name.replace(/[0-9a-f]{16}$/, "")} ${standing}`,
    );
    assert.deepEqual(files.sort(), expected);
  }
});
