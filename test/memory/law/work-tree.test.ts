// The law of sets over the files of a work tree: which files of one memory there are, what is said there, and what was seen and is gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nameBeside } from "../../../src/memory/law/sets/view.ts";
import { computeStanding } from "../../../src/memory/law/standing.ts";
import type { FileInSets } from "../../../src/memory/law/standing-input.ts";
import type { Statement } from "../../../src/memory/law/statement.ts";
import {
  ANA,
  ANAS_MACHINE,
  attest,
  holding,
  lying,
  OTHER_TEXT,
  OWN_MACHINE,
  OWN_PERSON,
  PLACE,
  STRANGER,
  situation,
  TEXT,
  THIRD_TEXT,
} from "./signers.ts";

const BESIDE = nameBeside({ ...PLACE, digest: OTHER_TEXT });

const wrote = attest("wrote", OWN_MACHINE);
const approved = attest("approve", OWN_PERSON, { parents: [wrote.hash] });
const there = attest("approve", ANA, { digest: OTHER_TEXT, parents: [wrote.hash] });
const both = attest("approve", OWN_PERSON, { parents: [approved.hash, there.hash] });
const instead = attest("approve", OWN_PERSON, { digest: OTHER_TEXT, parents: [approved.hash] });
const machines = attest("wrote", ANAS_MACHINE, { digest: OTHER_TEXT, parents: [wrote.hash] });

type Files = { readonly name?: string; readonly others?: readonly string[] };
type Case = {
  readonly says: string;
  readonly text?: string;
  readonly files?: Files;
  readonly said: readonly Statement[];
  readonly gone?: readonly Statement[];
  readonly stands: string;
};

const TWO = { others: [OTHER_TEXT] };
const SECOND = { name: BESIDE, others: [TEXT] };

const CASES: readonly Case[] = [
  {
    says: "of two approved texts, one of which is a file, that one stands",
    said: [wrote, approved, there],
    stands: "verified approved",
  },
  {
    says: "two approved texts that are both files are in use as advice under the memory's own name",
    files: TWO,
    said: [wrote, approved, there],
    stands: "inferred contested",
  },
  {
    says: "and the other waits",
    text: OTHER_TEXT,
    files: SECOND,
    said: [wrote, approved, there],
    stands: "foreign beside",
  },
  {
    says: "one word that follows both ends it",
    files: TWO,
    said: [wrote, approved, there, both],
    stands: "verified approved",
  },
  {
    says: "what a person replaced waits where it has the memory's name, too",
    files: TWO,
    said: [wrote, approved, instead],
    stands: "foreign beside",
  },
  {
    says: "an approved text is in use under whichever name",
    text: OTHER_TEXT,
    files: SECOND,
    said: [wrote, there],
    stands: "verified approved",
  },
  {
    says: "of two texts of machines the one with the memory's name is in use",
    files: TWO,
    said: [attest("wrote", OWN_MACHINE, { reason: "anew" }), machines],
    stands: "inferred written",
  },
  {
    says: "whichever of them has that name",
    text: OTHER_TEXT,
    files: { others: [TEXT] },
    said: [attest("wrote", OWN_MACHINE, { reason: "anew" }), machines],
    stands: "inferred written",
  },
  {
    says: "a text that nobody named is an edit, though another file is in use",
    text: THIRD_TEXT,
    files: TWO,
    said: [wrote, there],
    stands: "foreign changed-since-approval",
  },
  {
    says: "an approval that is gone says nothing for its text, and what it replaced stays replaced",
    said: [wrote, approved],
    gone: [instead],
    stands: "foreign superseded",
  },
  {
    says: "an approval that is gone is not told of a text beside which another one is approved",
    files: TWO,
    said: [wrote, approved, there],
    gone: [attest("approve", ANA, { reason: "gone" })],
    stands: "inferred contested",
  },
  {
    says: "nor of another text than its own",
    said: [wrote],
    gone: [attest("approve", ANA, { digest: OTHER_TEXT, reason: "gone" })],
    stands: "inferred written",
  },
  {
    says: "nor of a text that waits",
    text: OTHER_TEXT,
    files: SECOND,
    said: [wrote, approved, there],
    gone: [attest("approve", ANA, { digest: OTHER_TEXT, reason: "gone" })],
    stands: "foreign beside",
  },
  {
    says: "nor does it lift what it lifted",
    said: [wrote, attest("lower", ANA)],
    gone: [attest("approve", OWN_PERSON, { parents: [attest("lower", ANA).hash] })],
    stands: "quarantined lowered",
  },
  {
    says: "a machine's no to what a person approved is a wish",
    said: [wrote, approved, attest("lower", ANAS_MACHINE, { parents: [wrote.hash] })],
    stands: "verified approved",
  },
  {
    says: "but for this machine's own validator's",
    said: [wrote, approved, attest("lower", OWN_MACHINE, { acknowledged: ["a-rule"] })],
    stands: "quarantined lowered",
  },
  {
    says: "a machine's no to what nobody approved counts",
    said: [wrote, attest("retire", ANAS_MACHINE)],
    stands: "retired retired",
  },
  {
    says: "a person's no that was seen counts for ever",
    said: [wrote, approved],
    gone: [attest("retire", ANA)],
    stands: "retired retired",
  },
  {
    says: "a no to a text for which nobody spoke counts, too",
    said: [attest("lower", ANAS_MACHINE)],
    stands: "quarantined lowered",
  },
  {
    says: "an approval of no text that there can be changes nothing",
    said: [wrote, attest("approve", OWN_PERSON, { digest: "0".repeat(64) })],
    stands: "inferred written",
  },
  {
    says: "a stranger's words beside it change nothing",
    files: TWO,
    said: [wrote, approved, attest("approve", STRANGER, { digest: OTHER_TEXT, parents: [approved.hash] })],
    stands: "verified approved",
  },
];

function lies({ files = {} }: Case): FileInSets {
  return lying({ isShared: true, ...files });
}

for (const each of CASES)
  test(`in a shared root ${each.says}`, () => {
    const input = situation(each.said, {
      ...holding(each.text ?? TEXT),
      remembered: [...each.said, ...(each.gone ?? [])],
      sets: lies(each),
    });
    const { standing, cause } = computeStanding(input);
    assert.equal(`${standing} ${cause}`, each.stands);
  });

test("a statement counts for its digest, whatever unsigned line of the file was changed", () => {
  const standingOf = (said: readonly Statement[], text: string): string => {
    const input = situation(said, { ...holding(text), remembered: said, sets: lying({ isShared: true }) });
    const { standing, cause } = computeStanding(input);
    return `${standing} ${cause}`;
  };
  // The source that was signed is another one than the file's.
  const signed = { text: "7".repeat(64), parents: [wrote.hash] };
  const yes = attest("approve", OWN_PERSON, signed);
  assert.equal(standingOf([wrote, yes], TEXT), "verified approved");
  assert.equal(standingOf([wrote, yes], OTHER_TEXT), "foreign changed-since-approval");
  const later = [wrote, yes, attest("approve", ANA, { ...signed, digest: OTHER_TEXT, parents: [yes.hash] })];
  assert.equal(standingOf(later, OTHER_TEXT), "verified approved");
  assert.equal(standingOf(later, TEXT), "foreign superseded");
});
