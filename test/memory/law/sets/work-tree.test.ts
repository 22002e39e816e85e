// What a work tree tells of its statements: which of them count for a file, which are over, and which are gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type ToldInTree, tellInTree } from "../../../../src/memory/law/sets/work-tree.ts";
import type { Statement, TextStatement } from "../../../../src/memory/law/statement.ts";
import { ANA, BO, BORN, LAPTOP, MALLORY, OTHER_BORN, TRUST, tombstone, word } from "./signed-words.ts";
import { factsOf } from "./world.ts";

type Tree = {
  readonly here?: readonly Statement[];
  /** Seen, and no longer there. */
  readonly gone?: readonly Statement[];
  readonly files?: readonly string[];
};

function tell({ here = [], gone = [], files = [] }: Tree): ToldInTree {
  const digests = new Set(files.map((file) => factsOf(file).digest));
  return tellInTree([...here, ...gone], {
    trust: TRUST,
    present: new Set(here.map(({ hash }) => hash)),
    isFile: ({ digest }) => digests.has(digest),
  });
}

type Hashes = Readonly<Record<"elsewhere" | "lost" | "replaced", readonly string[]>>;

function hashesOf({ elsewhere, lost, replaced }: ToldInTree): Hashes {
  const list = (words: readonly TextStatement[]): string[] => words.map(({ hash }) => hash);
  return { elsewhere: list(elsewhere), lost: list(lost), replaced: list(replaced) };
}

const NOTHING: Hashes = { elsewhere: [], lost: [], replaced: [] };

const wrote = word([LAPTOP, "wrote"], "old");
const approved = word([ANA, "approve"], "old", { follows: [wrote.hash] });
const instead = word([BO, "approve"], "new", { follows: [approved.hash, wrote.hash] });

test("a word that is there is elsewhere where its text is no file", () => {
  assert.deepEqual(hashesOf(tell({ here: [approved], files: ["old"] })), NOTHING);
  assert.deepEqual(hashesOf(tell({ here: [approved] })), { ...NOTHING, elsewhere: [approved.hash] });
  assert.deepEqual(hashesOf(tell({ here: [wrote] })), { ...NOTHING, elsewhere: [wrote.hash] });
});

test("a word that is gone is not elsewhere: an approval is lost, and a machine's word is nothing", () => {
  assert.deepEqual(hashesOf(tell({ gone: [approved], files: ["old"] })), {
    ...NOTHING,
    lost: [approved.hash],
  });
  assert.deepEqual(hashesOf(tell({ gone: [wrote], files: ["old"] })), NOTHING);
});

test("a replaced word is elsewhere while it is there, though its text is a file, and lost it is not", () => {
  assert.deepEqual(hashesOf(tell({ here: [approved, instead], files: ["old"] })), {
    elsewhere: [approved.hash, instead.hash],
    lost: [],
    replaced: [approved.hash],
  });
  assert.deepEqual(hashesOf(tell({ here: [instead], gone: [approved], files: ["old"] })), {
    elsewhere: [instead.hash],
    lost: [],
    replaced: [approved.hash],
  });
});

test("where the text in its place is a file the law says what is replaced", () => {
  assert.deepEqual(hashesOf(tell({ here: [approved, instead], files: ["old", "new"] })), NOTHING);
});

test("only what vouches for a text, counts, and was not forgotten is told", () => {
  const retire = word([ANA, "retire"], "old");
  const strange = word([MALLORY, "approve"], "old");
  const forgotten = tombstone(BO, { born: BORN, digests: [] });
  assert.deepEqual(hashesOf(tell({ here: [retire, strange] })), NOTHING);
  assert.deepEqual(hashesOf(tell({ gone: [retire, strange] })), NOTHING);
  assert.deepEqual(hashesOf(tell({ here: [wrote, approved, forgotten] })), NOTHING);
  assert.deepEqual(hashesOf(tell({ gone: [wrote, approved], here: [forgotten] })), NOTHING);
});

test("a tombstone ends the memory of its uuid, and no other of the same id", () => {
  const old = word([ANA, "approve"], "old", { born: OTHER_BORN });
  const forgotten = tombstone(BO, { born: OTHER_BORN, digests: [approved.digest] });
  assert.deepEqual(hashesOf(tell({ here: [old, forgotten] })), NOTHING);
  assert.deepEqual(hashesOf(tell({ here: [old] })).elsewhere, [old.hash]);
  assert.deepEqual(hashesOf(tell({ here: [approved, forgotten] })).elsewhere, [approved.hash]);
});

test("what is gone lifts nothing, but a withdrawal goes on to take back what it names", () => {
  const retire = word([ANA, "retire"], "old");
  const lifts = [retire.hash];
  const back = word([ANA, "unretire"], "old", { lifts });
  const withdraw = word([ANA, "withdraw"], "old", { lifts });
  const liftsOf = (tree: Tree): readonly (readonly string[])[] =>
    tell(tree).said.map((each) => ("lifts" in each ? each.lifts : []));
  assert.deepEqual(liftsOf({ here: [back, withdraw] }), [lifts, lifts]);
  assert.deepEqual(liftsOf({ gone: [back, withdraw] }), [[], lifts]);
  const undone = word([ANA, "withdraw"], "old", { lifts: [approved.hash] });
  assert.deepEqual(hashesOf(tell({ here: [approved], gone: [undone] })), NOTHING);
});

test("a machine's word does not bring back a text that a person replaced, and a person's does", () => {
  const again = word([LAPTOP, "wrote"], "old", { time: "2026-05-02T09:30:00Z" });
  const anew = word([ANA, "approve"], "old", { time: "2026-05-02T09:30:00Z" });
  assert.deepEqual(hashesOf(tell({ here: [approved, instead, again], files: ["old"] })).replaced, [
    approved.hash,
    again.hash,
  ]);
  assert.deepEqual(hashesOf(tell({ here: [approved, instead, anew], files: ["old"] })).replaced, [
    approved.hash,
  ]);
});

test("an approval of the same text elsewhere replaces nothing, however often it was signed", () => {
  const again = word([BO, "approve"], "old", { follows: [approved.hash] });
  const onceMore = word([ANA, "approve"], "old", { follows: [approved.hash, wrote.hash] });
  const other = word([BO, "approve"], "new", { follows: [approved.hash] });
  const replacedBy = (...by: readonly TextStatement[]) =>
    hashesOf(tell({ here: [approved, ...by] })).replaced;
  assert.deepEqual(replacedBy(again), []);
  assert.deepEqual(replacedBy(again, onceMore), []);
  // By more than one text, in whichever order they are read.
  assert.deepEqual(replacedBy(again, other), [approved.hash]);
  assert.deepEqual(replacedBy(other, again), [approved.hash]);
});

test("only an approval replaces a text by one that is no file", () => {
  for (const act of ["keep", "wrote"] as const) {
    const kept = word([BO, act], "new", { follows: [approved.hash] });
    assert.deepEqual(hashesOf(tell({ here: [approved, kept], files: ["old"] })), {
      ...NOTHING,
      elsewhere: [kept.hash],
    });
  }
});
