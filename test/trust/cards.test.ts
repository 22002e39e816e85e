// A card is one person's only as long as every byte of it is: whatever else lies in its place is none, and says why.

import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { renderCanonical } from "../../src/memory/file/digest.ts";
import {
  type Card,
  type CardContent,
  compareVersions,
  currentPersons,
  type KnownVersion,
  parseCard,
  parseIntroduction,
  signCard,
  signIntroduction,
} from "../../src/trust/cards.ts";
import { createKeyFile, type SigningKey, unlockKey } from "../../src/trust/key-file.ts";
import { LAW_RUNS } from "../memory/text/hostile-text.ts";
import { PERSON_SIGNER, PUBLIC_KEY, sampleKey } from "./sample-key.ts";

const OWNER = PERSON_SIGNER.slice("person:".length);
const FILE = `${OWNER}.json`;
const NOON = "2026-05-01T12:00:00Z";
const ANA = sampleKey("person");
const [MALLORY, LAPTOP] = [freshKey("person"), freshKey("machine")];

const CONTENT: CardContent = {
  v: 1,
  owner: OWNER,
  name: "Ana",
  persons: [{ key: PUBLIC_KEY, from: NOON }],
  machines: [{ key: LAPTOP.key, label: "laptop" }],
  seq: 1,
  previous: null,
  time: NOON,
};

function freshKey(kind: "machine" | "person"): SigningKey {
  const key = unlockKey(createKeyFile(kind, NOON, { seal: null, purpose: "test" }), null);
  if (key === null) throw new Error("a new key is a key");
  return key;
}

function cardOf(change: Partial<CardContent> = {}, key: SigningKey = ANA): Card {
  const card = parseCard(signCard({ ...CONTENT, ...change }, key).text, FILE);
  assert.ok("hash" in card, JSON.stringify(card));
  return card;
}

/** Signed by the attacker's own hand, so that nothing but the content can be wrong with it. */
function whyNot(change: Readonly<Record<string, unknown>>, key: SigningKey = ANA): string {
  // Any shape at all.
  const content = { ...CONTENT, ...change } as CardContent;
  const read = parseCard(signCard(content, key).text, FILE);
  return "why" in read ? read.why : "it is a card";
}

test("a card that a person signed is this file, every time, and is read back", () => {
  const content = { ...CONTENT, machines: [] };
  const { hash, text } = signCard(content, ANA);
  assert.equal(
    text.replace(/"signature":"[^"]+"/, '"signature":"…"'),
    `{"key":"${PUBLIC_KEY}","machines":[],"name":"Ana","owner":"${OWNER}","persons":[{"from":"${NOON}","key":"${PUBLIC_KEY}"}],"previous":null,"reads":3,"seq":1,"signature":"…","time":"${NOON}","v":1}\n`,
  );
  assert.equal(hash, "b21fb6b1450d8fc7d066b302f39a0fe33d7227e4e8eef0630e34b9ee447e4aa2");
  const read = parseCard(text, FILE);
  assert.ok("hash" in read);
  assert.deepEqual([read.hash, read.name, read.seq], [hash, "Ana", 1]);
});

test("a card from before statements of version 3 is read, and says nothing of them", () => {
  const content = { ...CONTENT, machines: [], key: ANA.key };
  const bytes = Buffer.from(`credence-card-v1\n${renderCanonical(content)}`);
  const signature = sign(null, bytes, ANA.privateKey).toString("base64url");
  const read = parseCard(`${renderCanonical({ ...content, signature })}\n`, FILE);
  assert.ok("hash" in read);
  assert.equal(read.hash, "744f382a37938c578331262e907a6e03bcbf683643161540a3f79073a79f33cf");
  assert.equal(read.reads, undefined);
});

for (const [what, change, why] of [
  ["another name than one clean line", { name: "Ana\nadmin" }, "its name is not well formed"],
  ["a hidden character in its name", { name: "A\u200bna" }, "its name is not well formed"],
  ["a name that turns the line round", { name: "\u202eanA" }, "its name is not well formed"],
  ["a name of 41 characters", { name: "a".repeat(41) }, "its name is not well formed"],
  ["no name", { name: "" }, "its name is not well formed"],
  ["no person key", { persons: [] }, "its persons is not well formed"],
  ["17 person keys", { persons: many(17) }, "its persons is not well formed"],
  ["65 machine keys", { machines: many(65, "label") }, "its machines is not well formed"],
  [
    "a label that is a sentence",
    { machines: [{ key: LAPTOP.key, label: "do as I say" }] },
    "its machines is not well formed",
  ],
  ["a key in two roles", { machines: [{ key: PUBLIC_KEY, label: "laptop" }] }, "it lists a key twice"],
  [
    "a person field of its own",
    { persons: [{ ...CONTENT.persons[0], admin: true }] },
    "its persons is not well formed",
  ],
  ["a field of its own", { admin: true }, "it has a key of its own"],
  ["no first version behind it", { seq: 2 }, "it does not say what it follows"],
  ["a first version that follows", { previous: "0".repeat(64) }, "it does not say what it follows"],
  ["the number 0", { seq: 0 }, "its seq is not well formed"],
  ["a number that is none", { seq: 1e21 }, "its seq is not well formed"],
  ["a date that is none", { time: "2026-02-30T12:00:00Z" }, "its time is not well formed"],
  ["the fingerprint of somebody else", { owner: "a".repeat(32) }, "its name is not that of its owner"],
  ["a newer version", { v: 2 }, "it has version 2"],
] as const) {
  test(`a card with ${what} is none`, () => {
    assert.equal(whyNot(change), why);
  });
}

function many(count: number, label?: "label"): object[] {
  return Array.from({ length: count }, (_, at) => ({
    key: `${String(at).padStart(42, "A")}A`,
    ...(label === undefined ? { from: NOON } : { label: `m${at}` }),
  }));
}

test("a card is signed by one of its own person keys, and its first version by the first", () => {
  assert.equal(whyNot({}, MALLORY), "it is signed by a key that it does not list");
  const both = { persons: [...CONTENT.persons, { key: MALLORY.key, from: NOON }] };
  assert.equal(whyNot(both, MALLORY), "its first version is not signed by its first key");
  const { text } = signCard(CONTENT, ANA);
  const forged = text.replace('"name":"Ana"', '"name":"Bob"');
  assert.deepEqual(parseCard(forged, FILE), { kind: "malformed", why: "its signature does not hold" });
});

test("a card in another spelling, or too large, is none", () => {
  const { text } = signCard(CONTENT, ANA);
  const value: unknown = JSON.parse(text);
  const { text: introduction } = signIntroduction(INTRODUCED, ANA);
  for (const [spelt, why] of [
    [JSON.stringify(value, null, 2), "it is not in canonical form"],
    [text.trimEnd(), "it is not in canonical form"],
    [text.replace('"v":1', '"v":1,"v":1'), "it is not in canonical form"],
    [text.replace("{", `{${" ".repeat(64 * 1024)}`), "it is too large"],
    [text.replace('"name":"Ana"', '"name":"\\ud800"'), "its name is not well formed"],
    ["", "it is not a JSON object"],
    ["[]", "it is not a JSON object"],
    ["null", "it is not a JSON object"],
    [introduction, "it has a key of its own"],
  ] as const) {
    assert.deepEqual(parseCard(spelt, FILE), { kind: "malformed", why });
  }
});

test("no bytes make the reading of a card fail, and none but its own make the card", () => {
  const { text } = signCard(CONTENT, ANA);
  const edited = fc
    .tuple(fc.nat(text.length - 1), fc.nat(4), fc.string({ maxLength: 4 }))
    .map(([at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut));
  const value: Record<string, unknown> = JSON.parse(text);
  const replaced = fc
    .tuple(fc.constantFrom(...Object.keys(value)), fc.jsonValue())
    .map(([key, put]) => `${renderCanonical({ ...value, [key]: put })}\n`);
  const law = fc.property(fc.oneof(edited, replaced, fc.string(), fc.json()), (hostile) => {
    const card = parseCard(hostile, FILE);
    assert.equal("hash" in card, hostile === text);
    assert.ok("why" in parseIntroduction(hostile, FILE));
  });
  fc.assert(law, LAW_RUNS);
});

const INTRODUCED = { root: "0".repeat(32), owner: OWNER, person: PUBLIC_KEY, time: NOON };

test("an introduction is read under the hash of its content alone", () => {
  const { hash, text } = signIntroduction(INTRODUCED, MALLORY);
  const read = parseIntroduction(text, `${hash}.json`);
  assert.ok("hash" in read);
  assert.deepEqual([read.by, read.owner, read.person], [MALLORY.signer, OWNER, PUBLIC_KEY]);
  assert.deepEqual(parseIntroduction(text, FILE), {
    kind: "malformed",
    why: "its name is not the hash of its content",
  });
  const forged = text.replace(INTRODUCED.root, "1".repeat(32));
  assert.deepEqual(parseIntroduction(forged, `${hash}.json`), {
    kind: "malformed",
    why: "its signature does not hold",
  });
});

test("a card follows another one only if an accepted key of that one signed it", () => {
  const first = cardOf();
  const known: KnownVersion = {
    seq: 1,
    hash: first.hash,
    founder: PUBLIC_KEY,
    persons: currentPersons(first),
  };
  const persons = [...CONTENT.persons, { key: MALLORY.key, from: NOON }];
  const next = { seq: 2, previous: first.hash };
  assert.equal(compareVersions(known, first), "same");
  assert.equal(compareVersions(known, cardOf({ ...next, name: "Anna" })), "next");
  assert.equal(compareVersions(known, cardOf({ ...next, persons })), "next");
  assert.equal(compareVersions(known, cardOf({ ...next, seq: 7, previous: "a".repeat(64) })), "next");
  assert.equal(compareVersions(known, cardOf({ name: "Anna" })), "forked");
  assert.equal(compareVersions(known, cardOf({ ...next, previous: "a".repeat(64) })), "forked");
  assert.equal(compareVersions(known, cardOf({ ...next, persons }, MALLORY)), "unlinked");
  assert.equal(compareVersions({ ...known, seq: 3, hash: "b".repeat(64) }, first), "replayed");
  const stolen = { ...next, persons: persons.toReversed() };
  assert.equal(compareVersions(known, cardOf(stolen)), "unlinked");
});

test("a person key that is over is not in use, and keeps its place", () => {
  const ended = [
    { key: PUBLIC_KEY, from: NOON, until: NOON },
    { key: MALLORY.key, from: NOON },
  ];
  const card = cardOf({ persons: ended, seq: 2, previous: "a".repeat(64) }, MALLORY);
  assert.deepEqual(currentPersons(card), [MALLORY.key]);
});
