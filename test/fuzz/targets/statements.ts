// Statements and their union. Attack: a file that is no statement of whom it names, a key that says more than it may, and a carrier
// that brings things in another order. The keys are real, so a forged file is really forged.

import assert from "node:assert/strict";
import fc from "fast-check";
import { renderCanonical } from "../../../src/memory/file/digest.ts";
import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { parseJson } from "../../../src/memory/json.ts";
import { admit } from "../../../src/memory/law/sets/admit.ts";
import { parsePolicy } from "../../../src/memory/law/sets/policy.ts";
import type { Sets } from "../../../src/memory/law/sets/sets.ts";
import { computeView, type SetFile } from "../../../src/memory/law/sets/view.ts";
import {
  parseStatement,
  type Statement,
  type TextContent,
  type TombstoneContent,
} from "../../../src/memory/law/statement.ts";
import { forgetRead, type Key, readCarried, signSet } from "../../memory/law/sets/keys.ts";
import { ANA, BO, CI, LAPTOP, LAW, MALLORY, signed, TRUST } from "../../memory/law/sets/signed-words.ts";
import { factsOf, textOf as hashOfText, NOTHING } from "../../memory/law/sets/world.ts";
import { fieldOf, openedAs, type Target } from "../target.ts";

/** One statement: who says what about which memory and text, naming which of those before it. */
type Step = {
  readonly by: number;
  readonly act: number;
  readonly about: number;
  readonly text: number;
  readonly follows: readonly number[];
  readonly lifts: readonly number[];
  /** On which of three machines it is; 3 is on all. */
  readonly at: number;
};
/** One field of one statement, set to something else without a key to sign it. */
type Forgery = { readonly of: number; readonly field: string; readonly value: unknown };
type Input = {
  readonly steps: readonly Step[];
  readonly forged: readonly Forgery[];
  readonly raw: readonly string[];
};

const KEYS: readonly Key[] = [ANA, BO, LAPTOP, CI, MALLORY];
const PEOPLE = new Set([ANA.signer, BO.signer]);
const ACTS = [
  "approve",
  "wrote",
  "keep",
  "draft",
  "lower",
  "disown",
  "retire",
  "archive",
  "unretire",
  "unarchive",
  "withdraw",
  "forget",
] as const;
const ID = "user_a";
const BORNS = ["b".repeat(32), "c".repeat(32)];
const SOURCES = ["Words 1", "Words 2", "WORDS 1", "Words 1\ncomment"];

const index = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.record({
  by: fc.nat({ max: KEYS.length - 1 }),
  act: fc.oneof(fc.constantFrom(0, 0, 1, 1, 2), fc.nat({ max: ACTS.length - 1 })),
  about: fc.nat({ max: BORNS.length - 1 }),
  text: fc.nat({ max: SOURCES.length - 1 }),
  follows: fc.array(index, { maxLength: 4 }),
  lifts: fc.array(index, { maxLength: 3 }),
  at: fc.nat({ max: 3 }),
});
const FIELDS = [
  "act",
  "born",
  "id",
  "digest",
  "text",
  "follows",
  "lifts",
  "signer",
  "key",
  "signature",
  "root",
  "scope",
  "v",
  "time",
  "seq",
  "test",
  "more",
];
const forgery: fc.Arbitrary<Forgery> = fc.record({
  of: index,
  field: fc.constantFrom(...FIELDS),
  value: fc.oneof(
    fc.constantFrom<unknown>(
      ...ACTS,
      ...KEYS.map(({ signer }) => signer),
      ...KEYS.map(({ key }) => key),
      1,
      2,
      3,
      4,
    ),
    fc.jsonValue(),
  ),
});
const made: fc.Arbitrary<Input> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  forged: fc.array(forgery, { maxLength: 3 }),
  raw: fc.array(
    fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.string(),
    ),
    { maxLength: 2 },
  ),
});

export const statements: Target = {
  name: "statements",
  promises:
    "no failure; nothing forged is read; no key says more than it may; the union has no order, and the view follows from the set",
  quick: 250,
  open: async () => openedAs({ made, read, check }),
};

function read(value: unknown): Input | null {
  const [steps, forged, raw] = ["steps", "forged", "raw"].map((key) => fieldOf(value, key));
  if (!Array.isArray(steps) || !Array.isArray(forged) || !Array.isArray(raw)) return null;
  const whole = steps.slice(0, 16).map(readStep);
  return {
    steps: whole.flatMap((each) => each ?? []),
    forged: forged.slice(0, 6).flatMap((each) => {
      const [of, field] = [fieldOf(each, "of"), fieldOf(each, "field")];
      return typeof of === "number" && typeof field === "string"
        ? [{ of, field, value: fieldOf(each, "value") }]
        : [];
    }),
    raw: raw.filter((each) => typeof each === "string"),
  };
}

function readStep(value: unknown): Step | null {
  const number = (key: string): number => Math.abs(Math.trunc(Number(fieldOf(value, key)))) || 0;
  const list = (key: string): number[] => {
    const given = fieldOf(value, key);
    return Array.isArray(given)
      ? given.flatMap((each) => (Number.isSafeInteger(each) ? [Math.abs(each)] : []))
      : [];
  };
  if (typeof value !== "object" || value === null) return null;
  const of = {
    by: number("by"),
    act: number("act"),
    about: number("about"),
    text: number("text"),
    at: number("at"),
  };
  return { ...of, follows: list("follows"), lifts: list("lifts") };
}

type Placed = {
  readonly said: Statement;
  readonly text: string;
  readonly source: string;
  readonly at: number;
};

function check({ steps, forged, raw }: Input): void {
  forgetRead();
  for (const text of raw) readAnything(text);
  const placed = build(steps);
  for (const each of forged) checkForged(placed, each);
  checkUnion(placed);
  checkKeys(placed.map(({ said }) => said));
}

function build(steps: readonly Step[]): Placed[] {
  const placed: Placed[] = [];
  for (const [seq, step] of steps.entries()) {
    const key = KEYS[step.by % KEYS.length] ?? ANA;
    const source = SOURCES[step.text % SOURCES.length] ?? "";
    const { hash, text } = signSet(statementOf({ step, key, seq, source }, placed), key);
    const read = parseStatement(text, hash);
    assert.ok("hash" in read, `what was signed cannot be read: ${JSON.stringify(read)}`);
    const known = readCarried({ hash, text });
    assert.ok(known !== null, "what was signed is not believed");
    placed.push({ said: known, text, source, at: step.at % 4 });
  }
  return placed;
}

type Saying = { readonly step: Step; readonly key: Key; readonly seq: number; readonly source: string };

function statementOf(
  { step, key, seq, source }: Saying,
  placed: readonly Placed[],
): TextContent | TombstoneContent {
  const act = ACTS[step.act % ACTS.length] ?? "wrote";
  const born = BORNS[step.about % BORNS.length] ?? "";
  const named = (list: readonly number[]): string[] =>
    [...new Set(list.flatMap((at) => placed[at % Math.max(1, placed.length)]?.said.hash ?? []))].sort();
  const common = { ...signed(key), seq };
  if (act === "forget") {
    const digests = [factsOf(source).digest];
    return { ...common, act, born, digests, source: null };
  }
  const about = { born, id: ID, digest: factsOf(source).digest, text: hashOfText(source) };
  const lists = { follows: named(step.follows), lifts: named(step.lifts), acknowledged: [], source: null };
  return { ...common, act, ...about, ...lists };
}

/** A text that somebody sends as a statement: whatever it is, reading it is an answer. */
function readAnything(text: string): void {
  const hash = sha256Hex(text);
  const read = parseStatement(text, hash);
  assert.ok(typeof read === "object" && read !== null);
  parsePolicy(text);
  assert.equal(readCarried({ hash, text }), null, "a text that nobody signed is a statement");
}

function checkForged(placed: readonly Placed[], { of, field, value }: Forgery): void {
  const original = placed[of % Math.max(1, placed.length)];
  if (original === undefined) return;
  // What has half a character has no canonical form, and is sent as it is.
  const file = parseJson(original.text);
  const changed = JSON.stringify({ ...(typeof file === "object" ? file : {}), [field]: value });
  const text = `${changed.includes("\\ud") ? changed : renderCanonical(JSON.parse(changed))}\n`;
  const hash = sha256Hex(text);
  parseStatement(text, hash);
  parseStatement(text, hash);
  if (text !== original.text)
    assert.equal(readCarried({ hash, text }), null, `a forged ${field} is believed`);
  // Nor under the name of the real one.
  if (text !== original.text) assert.equal(readCarried({ hash: original.said.hash, text }), null);
}

const ADMISSION = { trust: TRUST, strangersFirst: [], mayEnter: () => true };

function setsOf(placed: readonly Placed[]): Sets {
  const texts = placed.map(({ source }) => [hashOfText(source), factsOf(source)] as const);
  return admit(NOTHING, { statements: placed.map(({ said }) => said), texts }, ADMISSION);
}

const unite = (mine: Sets, theirs: Sets): Sets =>
  admit(mine, { statements: theirs.statements.values(), texts: theirs.texts }, ADMISSION);

function namesOf({ statements, texts }: Sets): string[] {
  return [...[...statements.keys()].sort(), ...[...texts.keys()].sort()];
}

function checkUnion(placed: readonly Placed[]): void {
  const [a = NOTHING, b = NOTHING, c = NOTHING] = [0, 1, 2].map((at) =>
    setsOf(placed.filter((each) => each.at === at || each.at === 3)),
  );
  assert.deepEqual(namesOf(unite(a, a)), namesOf(a), "the union with itself is another set");
  assert.deepEqual(namesOf(unite(a, b)), namesOf(unite(b, a)), "the union depends on who asks");
  // A memory of version 1 may come back by its id: what met the tombstone before the approval that lifts it is erased.
  const mayComeBack = placed.some(({ said }) => said.act === "forget" && said.born === null);
  if (!mayComeBack)
    assert.deepEqual(namesOf(unite(unite(a, b), c)), namesOf(unite(a, unite(b, c))), "who met first decides");
  const all = unite(unite(a, b), c);
  const turned = {
    statements: new Map([...all.statements].reverse()),
    texts: new Map([...all.texts].reverse()),
  };
  assert.deepEqual(
    show(computeView(turned, LAW)),
    show(computeView(all, LAW)),
    "the view depends on the order",
  );
}

const show = (files: readonly SetFile[]): string[] =>
  files.map(({ by, ...file }) => renderCanonical({ ...file, by: by?.hash ?? null })).sort();

const inUse = (files: readonly SetFile[], standings: readonly string[]): string[] =>
  files
    .filter(({ standing }) => standings.includes(standing))
    .map(({ born, id, digest, standing }) => `${standing} ${born} ${id} ${digest}`)
    .sort();

/** A machine makes no fact and takes none away; a stranger neither makes nor takes away anything that is in use. */
function checkKeys(said: readonly Statement[]): void {
  const texts = new Map(SOURCES.map((source) => [hashOfText(source), factsOf(source)]));
  const viewOf = (some: readonly Statement[]): SetFile[] =>
    computeView({ statements: new Map(some.map((each) => [each.hash, each])), texts }, LAW);
  const all = viewOf(said);
  const people = viewOf(said.filter(({ signer }) => PEOPLE.has(signer)));
  assert.deepEqual(
    inUse(all, ["verified"]),
    inUse(people, ["verified"]),
    "a machine's key changes what is a fact",
  );
  const known = viewOf(said.filter(({ signer }) => signer !== MALLORY.signer));
  const used = ["verified", "inferred"];
  assert.deepEqual(inUse(all, used), inUse(known, used), "a stranger changes what is in use");
}
