// How a file stands in an own root, where every statement that this machine ever saw counts and each text is told by its source.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { gather } from "../../../src/memory/law/sets/gather.ts";
import { hearFile, NOBODY } from "../../../src/memory/law/sets/standing-of-file.ts";
import { listOtherNames } from "../../../src/memory/law/sets/view.ts";
import { computeStanding, type StandingInput } from "../../../src/memory/law/standing.ts";
import type { FileInSets } from "../../../src/memory/law/standing-input.ts";
import type { Statement, TextContent, TextStatement } from "../../../src/memory/law/statement.ts";
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
  type TextKind,
  THIRD_TEXT,
} from "./signers.ts";

const BORN = "b".repeat(32);
const BORN_LATER = "a".repeat(32);

/** The hash of the source that has this digest. */
const sourceOf = (digest: string): string => sha256Hex(`source ${digest}`);

function say(act: TextKind, signer: string, more: Partial<TextContent> = {}): TextStatement {
  const { digest = TEXT } = more;
  return attest(act, signer, { born: BORN, text: sourceOf(digest), ...more });
}

type Lying = Partial<StandingInput> & {
  readonly text?: string | null;
  /** Digests of the other texts that are here. */
  readonly others?: readonly string[];
  readonly name?: string;
  readonly held?: string;
};

function inputOf(
  said: readonly Statement[],
  lies: Lying = {},
): StandingInput & { readonly sets: FileInSets } {
  const { text = TEXT, others = [], name = "project_x", held, ...more } = lies;
  const sets: FileInSets = {
    ...lying({ isShared: false, name, others }),
    text: text === null ? null : sourceOf(text),
    held: () => new Set(held === undefined ? [] : [`${held} project_x`]),
  };
  return { ...situation(said, { remembered: said, ...holding(text), sets, ...more }), sets };
}

const later = (day: number) => ({ time: `2026-05-0${day}T09:30:00Z` });
const wrote = say("wrote", OWN_MACHINE);
const approved = say("approve", ANA, { follows: [wrote.hash], ...later(2) });
const theirs = say("approve", OWN_PERSON, { digest: OTHER_TEXT, follows: [wrote.hash], ...later(3) });
const instead = say("approve", OWN_PERSON, { digest: OTHER_TEXT, follows: [approved.hash, wrote.hash] });
const noOf = (signer: string, more: Partial<TextContent> = {}) => say("lower", signer, more);

type Case = readonly [says: string, said: readonly Statement[], lies: Lying, stands: string];

const draft = (digest: string, follows: readonly Statement[]) =>
  say("draft", OWN_MACHINE, { digest, follows: follows.map(({ hash }) => hash) });
const forgotten = attest("forget", ANA, { born: BORN });
const kept = say("keep", ANA);
const strange = say("approve", STRANGER, { digest: OTHER_TEXT, follows: [approved.hash] });
const beside = say("wrote", ANAS_MACHINE, { digest: OTHER_TEXT });
const EDIT: Lying = { text: OTHER_TEXT, others: [TEXT] };
const [OTHER_NAME = ""] = listOtherNames({ id: PLACE.id, born: BORN, digest: OTHER_TEXT });
const BY_ANA = "approved by ana on 2026-05-02";
const SINCE_APPROVAL = "foreign changed-since-approval: changed since approval by ana";
const SINCE_WRITTEN =
  "foreign changed-since-written: changed since it was written by this machine on 2026-05-01";

const CASES: readonly Case[] = [
  ["an approved text is a fact", [wrote, approved], {}, `verified approved: ${BY_ANA}`],
  [
    "an approved text is a fact whatever tier its file records",
    [wrote, approved],
    { file: { ...situation([]).file, tier: "inferred" } },
    `verified approved: ${BY_ANA}`,
  ],
  [
    "what somebody hid here stays hidden",
    [wrote, approved],
    { answered: "hidden" },
    "foreign hidden-here: hidden here",
  ],
  ["what nobody spoke of was never seen", [], {}, "foreign never-seen: never seen here"],
  [
    "an edit of an approved text that nobody signed",
    [wrote, approved],
    EDIT,
    `${SINCE_APPROVAL} on 2026-05-02`,
  ],
  ["an edit of a machine's text that nobody signed", [wrote], EDIT, SINCE_WRITTEN],
  [
    "an edit of an approved text that its machine signed",
    [wrote, approved, draft(OTHER_TEXT, [approved])],
    EDIT,
    `${SINCE_APPROVAL} on 2026-05-02`,
  ],
  [
    "an edit of a machine's text that its machine signed",
    [wrote, draft(OTHER_TEXT, [wrote])],
    EDIT,
    SINCE_WRITTEN,
  ],
  [
    "an edit of a text that a person kept",
    [kept, draft(OTHER_TEXT, [kept])],
    EDIT,
    `${SINCE_APPROVAL} on 2026-05-01`,
  ],
  ["an edit of what nobody wrote", [draft(TEXT, [])], {}, SINCE_WRITTEN],
  [
    "an edit of an approved text that is not here",
    [wrote, approved, draft(OTHER_TEXT, [approved])],
    { text: OTHER_TEXT },
    `${SINCE_APPROVAL} on 2026-05-02`,
  ],
  [
    "an edit of what two machines wrote",
    [wrote, say("wrote", ANAS_MACHINE, later(4))],
    EDIT,
    "foreign changed-since-written: changed since it was written by ana's laptop on 2026-05-04",
  ],
  [
    "a text beside its edit stands",
    [wrote, approved, draft(OTHER_TEXT, [approved])],
    { others: [OTHER_TEXT] },
    `verified approved: ${BY_ANA}`,
  ],
  [
    "the first of two approved texts is advice",
    [wrote, approved, theirs],
    { others: [OTHER_TEXT] },
    `inferred contested: ${BY_ANA}, and somebody approved another text of it`,
  ],
  [
    "the second of two approved texts waits",
    [wrote, approved, theirs],
    EDIT,
    "foreign beside: another text of it is in use",
  ],
  [
    "a machine's text beside an approved one waits",
    [approved, beside],
    { ...EDIT, name: OTHER_NAME },
    "foreign beside: another text of it is in use",
  ],
  [
    "a third text beside two approved ones is an edit",
    [approved, theirs],
    { text: THIRD_TEXT, others: [TEXT, OTHER_TEXT] },
    "foreign changed-since-approval: changed since approval by you on 2026-05-03",
  ],
  [
    "a text that a person replaced is a change",
    [wrote, approved, instead],
    { others: [OTHER_TEXT] },
    `${SINCE_APPROVAL} on 2026-05-02`,
  ],
  [
    "a text stays while the one that replaces it is not here",
    [wrote, approved, instead],
    {},
    `verified approved: ${BY_ANA}`,
  ],
  [
    "a memory that is held waits",
    [wrote, approved],
    { held: BORN },
    "foreign held: others would take so much out of use at once: credence sync says what",
  ],
  [
    "a memory that is held stays out of use where it is",
    [wrote, approved, noOf(ANA)],
    { held: BORN },
    "quarantined lowered: lowered by ana on 2026-05-01",
  ],
  ["another memory may be held", [wrote, approved], { held: "c".repeat(32) }, `verified approved: ${BY_ANA}`],
  ["what strangers say is theirs", [say("approve", STRANGER)], {}, "foreign unknown-signer: unknown signer"],
  [
    "what strangers say is theirs, held or not",
    [say("approve", STRANGER)],
    { held: BORN },
    "foreign unknown-signer: unknown signer",
  ],
  [
    "a stranger's text of a memory is a change of it",
    [wrote, approved, strange],
    EDIT,
    `${SINCE_APPROVAL} on 2026-05-02`,
  ],
  [
    "a machine's no to what a person approved is a wish",
    [wrote, approved, noOf(ANAS_MACHINE)],
    {},
    `verified approved: ${BY_ANA}`,
  ],
  [
    "a machine's no is a wish also where there is no file",
    [wrote, approved, noOf(ANAS_MACHINE)],
    { text: null },
    "quarantined broken: it fails validation",
  ],
  [
    "a person's no counts also where there is no file",
    [wrote, approved, noOf(ANA)],
    { text: null },
    "quarantined lowered: lowered by ana on 2026-05-01",
  ],
  [
    "an approval of another source with its digest is none of the file",
    [say("approve", ANA, { text: sourceOf("with another unsigned field") })],
    {},
    `${SINCE_APPROVAL} on 2026-05-01`,
  ],
  [
    "an approval of another text is none of the file",
    [say("approve", ANA, { digest: OTHER_TEXT })],
    {},
    `${SINCE_APPROVAL} on 2026-05-01`,
  ],
  [
    "a forgotten memory does not come back with a statement that arrives late",
    [wrote, forgotten, approved],
    {},
    "quarantined forgotten: forgotten by ana on 2026-05-01",
  ],
  [
    "another memory under a forgotten id stands by itself",
    [wrote, forgotten, say("wrote", OWN_MACHINE, { born: BORN_LATER, digest: OTHER_TEXT })],
    { text: OTHER_TEXT },
    "inferred written: written here",
  ],
  [
    "a text that a tombstone names is out of use in every memory",
    [wrote, forgotten, say("wrote", OWN_MACHINE, { born: BORN_LATER })],
    {},
    "quarantined forgotten: forgotten by ana on 2026-05-01",
  ],
  [
    "a text that a tombstone names is in use again once an approval of it names the tombstone",
    [wrote, forgotten, say("approve", OWN_PERSON, { born: BORN_LATER, lifts: [forgotten.hash] })],
    {},
    "verified approved: approved by you on 2026-05-01",
  ],
];

for (const [says, said, lies, stands] of CASES)
  test(`in an own root: ${says}`, () => {
    const { standing, cause, reason } = computeStanding(inputOf(said, lies));
    assert.equal(`${standing} ${cause}: ${reason}`, stands);
  });

/** Whose texts are gathered, and whether nobody named the file's. */
function listGathered(
  said: readonly Statement[],
  lies: Lying = {},
): readonly [texts: string[], isUnnamed: boolean] {
  const input = inputOf(said, lies);
  const { sets, elsewhere, lost, replaced } = gather(input);
  assert.deepEqual([elsewhere, lost, replaced], [[], [], []]);
  const digests = [TEXT, OTHER_TEXT].filter((digest) => sets.texts.has(sourceOf(digest)));
  assert.equal(digests.length, sets.texts.size);
  return [digests, hearFile(input).unnamed !== null];
}

test("in an own root the texts are the file's and those of words that count and are here", () => {
  assert.deepEqual(listGathered([wrote, approved]), [[TEXT], false]);
  assert.deepEqual(listGathered([wrote, theirs]), [[TEXT], false]);
  assert.deepEqual(listGathered([wrote, theirs], { others: [OTHER_TEXT] }), [[TEXT, OTHER_TEXT], false]);
  assert.deepEqual(listGathered([wrote, strange], { others: [OTHER_TEXT] }), [[TEXT], false]);
  assert.deepEqual(listGathered([theirs]), [[TEXT], true]);
  assert.deepEqual(listGathered([]), [[TEXT], true]);
  assert.deepEqual(listGathered([say("approve", ANA, { text: sourceOf("another source") })]), [[TEXT], true]);
  assert.deepEqual(listGathered([wrote, theirs, strange], { text: null }), [[TEXT, OTHER_TEXT], false]);
  assert.deepEqual(listGathered([], { text: null }), [[], false]);
});

test("the folded words of a file are asked for where something was forgotten, and are the file's alone", () => {
  const factsOf = (said: readonly Statement[]) => {
    const input = inputOf(said, { others: [TEXT] });
    const { sets } = gather({ ...input, sets: { ...input.sets, folded: () => "folded" } });
    return sets.texts.get(sourceOf(TEXT));
  };
  assert.deepEqual(factsOf([wrote, approved]), { digest: TEXT, folded: "" });
  assert.deepEqual(factsOf([wrote, forgotten]), { digest: TEXT, folded: "folded" });
});

test("what nobody said of a file is a draft of nobody, of the memory that has its name", () => {
  const input = inputOf([theirs]);
  assert.deepEqual(hearFile(input).unnamed, {
    ...{ v: 1, ...PLACE, act: "draft", born: BORN, text: sourceOf(TEXT), digest: TEXT },
    ...{ follows: [], lifts: [], acknowledged: [], source: null, reason: null },
    ...{ signer: NOBODY, device: NOBODY, seq: 0, prev: null, time: "", hash: NOBODY },
  });
});

test("in a work tree a file is looked for of each word that counts and that no person replaced", () => {
  const gatherIn = (said: readonly Statement[], digest: string | null) => {
    const asked = new Set<string>();
    const hasText = (word: { readonly digest: string }): boolean => {
      asked.add(word.digest);
      return word.digest === TEXT;
    };
    const own: FileInSets = { ...lying({ isShared: true }), hasText };
    const input = situation(said, { ...holding(digest), sets: own });
    const { sets } = gather(input);
    return {
      asked: [...asked],
      texts: [...sets.texts.keys()].sort(),
      isUnnamed: hearFile(input).unnamed !== null,
    };
  };
  const yes = attest("approve", ANA, { digest: OTHER_TEXT, parents: [attest("wrote", OWN_MACHINE).hash] });
  const first = attest("wrote", OWN_MACHINE);
  const machines = attest("wrote", ANAS_MACHINE, { digest: OTHER_TEXT, parents: [first.hash] });
  const stranger = attest("approve", STRANGER, { digest: OTHER_TEXT, parents: [first.hash] });
  assert.deepEqual(gatherIn([first, yes], OTHER_TEXT), { asked: [], texts: [OTHER_TEXT], isUnnamed: false });
  assert.deepEqual(gatherIn([first, machines], THIRD_TEXT), {
    ...{ asked: [TEXT, OTHER_TEXT], texts: [TEXT, THIRD_TEXT], isUnnamed: true },
  });
  assert.deepEqual(gatherIn([first, stranger], THIRD_TEXT), {
    ...{ asked: [TEXT], texts: [TEXT, THIRD_TEXT], isUnnamed: true },
  });
  assert.equal(gatherIn([first, stranger], OTHER_TEXT).isUnnamed, true);
  assert.deepEqual(gatherIn([first], null), { asked: [], texts: [TEXT], isUnnamed: false });
  assert.deepEqual(gatherIn([], null), { asked: [], texts: [], isUnnamed: false });
});

const apart = say("wrote", OWN_MACHINE, { born: BORN_LATER, digest: OTHER_TEXT });
const nameOf = (born: string, digest: string): string =>
  listOtherNames({ id: PLACE.id, born, digest })[0] ?? "";

test("of two memories of one id each has the file with its text", () => {
  const standingOf = (lies: Lying): string => computeStanding(inputOf([apart, wrote, approved], lies)).cause;
  assert.equal(standingOf({ others: [OTHER_TEXT] }), "approved");
  assert.equal(standingOf({ ...EDIT, name: nameOf(BORN_LATER, OTHER_TEXT) }), "written");
  assert.equal(standingOf({ text: THIRD_TEXT, others: [TEXT, OTHER_TEXT] }), "changed-since-approval");
});

test("of two memories of one id an edit is of the one whose file has its name", () => {
  const bornIn = (name: string, said: readonly Statement[] = [apart, approved]): string | undefined => {
    const input = inputOf(said, { text: THIRD_TEXT, others: [TEXT, OTHER_TEXT], name });
    return hearFile(input).unnamed?.born;
  };
  assert.equal(bornIn("project_x"), BORN);
  assert.equal(bornIn("project_x", [approved, apart]), BORN);
  assert.equal(bornIn(nameOf(BORN_LATER, OTHER_TEXT)), BORN_LATER);
  assert.equal(bornIn(nameOf(BORN, TEXT)), BORN);
  assert.equal(bornIn("project_x", []), "0".repeat(32));
  assert.equal(bornIn("project_x", [approved, apart, forgotten]), BORN_LATER);
});

test("an edit of an unsigned line brings no forgotten words back: the tombstone's folded words are the file's still", () => {
  const folded = "e".repeat(64);
  const tombstone = attest("forget", ANA, { born: BORN, digests: [folded] });
  const said = [tombstone, say("wrote", OWN_MACHINE, { born: BORN_LATER })];
  const standingOf = (text: string): string => {
    const input = inputOf(said, { others: [TEXT] });
    const sets = { ...input.sets, text: sourceOf(text), folded: () => folded };
    return computeStanding({ ...input, sets }).cause;
  };
  assert.equal(standingOf(TEXT), "forgotten");
  assert.equal(standingOf("the same words with another unsigned line"), "forgotten");
});
