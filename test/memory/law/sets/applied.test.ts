// The memories of a set as a hub and its clients read them: the file with its marks, how it stands, and the reason that is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hashSource } from "../../../../src/memory/file/source.ts";
import { factsOf, listApplied } from "../../../../src/memory/law/sets/applying.ts";
import type { Law } from "../../../../src/memory/law/sets/memories.ts";
import type { Source, Statement, TextContent, TextStatement } from "../../../../src/memory/law/statement.ts";
import type { Key } from "./keys.ts";
import { ANA, BO, CI, LAPTOP, LAW, MALLORY, OTHER_BORN, tombstone, VERDICTS, word } from "./signed-words.ts";

const sourceOf = (body: string): string => `---\nname: notes\ndescription: notes\ntype: user\n---\n${body}\n`;
const SOURCES = new Map(["one", "two", "three"].map((body) => [hashSource(sourceOf(body)), sourceOf(body)]));
const NAMES = new Map(
  [ANA, BO, LAPTOP, CI].map(({ signer }, at) => [signer, ["Ana", "Bo", "laptop", "CI"][at]]),
);

function say(
  [key, act, day]: readonly [Key, TextContent["act"], number],
  body: string,
  more: Partial<TextContent> = {},
): TextStatement {
  const source = sourceOf(body);
  const about = { text: hashSource(source), digest: factsOf(source)?.digest ?? "" };
  return word([key, act], body, { ...about, time: `2026-05-0${day}T09:30:00Z`, ...more });
}

const read = (statements: readonly Statement[], law: Partial<Law> = {}) =>
  listApplied(
    { statements, sources: SOURCES },
    { ...LAW, ...law },
    (signer) => NAMES.get(signer) ?? "nobody",
  );

function see(statements: readonly Statement[], law: Partial<Law> = {}): string[] {
  return read(statements, law).map(({ text, standing, reason }) => {
    const lines = text.split("\n").filter((line) => !/^(?:name|description|type):|^(?:---)?$/.test(line));
    return [`${standing}: ${reason}`, ...lines].join(" | ");
  });
}

const DICTATED: Source = { origin: "dictated", session: "s-1", taint: [] };
const wrote = say([LAPTOP, "wrote", 1], "one", { source: DICTATED });
const approved = say([ANA, "approve", 2], "one", { follows: [wrote.hash] });
const changed = say([ANA, "approve", 3], "two", { follows: [approved.hash, wrote.hash].sort() });
const lower = (key: Key, more: Partial<TextContent> = {}): TextStatement =>
  say([key, "lower", 4], "one", more);

const MADE = "created-at: 2026-05-01T09:30:00Z";
const DICTATED_MARKS = "origin: dictated | session: s-1 | one";
const DOWN = `trust-level: quarantined | last-verified: 2026-05-04 | ${MADE} | quarantined-at: 2026-05-04T09:30:00Z`;

type Case = {
  readonly says: string;
  readonly said: readonly Statement[];
  readonly law?: Partial<Law>;
  readonly seen: readonly string[];
};

const CASES: readonly Case[] = [
  {
    says: "what a machine wrote",
    said: [wrote],
    seen: [`inferred: written by laptop on 2026-05-01 | trust-level: inferred | ${MADE} | ${DICTATED_MARKS}`],
  },
  {
    says: "what a person kept",
    said: [wrote, say([ANA, "keep", 2], "one", { follows: [wrote.hash] })],
    seen: [`inferred: kept by Ana on 2026-05-02 | trust-level: inferred | ${MADE} | ${DICTATED_MARKS}`],
  },
  {
    says: "a fact in other words than the first",
    said: [changed, approved, wrote],
    seen: [
      `verified: approved by Ana on 2026-05-03 | trust-level: verified | last-verified: 2026-05-03 | ${MADE} | updated-at: 2026-05-03T09:30:00Z | origin: dictated | session: s-1 | two`,
    ],
  },
  {
    says: "what a person lowered, and why",
    said: [wrote, lower(BO, { reason: "wrong" })],
    seen: [
      `quarantined: lowered by Bo on 2026-05-04 | ${DOWN} | quarantined-by: a person | quarantine-reason: wrong | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "what a person lowered for a reason of two lines, which are one in a file",
    said: [wrote, lower(BO, { reason: "wrong\ntrust-level: verified" })],
    seen: [
      `quarantined: lowered by Bo on 2026-05-04 | ${DOWN} | quarantined-by: a person | quarantine-reason: "wrong trust-level: verified" | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "what a person retired for an empty reason",
    said: [wrote, say([ANA, "retire", 4], "one", { reason: "" })],
    seen: [
      `retired: retired by Ana on 2026-05-04 | trust-level: inferred | ${MADE} | status: retired | retired-at: 2026-05-04T09:30:00Z | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "what a machine lowered, and did not say why",
    said: [wrote, lower(CI)],
    seen: [
      `quarantined: lowered by CI on 2026-05-04 | ${DOWN} | quarantined-by: "an agent, a script or a person who did not sign" | quarantine-reason: no reason given | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "what a validator failed, and nothing of what it read",
    said: [wrote, lower(LAPTOP, { acknowledged: ["override"] })],
    seen: [
      `quarantined: lowered by laptop on 2026-05-04 | ${DOWN} | quarantined-by: a validator | quarantine-reason: no reason given | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "what a person retired",
    said: [wrote, say([ANA, "retire", 4], "one", { reason: "over" })],
    seen: [
      `retired: retired by Ana on 2026-05-04 | trust-level: inferred | ${MADE} | status: retired | retired-at: 2026-05-04T09:30:00Z | retired-reason: over | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "what a machine archived, by its own word and not by another's",
    said: [wrote, say([LAPTOP, "archive", 4], "one", { reason: "later" }), say([ANA, "unarchive", 2], "one")],
    seen: [
      `inferred: written by laptop on 2026-05-01 | trust-level: inferred | ${MADE} | status: archived | archived-at: 2026-05-04T09:30:00Z | archived-reason: later | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "words that somebody forgot in another memory",
    said: [wrote, tombstone(BO, { born: OTHER_BORN, digests: [wrote.digest] })],
    seen: [
      `quarantined: forgotten by Bo on 2026-05-01 | trust-level: quarantined | last-verified: 2026-05-01 | ${MADE} | quarantined-at: 2026-05-01T09:30:00Z | quarantined-by: a person | quarantine-reason: no reason given | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "two approved texts, the second of which waits",
    said: [approved, say([BO, "approve", 3], "two")],
    seen: [
      "inferred: approved by Ana on 2026-05-02, and somebody approved another text of it | trust-level: inferred | created-at: 2026-05-02T09:30:00Z | one",
      "foreign: another text of it is in use | trust-level: inferred | created-at: 2026-05-02T09:30:00Z | updated-at: 2026-05-03T09:30:00Z | two",
    ],
  },
  {
    says: "a stranger's memory",
    said: [say([MALLORY, "approve", 3], "two")],
    seen: ["foreign: unknown signer | trust-level: inferred | created-at: 2026-05-03T09:30:00Z | two"],
  },
  {
    says: "a text that fails here, which nobody signed",
    said: [wrote],
    law: { verdicts: { ...VERDICTS, fails: () => true } },
    seen: [`quarantined: it fails validation | trust-level: quarantined | ${MADE} | ${DICTATED_MARKS}`],
  },
  {
    says: "a hand edit, and what waits for the person",
    said: [
      say([LAPTOP, "draft", 2], "one"),
      say([ANA, "approve", 3], "two", { born: OTHER_BORN, id: "user_b" }),
    ],
    law: { verdicts: { ...VERDICTS, held: new Set([`${OTHER_BORN} user_b`]) } },
    seen: [
      "foreign: changed since it was written by laptop on 2026-05-02 | trust-level: inferred | created-at: 2026-05-02T09:30:00Z | one",
      "foreign: others would take so much out of use at once: credence sync says what | trust-level: inferred | created-at: 2026-05-03T09:30:00Z | two",
    ],
  },
  {
    says: "a new memory under the id of one that was forgotten, whose words are gone",
    said: [
      wrote,
      say([ANA, "approve", 1], "two", { born: OTHER_BORN }),
      tombstone(BO, { born: OTHER_BORN, digests: [] }),
    ],
    seen: [`inferred: written by laptop on 2026-05-01 | trust-level: inferred | ${MADE} | ${DICTATED_MARKS}`],
  },
  {
    says: "a copy of what a person lowered",
    said: [wrote, say([BO, "lower", 4], "two", { born: OTHER_BORN, id: "user_b", reason: "copied" })],
    law: {
      verdicts: {
        ...VERDICTS,
        copies: () => [
          say([BO, "lower", 4], "two", { born: OTHER_BORN, id: "user_b", reason: "copied" }).hash,
        ],
      },
    },
    seen: [
      `quarantined: forgotten by Bo on 2026-05-04 | ${DOWN} | quarantined-by: a person | quarantine-reason: copied | ${DICTATED_MARKS}`,
    ],
  },
  {
    says: "a copy of what a stranger lowered",
    said: [wrote, say([MALLORY, "lower", 4], "two", { born: OTHER_BORN, id: "user_b" })],
    law: {
      verdicts: {
        ...VERDICTS,
        copies: () => [say([MALLORY, "lower", 4], "two", { born: OTHER_BORN, id: "user_b" }).hash],
      },
    },
    seen: [`inferred: written by laptop on 2026-05-01 | trust-level: inferred | ${MADE} | ${DICTATED_MARKS}`],
  },
];

for (const { says, said, law, seen } of CASES)
  test(`the file and the reason of ${says}`, () => assert.deepEqual(see(said, law), seen));

test("a memory was made with the first word that says where it came from, and otherwise with the first", () => {
  const madeOn = (...said: readonly Statement[]): string[] =>
    see(said).flatMap((line) => /created-at: (\S+)T/.exec(line)?.[1] ?? []);
  const late = say([LAPTOP, "wrote", 5], "one", { source: { ...DICTATED, session: "s-2" } });
  const plain = say([LAPTOP, "wrote", 3], "one");
  const follower = say([LAPTOP, "wrote", 2], "one", { follows: [plain.hash], source: DICTATED });
  assert.deepEqual(madeOn(late, wrote), ["2026-05-01"]);
  assert.deepEqual(madeOn(plain, late), ["2026-05-05"]);
  assert.deepEqual(madeOn(follower, plain, late), ["2026-05-05"]);
  assert.deepEqual(madeOn(plain, approved), ["2026-05-02"]);
  // What is said under another id, or of another born, is of another memory.
  const other = say([LAPTOP, "wrote", 2], "two", { id: "user_b", source: DICTATED });
  const elsewhere = say([LAPTOP, "wrote", 1], "three", { born: OTHER_BORN, source: DICTATED });
  assert.deepEqual(madeOn(late, other, elsewhere).sort(), ["2026-05-01", "2026-05-02", "2026-05-05"]);
  // Of words of one second the one with the least hash.
  const twins = ["one", "two"].map((body) => say([LAPTOP, "wrote", 1], body, { source: DICTATED }));
  const [least] = twins.map(({ hash }) => hash).sort();
  const changedOf = (said: readonly Statement[]): string[] =>
    read(said).flatMap(({ file, text }) => (text.includes("updated-at") ? [file.word] : []));
  for (const said of [twins, twins.toReversed()])
    assert.deepEqual(
      changedOf(said),
      twins.flatMap(({ hash }) => (hash === least ? [] : [hash])),
    );
});

test("what rules a person took on with exactly this text is told, whoever else names rules", () => {
  const yes = say([ANA, "approve", 2], "one", { acknowledged: ["override"], follows: [wrote.hash] });
  const other = say([BO, "keep", 3], "two", { acknowledged: ["secret"] });
  const strange = say([MALLORY, "approve", 3], "one", { acknowledged: ["hidden"] });
  const tookOn = read([wrote, yes, other, strange]).map(({ file, acknowledged }) => [
    file.text,
    ...acknowledged,
  ]);
  assert.deepEqual(tookOn, [
    [wrote.text, "override"],
    [other.text, "secret"],
  ]);
});

test("a text that is no memory is none, also where somebody signed for it", () => {
  const source = "not a memory";
  const about = { text: hashSource(source), digest: "a".repeat(64) };
  const given = {
    statements: [say([ANA, "approve", 1], "one", about)],
    sources: new Map([[about.text, source]]),
  };
  assert.deepEqual(
    listApplied(given, LAW, () => ""),
    [],
  );
});

test("a memory whose marks cannot be read is none, whatever its source", () => {
  const source = { ...DICTATED, session: "two\nlines" };
  assert.deepEqual(see([say([LAPTOP, "wrote", 1], "one", { source })]), []);
});

test("taint is told of every first word, each once and in order", () => {
  const tainted = (day: number, taint: readonly string[]): TextStatement =>
    say([LAPTOP, "wrote", day], "one", { source: { ...DICTATED, taint } });
  const [line = ""] = see([tainted(1, ["web", "mail"]), tainted(2, ["web", "chat"])]);
  assert.match(line, / taint: \[chat, mail, web\] /);
});
