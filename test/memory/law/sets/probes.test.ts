// Nine ways to break a law of sets, and what comes of each: the files of a root before and after, as a person would see them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listMemories } from "../../../../src/memory/law/sets/memories.ts";
import { nameReplaced } from "../../../../src/memory/law/sets/next-word.ts";
import type { Sets } from "../../../../src/memory/law/sets/sets.ts";
import { computeView } from "../../../../src/memory/law/sets/view.ts";
import { parseStatement, type Statement } from "../../../../src/memory/law/statement.ts";
import { type Key, keyOf, signSet } from "./keys.ts";
import {
  ANA,
  BO,
  BORN,
  CI,
  LAPTOP,
  LAW,
  MALLORY,
  OTHER_BORN,
  put,
  show,
  signed,
  TRUST,
  tombstone,
  VERDICTS,
  word,
} from "./signed-words.ts";
import { factsOf, NOTHING, textOf } from "./world.ts";

test("A: names that a machine made up are not passed on, and leave room for an approval", () => {
  const made = Array.from({ length: 256 }, (_, at) => textOf(`made up ${at}`)).sort();
  const wrote = word([CI, "wrote"], "words", { follows: made });
  const sets = put(NOTHING, [wrote], { sources: ["words"] });
  assert.deepEqual(show(sets), ["memories/user_a inferred (written)"]);
  const [memory] = listMemories(sets, LAW);
  assert.ok(memory !== undefined);
  const named = nameReplaced({ sets, trust: TRUST, by: ANA.signer }, memory, memory.groups);
  assert.deepEqual(named, { kind: "names", follows: [wrote.hash], lifts: [] });
  const after = put(sets, [word([ANA, "approve"], "words", { follows: [wrote.hash] })]);
  assert.deepEqual(show(after), ["memories/user_a verified (approved)"]);
});

test("B: a teammate's tombstone holds the words of another memory, keeps their text, and one person's yes lifts it", () => {
  const fact = word([ANA, "approve"], "deploys happen on tuesdays");
  const own = word([BO, "approve"], "a note", { born: OTHER_BORN, id: "user_b" });
  const sets = put(NOTHING, [fact, own], { sources: ["deploys happen on tuesdays", "a note"] });
  const digests = [factsOf("a note").digest, factsOf("deploys happen on tuesdays").digest].sort();
  const tomb = tombstone(BO, { born: OTHER_BORN, digests });
  const held = put(sets, [tomb]);
  assert.deepEqual(show(held), ["quarantine/user_a quarantined (words-forgotten)"]);
  assert.deepEqual([...held.texts.keys()], [textOf("deploys happen on tuesdays")]);
  const yes = word([ANA, "approve"], "deploys happen on tuesdays", {
    follows: [fact.hash],
    lifts: [tomb.hash],
  });
  assert.deepEqual(show(put(held, [yes])), ["memories/user_a verified (approved)"]);
});

test("B: nor does it end what others said under the same id, or in reply to what it forgot", () => {
  const own = word([BO, "approve"], "a note", { born: OTHER_BORN });
  const fact = word([ANA, "approve"], "words", { follows: [own.hash] });
  const tomb = tombstone(BO, { born: OTHER_BORN, digests: [factsOf("a note").digest] });
  const sets = put(NOTHING, [own, fact, tomb], { sources: ["a note", "words"] });
  assert.deepEqual(show(sets), ["memories/user_a verified (approved)"]);
  assert.deepEqual([...sets.texts.keys()], [textOf("words")]);
});

test("C: a machine's lower or retire of what a person approved is a wish; its own validator's counts there alone", () => {
  const fact = word([ANA, "approve"], "words");
  const lower = word([CI, "lower"], "words");
  const retire = word([CI, "retire"], "words");
  const failed = word([CI, "lower"], "words", { acknowledged: ["override"] });
  const sets = put(NOTHING, [fact, lower, retire, failed], { sources: ["words"] });
  assert.deepEqual(show(sets), ["memories/user_a verified (approved)"]);
  const [memory] = listMemories(sets, LAW);
  assert.deepEqual(
    memory?.wishes.map(({ hash }) => hash),
    [lower, retire, failed].map(({ hash }) => hash).sort(),
  );
  assert.deepEqual(show(sets, { me: CI.signer }), ["quarantine/user_a quarantined (lowered)"]);
  assert.deepEqual(show(sets, { me: LAPTOP.signer }), ["memories/user_a verified (approved)"]);
});

test("C: a retirement is a wish too, whatever rules it names, and a person's lowering is none", () => {
  const fact = word([ANA, "approve"], "words");
  const retire = word([CI, "retire"], "words", { acknowledged: ["override"] });
  const sets = put(NOTHING, [fact, retire], { sources: ["words"] });
  assert.deepEqual(show(sets, { me: CI.signer }), ["memories/user_a verified (approved)"]);
  const lower = word([BO, "lower"], "words");
  const [memory] = listMemories(put(sets, [lower]), LAW);
  assert.deepEqual([memory?.wishes, memory?.negatives], [[retire], [lower]]);
});

test("C: nor does a machine contest a fact by bringing back words that were renewed, and then replaced", () => {
  const first = word([ANA, "approve"], "old words");
  const renewed = word([BO, "keep"], "old words", { follows: [first.hash] });
  // Whoever replaced them had not been shown the first approval.
  const fact = word([ANA, "approve"], "new words", { follows: [renewed.hash] });
  const again = word([CI, "wrote"], "old words");
  const sets = put(NOTHING, [first, renewed, fact, again], { sources: ["old words", "new words"] });
  assert.deepEqual(show(sets), [
    "memories/user_a verified (approved)",
    "memories/user_a_other_1affb8f5348c055d waits (waits)",
  ]);
});

test("D: nobody is called like a text that waits", () => {
  const sets = put(NOTHING, [word([ANA, "approve"], "hers"), word([BO, "approve"], "his")], {
    sources: ["hers", "his"],
  });
  const before = show(sets);
  assert.deepEqual(before, [
    "memories/user_a inferred (contested)",
    "memories/user_a_other_e194c87669cd00de waits (waits)",
  ]);
  const about = {
    born: OTHER_BORN,
    id: "user_a_other_e194c87669cd00de",
    digest: textOf("x"),
    text: textOf("x"),
  };
  const lists = { follows: [], lifts: [], acknowledged: [], source: null };
  const { hash, text } = signSet({ ...signed(MALLORY), act: "approve", ...about, ...lists }, MALLORY);
  assert.deepEqual(parseStatement(text, hash), {
    kind: "malformed",
    message: "its id is not well formed",
  });
  const eight = word([MALLORY, "approve"], "evil", { born: OTHER_BORN, id: "user_a_other_e194c876" });
  assert.deepEqual(show(put(sets, [eight], { sources: ["evil"] })), [
    ...before,
    "memories/user_a_other_e194c876 foreign (unknown-signer)",
  ]);
});

test("E: a machine's words of the same digest do not change the fields of what a person approved", () => {
  const approved = "fact\ntaint: web";
  const fact = word([ANA, "approve"], approved);
  const wrote = word([CI, "wrote"], "fact\nrelated-files: evil", { follows: [fact.hash] });
  const sets = put(NOTHING, [fact, wrote], { sources: [approved, "fact\nrelated-files: evil"] });
  const files = computeView(sets, LAW);
  assert.deepEqual(
    files.map(({ text, standing }) => [text, standing]),
    [[textOf(approved), "verified"]],
  );
  assert.equal(sets.texts.size, 2);
});

test("F: a flood of strangers does not push out a newcomer who has a card, or who was known before", () => {
  const crowd = Array.from({ length: 40 }, (_, at) => keyOf("person", `crowd ${at}`));
  const [loud] = crowd;
  // Of all names the last, so that only a card or an acquaintance brings them in.
  const newcomer = crowd.toSorted((a, b) => (a.signer < b.signer ? 1 : -1)).find((each) => each !== loud);
  assert.ok(newcomer !== undefined && loud !== undefined);
  const flood = crowd.flatMap((key, at) =>
    Array.from({ length: at === 0 ? 70 : 1 }, (_, nth) => word([key, "approve"], `evil ${at} ${nth}`)),
  );
  const admitted = (said: readonly Statement[], strangersFirst: readonly string[]): Sets =>
    put(NOTHING, said, { strangersFirst });
  const sets = admitted(flood, [newcomer.signer, loud.signer]);
  const bySigner = Map.groupBy(sets.statements.values(), ({ signer }) => signer);
  assert.equal(bySigner.size, 32);
  assert.equal(bySigner.get(newcomer.signer)?.length, 1);
  assert.equal(bySigner.get(loud.signer)?.length, 64);
  const unknown = [...admitted(flood, []).statements.values()].map(({ signer }) => signer);
  assert.equal(unknown.includes(newcomer.signer), false);
  const reversed = admitted(flood.toReversed(), [newcomer.signer, loud.signer]);
  assert.deepEqual([...reversed.statements.keys()].sort(), [...sets.statements.keys()].sort());
});

test("G: ending the trust in a person ends what they vouched for, and brings back nothing that they took out of use", () => {
  const wrote = word([LAPTOP, "wrote"], "bad advice");
  const lower = word([BO, "lower"], "bad advice");
  const theirs = word([BO, "approve"], "their advice", { born: OTHER_BORN, id: "user_b" });
  const sets = put(NOTHING, [wrote, lower, theirs], { sources: ["bad advice", "their advice"] });
  assert.deepEqual(show(sets), [
    "memories/user_b verified (approved)",
    "quarantine/user_a quarantined (lowered)",
  ]);
  const trust = new Map([...TRUST, [BO.signer, "ended"] as const]);
  assert.deepEqual(show(put(sets, [], { trust }), { trust }), [
    "quarantine/user_a quarantined (lowered)",
    "memories/user_b foreign (unknown-signer)",
  ]);
});

test("H: a text that failed is out until a person answers, whatever a later version says", () => {
  const fact = word([ANA, "approve"], "words");
  const sets = put(NOTHING, [fact], { sources: ["words"] });
  const failing = { verdicts: { ...VERDICTS, fails: () => true }, me: LAPTOP.signer };
  assert.deepEqual(show(sets, failing), ["quarantine/user_a quarantined (fails)"]);
  const lower = word([LAPTOP, "lower"], "words", { acknowledged: ["override"] });
  const signedDown = put(sets, [lower]);
  assert.deepEqual(show(signedDown, { me: LAPTOP.signer }), ["quarantine/user_a quarantined (lowered)"]);
  const yes = word([ANA, "approve"], "words", { follows: [fact.hash], lifts: [lower.hash] });
  assert.deepEqual(show(put(signedDown, [yes]), { me: LAPTOP.signer }), [
    "memories/user_a verified (approved)",
  ]);
});

test("I: a person withdraws an approval of their own, and what was in force before is again", () => {
  const wrote = word([LAPTOP, "wrote"], "words");
  const approve = word([ANA, "approve"], "words", { follows: [wrote.hash] });
  const sets = put(NOTHING, [wrote, approve], { sources: ["words"] });
  assert.deepEqual(show(sets), ["memories/user_a verified (approved)"]);
  const withdraw = (key: Key): Statement => word([key, "withdraw"], "words", { lifts: [approve.hash] });
  assert.deepEqual(show(put(sets, [withdraw(ANA)])), ["memories/user_a inferred (written)"]);
  for (const key of [BO, LAPTOP, MALLORY])
    assert.deepEqual(show(put(sets, [withdraw(key)])), ["memories/user_a verified (approved)"]);
});

test("a tombstone ends what arrives after it, too, and no approval that names it goes on with the memory", () => {
  const first = word([ANA, "approve"], "words");
  const tomb = tombstone(BO, { born: BORN, digests: [] });
  const again = word([ANA, "approve"], "words anew", { lifts: [tomb.hash] });
  const late = word([LAPTOP, "wrote"], "late words");
  const other = word([ANA, "approve"], "others", { born: OTHER_BORN, id: "user_b", lifts: [tomb.hash] });
  const sources = ["words", "words anew", "others", "late words"];
  const before = put(NOTHING, [first, tomb], { sources });
  assert.deepEqual([[...before.statements.keys()], [...before.texts.keys()]], [[tomb.hash], []]);
  for (const said of [late, again]) assert.deepEqual(show(put(before, [said], { sources })), []);
  assert.deepEqual(show(put(before, [late, again, other], { sources })), [
    "memories/user_b verified (approved)",
  ]);
});

test("B: what holds the words is lifted by an approval of those words, and not by one of others", () => {
  const digests = [factsOf("fact").digest];
  const tomb = tombstone(BO, { born: OTHER_BORN, digests });
  const others = word([ANA, "approve"], "other words", { lifts: [tomb.hash] });
  const fact = word([ANA, "approve"], "fact", { follows: [others.hash] });
  const sets = put(NOTHING, [tomb, others, fact], { sources: ["fact", "other words"] });
  assert.deepEqual(show(sets), ["quarantine/user_a quarantined (words-forgotten)"]);
});

test("what was forgotten is not seen and lifts nothing, also where a backup brought its files back", () => {
  const sources = ["words", "fact"];
  const [gone, fact] = sources.map((source) => factsOf(source).digest);
  assert.ok(gone !== undefined && fact !== undefined);
  const archive = word([BO, "archive"], "words");
  const wrote = word([LAPTOP, "wrote"], "words");
  const tomb = tombstone(BO, { born: OTHER_BORN, digests: [gone] });
  const yes = word([ANA, "approve"], "words", {
    follows: [wrote.hash],
    lifts: [archive.hash, tomb.hash].sort(),
  });
  const second = tombstone(BO, { born: BORN, digests: [fact] });
  const other = word([LAPTOP, "wrote"], "fact", { born: "d".repeat(32), id: "user_b" });
  const statements = new Map([archive, wrote, tomb, yes, second, other].map((each) => [each.hash, each]));
  const texts = new Map(sources.map((source) => [textOf(source), factsOf(source)]));
  assert.deepEqual(show({ statements, texts }), ["quarantine/user_b quarantined (words-forgotten)"]);
});

test("a stranger does not stand between two approvals that did not know each other", () => {
  const mine = word([ANA, "approve"], "mine");
  const strange = word([MALLORY, "approve"], "strange", { follows: [mine.hash] });
  const theirs = word([BO, "approve"], "theirs", { follows: [strange.hash] });
  const sets = put(NOTHING, [mine, strange, theirs], { sources: ["mine", "strange", "theirs"] });
  assert.deepEqual(
    computeView(sets, LAW).map(({ standing, cause }) => `${standing} ${cause}`),
    ["inferred contested", "waits waits"],
  );
});

test("what a person took out with other words is lifted by whoever answers it, also by other words", () => {
  const sources = ["old words", "words", "new words"];
  const lower = word([BO, "lower"], "old words");
  const middle = word([ANA, "approve"], "words", { lifts: [lower.hash] });
  const fact = word([ANA, "approve"], "new words", { follows: [middle.hash] });
  assert.deepEqual(show(put(NOTHING, [lower, middle, fact], { sources })), [
    "memories/user_a verified (approved)",
  ]);
  const retire = word([BO, "retire"], "new words");
  const retired = put(NOTHING, [fact, retire], { sources });
  assert.deepEqual(show(retired), ["memories/user_a retired (retired)"]);
  const unretire = (key: Key) => word([key, "unretire"], "words", { lifts: [retire.hash] });
  assert.deepEqual(show(put(retired, [unretire(ANA)])), ["memories/user_a verified (approved)"]);
  assert.deepEqual(show(put(retired, [unretire(MALLORY)])), ["memories/user_a retired (retired)"]);
});

test("unretire takes a retirement back, and no lowering", () => {
  const wrote = word([LAPTOP, "wrote"], "words");
  const lower = word([BO, "lower"], "words");
  const retire = word([BO, "retire"], "words");
  const unretire = word([ANA, "unretire"], "words", { lifts: [lower.hash, retire.hash] });
  const see = (...said: readonly Statement[]): string[] => show(put(NOTHING, said, { sources: ["words"] }));
  assert.deepEqual(see(wrote, retire, unretire), ["memories/user_a inferred (written)"]);
  assert.deepEqual(see(wrote, lower, unretire), ["quarantine/user_a quarantined (lowered)"]);
});

test("of strangers' texts the one that they call approved or kept is the memory, whatever the other is called", () => {
  const [one, other] = ["one", "other"].toSorted((a, b) => (factsOf(a).digest < factsOf(b).digest ? -1 : 1));
  assert.ok(one !== undefined && other !== undefined);
  for (const act of ["approve", "keep"] as const) {
    const said = [word([MALLORY, "wrote"], one), word([MALLORY, act], other)];
    const files = computeView(put(NOTHING, said, { sources: [one, other] }), LAW);
    assert.deepEqual(
      files.map(({ name, text }) => [name === "user_a", text]),
      [
        [true, textOf(other)],
        [false, textOf(one)],
      ],
    );
  }
});

test("a text is kept only where a word vouches for it", () => {
  const lower = word([ANA, "lower"], "words");
  assert.deepEqual([...put(NOTHING, [lower], { sources: ["words"] }).texts.keys()], []);
});

test("F: only strangers take a stranger's room, and what was answered to takes none", () => {
  const crowd = Array.from({ length: 32 }, (_, at) => keyOf("person", `crowd ${at}`));
  const signersOf = (sets: Sets): number =>
    new Set([...sets.statements.values()].map(({ signer }) => signer)).size;
  const said = crowd.map((key, at) => word([key, "approve"], `evil ${at}`));
  const known = word([LAPTOP, "wrote"], "words");
  assert.equal(signersOf(put(NOTHING, [...said, known], { strangersFirst: [MALLORY.signer] })), 33);
  const many = Array.from({ length: 65 }, (_, at) => word([MALLORY, "approve"], `evil ${at}`));
  const [least] = many.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  assert.ok(least !== undefined);
  for (const naming of ["follows", "lifts"]) {
    const answer = word([ANA, "approve"], "words", { [naming]: [least.hash] });
    assert.equal(put(NOTHING, [...many, answer]).statements.size, 66);
  }
  // A stranger's answer makes no room.
  const last = many.toSorted((a, b) => (a.hash < b.hash ? 1 : -1))[0];
  const flood = put(NOTHING, [
    ...many,
    word([keyOf("person", "eve"), "keep"], "words", { follows: [last?.hash ?? ""] }),
  ]);
  assert.equal(flood.statements.size, 65);
});
