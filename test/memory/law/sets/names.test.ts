// What a new word names, and what takes back what: cases in which three things meet that random worlds seldom bring together.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listMemories } from "../../../../src/memory/law/sets/memories.ts";
import { nameReplaced } from "../../../../src/memory/law/sets/next-word.ts";
import type { Sets } from "../../../../src/memory/law/sets/sets.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
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
  TRUST,
  word,
} from "./signed-words.ts";
import { NOTHING } from "./world.ts";

/** What a word names that takes the place of the whole memory. */
function nameNext(sets: Sets): ReturnType<typeof nameReplaced> {
  const memory = listMemories(sets, LAW).find(({ born }) => born === BORN);
  assert.ok(memory !== undefined);
  return nameReplaced({ sets, trust: TRUST, by: LAPTOP.signer }, memory, memory.groups);
}

const hashes = (...said: readonly Statement[]): string[] => said.map(({ hash }) => hash).sort();

test("a word does not pass on what a stranger claims to replace", () => {
  const hers = word([LAPTOP, "wrote"], "hers");
  const strange = word([MALLORY, "approve"], "strange", { follows: [hers.hash] });
  // Her text was withheld, so the stranger's is all that there is to see.
  const sets = put(NOTHING, [hers, strange], { sources: ["strange"] });
  assert.deepEqual(show(sets), ["memories/user_a foreign (unknown-signer)"]);
  assert.deepEqual(nameNext(sets), { kind: "names", follows: hashes(strange), lifts: [] });
});

test("a word passes on neither words of other memories nor negative acts that a list named", () => {
  const other = word([ANA, "approve"], "other", { born: OTHER_BORN, id: "user_b" });
  const retire = word([BO, "retire"], "mine");
  const mine = word([BO, "approve"], "mine", { follows: hashes(other, retire), lifts: hashes(retire) });
  const sets = put(NOTHING, [other, retire, mine], { sources: ["mine", "other"] });
  assert.deepEqual(nameNext(sets), { kind: "names", follows: hashes(mine), lifts: hashes(retire) });
});

test("a word passes on neither what a machine claims to lift nor lowerings of other memories", () => {
  const lower = word([ANA, "lower"], "other", { born: OTHER_BORN, id: "user_b" });
  const retire = word([ANA, "retire"], "mine");
  const lifted = word([ANA, "unretire"], "mine", { lifts: hashes(retire) });
  const wrote = word([CI, "wrote"], "mine", { lifts: hashes(retire) });
  const byMachine = put(NOTHING, [retire, lifted, wrote], { sources: ["mine"] });
  assert.deepEqual(nameNext(byMachine), { kind: "names", follows: hashes(wrote), lifts: [] });
  const approve = word([BO, "approve"], "mine", { lifts: hashes(lower, retire) });
  const byPerson = put(NOTHING, [lower, retire, approve], { sources: ["mine"] });
  assert.deepEqual(nameNext(byPerson), { kind: "names", follows: hashes(approve), lifts: hashes(retire) });
});

test("a machine takes out of the archive what a machine put there, and not what a person did", () => {
  const wrote = word([LAPTOP, "wrote"], "words");
  const isArchived = (...said: readonly Statement[]): boolean | undefined =>
    listMemories(put(NOTHING, [wrote, ...said], { sources: ["words"] }), LAW)[0]?.isArchived;
  const byMachine = word([CI, "archive"], "words");
  const byPerson = word([ANA, "archive"], "words");
  assert.equal(isArchived(byMachine), true);
  assert.equal(
    isArchived(byMachine, word([LAPTOP, "unarchive"], "words", { lifts: hashes(byMachine) })),
    false,
  );
  assert.equal(isArchived(byPerson, word([LAPTOP, "unarchive"], "words", { lifts: hashes(byPerson) })), true);
  assert.equal(isArchived(byPerson, word([BO, "unarchive"], "words", { lifts: hashes(byPerson) })), false);
});

test("an approval lifts once its text is here", () => {
  const fact = word([ANA, "approve"], "words");
  const retire = word([BO, "retire"], "words");
  const edit = word([ANA, "approve"], "new words", { follows: hashes(fact), lifts: hashes(retire) });
  const without = put(NOTHING, [fact, retire, edit], { sources: ["words"] });
  assert.deepEqual(show(without), ["memories/user_a retired (retired)"]);
  assert.deepEqual(show(put(without, [], { sources: ["new words"] })), [
    "memories/user_a verified (approved)",
  ]);
});

test("with more names than a word may have a memory goes on where it is retired, or nobody approved it", () => {
  const wrote = word([LAPTOP, "wrote"], "words");
  const approved = word([ANA, "approve"], "words", { follows: [wrote.hash] });
  const retire = word([ANA, "retire"], "words");
  const next = (said: readonly Statement[], namesMax: number) => {
    const sets = put(NOTHING, said, { sources: ["words"] });
    const [memory] = listMemories(sets, LAW);
    assert.ok(memory !== undefined);
    return nameReplaced({ sets, trust: TRUST, by: LAPTOP.signer, namesMax }, memory, memory.groups);
  };
  assert.deepEqual(next([wrote], 0), { kind: "full", goesOn: true });
  assert.deepEqual(next([approved], 0), { kind: "full", goesOn: false });
  assert.deepEqual(next([wrote, approved], 0), { kind: "full", goesOn: false });
  assert.deepEqual(next([approved, retire], 0), { kind: "full", goesOn: true });
  assert.deepEqual(next([wrote, approved, retire], 2), {
    ...{ kind: "names", follows: hashes(wrote, approved), lifts: [retire.hash] },
  });
  assert.deepEqual(next([wrote, approved, retire], 1), { kind: "full", goesOn: true });
  assert.deepEqual(next([approved, retire], 1), {
    kind: "names",
    follows: [approved.hash],
    lifts: [retire.hash],
  });
  assert.deepEqual(next([approved, retire, word([ANA, "lower"], "words")], 1), {
    kind: "full",
    goesOn: true,
  });
  const other = word([ANA, "approve"], "words", { born: OTHER_BORN, id: "user_b" });
  assert.deepEqual(next([wrote, other], 0), { kind: "full", goesOn: true });
});

test("what a word lifted and is not here any more is not lifted again", () => {
  const yes = word([ANA, "approve"], "words", { lifts: ["1".repeat(64)] });
  assert.deepEqual(nameNext(put(NOTHING, [yes], { sources: ["words"] })), {
    ...{ kind: "names", follows: [yes.hash], lifts: [] },
  });
});
