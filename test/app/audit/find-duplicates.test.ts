import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findAlike, findDuplicates, findSame, isAlike } from "../../../src/app/audit/find-duplicates.ts";
import { findLinks } from "../../../src/app/audit/survey.ts";
import { assertLinear } from "../../memory/text/assert-linear.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

const groupsOf = (...descriptions: readonly string[]): number[][] =>
  findDuplicates(descriptions.map((description, of) => ({ of, description }))).groups.map(({ members }) =>
    [...members].sort((a, b) => a - b),
  );

test("five shared words make a suspect and four do not", () => {
  const five = "alpha bravo charlie delta echo";
  assert.deepEqual(groupsOf(`${five} foxtrot`, `${five} golf`), [[0, 1]]);
  assert.deepEqual(groupsOf("alpha bravo charlie delta foxtrot", "alpha bravo charlie delta golf"), []);
  assert.deepEqual(groupsOf("alpha bravo charlie", "alpha bravo charlie"), []);
});

test("words that carry no subject count for nothing, and forms of one word are one", () => {
  assert.deepEqual(
    groupsOf("what is it that we do about this thing", "what is it that we do about that place"),
    [],
  );
  const [group] = findDuplicates([
    { of: "a", description: "Deployments of the billing service restart nightly workers" },
    { of: "b", description: "The billing services restarted a deployment and nightly worker" },
  ]).groups;
  assert.deepEqual(group?.members, ["a", "b"]);
  assert.deepEqual([...(group?.shared ?? [])].length, 6);
});

test("suspects of suspects are one group, and the words they share are named", () => {
  const found = findDuplicates([
    { of: "a", description: "alpha bravo charlie delta echo" },
    { of: "b", description: "alpha bravo charlie delta echo foxtrot golf hotel india juliet" },
    { of: "c", description: "foxtrot golf hotel india juliet" },
    { of: "d", description: "kilo lima mike november oscar" },
  ]);
  assert.deepEqual(
    found.groups.map(({ members }) => [...members].sort()),
    [["a", "b", "c"]],
  );
  assert.equal(found.groups[0]?.shared.length, 5);
});

test("no pair of a small store is missed, and no group holds a memory that shares five words with none of it", () => {
  const words = [..."abcdefghijkl"].map((letter) => `${letter}${letter}word`);
  const description = fc.subarray(words, { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(fc.array(description, { maxLength: 20 }), (texts) => {
      const groups = groupsOf(...texts.map((each) => each.join(" ")));
      const sharesFive = (a: number, b: number): boolean =>
        (texts[a] ?? []).filter((word) => texts[b]?.includes(word)).length >= 5;
      const groupOf = (place: number): number => groups.findIndex((group) => group.includes(place));
      for (let a = 0; a < texts.length; a += 1) {
        for (let b = 0; b < a; b += 1)
          if (sharesFive(a, b)) assert.ok(groupOf(a) >= 0 && groupOf(a) === groupOf(b));
      }
      for (const group of groups)
        for (const place of group)
          assert.ok(group.some((other) => other !== place && sharesFive(place, other)));
    }),
    { numRuns: RUNS },
  );
});

const STORES: Readonly<Record<string, (number: number) => string>> = {
  "all alike": () => "staging database cluster restarts nightly maintenance",
  "alike but for one word": (number) => `staging database cluster restarts nightly unique${number}`,
  "alike but for ten words": (number) =>
    `staging database cluster restarts nightly ${Array.from({ length: 10 }, (_, word) => `u${number}x${word}`).join(" ")}`,
  "from few words": (number) =>
    Array.from({ length: 8 }, (_, place) => `word${(number * (place + 3) + place * place) % 60}x`).join(" "),
};

for (const [what, textOf] of Object.entries(STORES)) {
  test(`the work grows with the number of memories and not with its square: ${what}`, () => {
    const workOf = (memories: number): number =>
      findDuplicates(Array.from({ length: memories }, (_, of) => ({ of, description: textOf(of) }))).compared;
    const [small, large] = [workOf(1_000), workOf(4_000)];
    assert.ok(large <= 5 * small, `${small} comparisons for 1 000, ${large} for 4 000`);
    assert.ok(large <= 4_000 * 8 * 24);
  });
}

test("a crowd that says the same is one group, however large", () => {
  const alike = Array.from({ length: 3_000 }, (_, of) => ({
    of,
    description: `staging database cluster restarts nightly unique${of}`,
  }));
  assert.deepEqual(
    findDuplicates(alike).groups.map(({ members }) => members.length),
    [3_000],
  );
});

test("two short descriptions of one pattern are not alike, and no description is like itself", () => {
  assert.deepEqual(findAlike(["About project one", "About project two"]), []);
  assert.deepEqual(findAlike(["The staging cluster runs in Frankfurt today"]), []);
  assert.equal(isAlike("The staging cluster runs in Frankfurt", "Staging cluster hosted in Frankfurt"), true);
});

test("descriptions that are the same byte for byte are found, however few words they have", () => {
  const described = ["The day", "Another day", "The day"].map((description, of) => ({ of, description }));
  assert.deepEqual(findSame(described), [{ members: [0, 2], shared: ["day"] }]);
});

const LINKS: Readonly<Record<string, readonly string[]>> = {
  "see project_other.md": ["project_other"],
  "see [[reference_wiki]] and [[feedback_tone]]": ["reference_wiki", "feedback_tone"],
  "[text](../memories/user_habits.md)": ["user_habits"],
  "`.claude/memory/memories/project_other.md`": ["project_other"],
  "quarantine/project_other.md, quarantine/project_other.md": ["project_other"],
  "docs/project_plan.md is a file of the project": [],
  "the user_id and project_id columns": [],
  "project_self.md is this one": [],
  "project_other.mdx, myproject_other.md, Project_Other.md": [],
  "[[project_other]": [],
  "[[project-other]] [[other]] [[]]": [],
};

for (const [body, ids] of Object.entries(LINKS)) {
  test(`"${body}" links to ${ids.length === 0 ? "no memory" : ids.join(", ")}`, () => {
    assert.deepEqual(findLinks(body, "project_self"), ids);
  });
}

test("links are looked for in time that grows with the text", () => {
  for (const piece of ["[[", "project_", "memories/", "project_a", "../", "user_x.m"]) {
    assertLinear(
      (chars) => piece.repeat(Math.ceil(chars / piece.length)),
      (text) => findLinks(text, "x"),
    );
  }
});
