// A policy is read to the last byte, and a chain of them from the pinned one on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { renderCanonical } from "../../../../src/memory/file/digest.ts";
import {
  coversRoot,
  type PolicyContent,
  parsePolicy,
  readChain,
  renderPolicy,
  renderPolicySigned,
  type Seen,
  trustOf,
} from "../../../../src/memory/law/sets/policy.ts";

const PERSON = { signer: `person:${"a".repeat(32)}`, key: "A".repeat(43), name: "Ana" };
const OTHER = { signer: `person:${"b".repeat(32)}`, key: "B".repeat(42).concat("A"), name: "Bo" };
const MACHINE = { signer: `machine:${"c".repeat(32)}`, key: "C".repeat(42).concat("A"), name: "a laptop" };
const ANA = { ...PERSON, may: "all", introduces: true } as const;
const BO = { ...OTHER, may: "all", introduces: false } as const;
const LAPTOP = { ...MACHINE, may: "wrote", introduces: false } as const;
const POLICY: PolicyContent = {
  ...{ v: 1, organisation: "Acme", number: 1, previous: null, roots: null, keys: [LAPTOP, ANA, BO] },
  ...{ time: "2026-05-01T09:00:00Z", signer: ANA.signer },
};
const FORGED = "B".repeat(85).concat("A");
const PROOF = { key: ANA.key, signature: "A".repeat(86) };
const ROOT = "1".repeat(32);

const render = (more: object): string => `${renderCanonical({ ...POLICY, ...PROOF, ...more })}\n`;
const hex = (at: number, digits: number): string => at.toString(16).padStart(digits, "0");
const machines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...LAPTOP,
    signer: `machine:${at.toString(2).replaceAll("0", "a").replaceAll("1", "b").padStart(32, "a")}`,
  }));
const roots = (count: number): string[] => Array.from({ length: count }, (_, at) => hex(at, 32));

test("a policy reads back as what was signed, under the hash of its bytes", () => {
  const { hash, text } = renderPolicy(POLICY, PROOF);
  assert.equal(text, render({}));
  assert.deepEqual(parsePolicy(text), { ...POLICY, ...PROOF, hash });
  assert.equal(renderPolicySigned(POLICY), `credence-policy-v1\n${renderCanonical(POLICY)}`);
});

test("whatever a policy may hold, up to its limits, is one", () => {
  for (const more of [
    { organisation: "n".repeat(120) },
    { previous: "0".repeat(64), number: 7 },
    { roots: [] },
    { roots: roots(16_384) },
    { keys: [] },
    { keys: machines(4_096) },
    { keys: [{ ...LAPTOP, may: "all" }] },
    { keys: [{ ...BO, may: "ended" }] },
  ])
    assert.notEqual(parsePolicy(render(more)), null, Object.keys(more).join());
});

test("what is not exactly a policy is none", () => {
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    v: [2, "1"],
    organisation: ["", 1, "n".repeat(121), ["Acme"]],
    number: [0, -1, 1.5, "1", 2 ** 53],
    previous: ["", 0, "0".repeat(63)],
    roots: ["", [ROOT, ROOT], ["1"], roots(16_385), 0],
    keys: [null, {}, { length: 0 }, machines(4_097), [null], [ANA, LAPTOP], [LAPTOP, LAPTOP]],
    time: ["2026-05-01", 0],
    signer: ["ana", `nobody:${"a".repeat(32)}`],
    key: ["A".repeat(42), 0],
    signature: ["A".repeat(85), 0],
    more: [1],
  };
  for (const [field, values] of Object.entries(wrong))
    for (const value of values)
      assert.equal(parsePolicy(render({ [field]: value })), null, `${field} of ${JSON.stringify(value)}`);
  for (const text of ["[]\n", "null\n", "policy\n"]) assert.equal(parsePolicy(text), null);
  assert.equal(parsePolicy(render({}).trimEnd()), null);
  assert.equal(parsePolicy(render({}).replace('"Acme"', '"Acme\\ud800"')), null);
});

test("what is not exactly a key of a policy is none", () => {
  const { name: _, ...nameless } = ANA;
  for (const key of [
    { ...ANA, signer: "ana" },
    { ...ANA, key: "A".repeat(42) },
    { ...ANA, name: "" },
    { ...ANA, name: "\u{1F600}".repeat(61) },
    { ...LAPTOP, signer: "machine:x" },
    { ...ANA, may: "some" },
    { ...LAPTOP, may: "some" },
    { ...ANA, introduces: 1 },
    { ...ANA, more: 1 },
    nameless,
    { ...BO, may: "wrote" },
    { ...LAPTOP, introduces: true },
    { ...LAPTOP, may: "all", introduces: true },
    { ...ANA, may: "ended" },
  ])
    assert.equal(parsePolicy(render({ keys: [key] })), null, JSON.stringify(key));
});

const after = (before: string, number: number, more: object = {}) =>
  link({ number, previous: before, ...more });
function link(more: object): { readonly text: string; readonly hash: string } {
  const text = render(more);
  return { text, hash: parsePolicy(text)?.hash ?? "" };
}

const FIRST = link({});
const SECOND = after(FIRST.hash, 2, { keys: [{ ...ANA, key: OTHER.key }, BO] });
const read = (chain: readonly { readonly text: string }[], seen: Seen | null = null): unknown => {
  const read = readChain(
    chain.map(({ text }) => text),
    { pinned: FIRST.hash, seen, isSigned: ({ signature }) => signature !== FORGED },
  );
  return read.kind === "policy" ? read.policy.number : read.why;
};

test("of a chain that begins at the pinned policy the newest is in force", () => {
  assert.equal(read([FIRST]), 1);
  assert.equal(read([FIRST, SECOND]), 2);
  assert.equal(read([FIRST, SECOND, after(SECOND.hash, 3, { key: OTHER.key })]), 3);
  for (const [at, { hash }] of [FIRST, SECOND].entries())
    assert.equal(read([FIRST, SECOND], { number: at + 1, hash }), 2);
});

test("a chain of a stranger, with a gap, rolled back, or changed in the past is refused", () => {
  const gap = (number: number): string => `policy ${number} does not follow the one before it`;
  const unsigned = (number: number): string =>
    `policy ${number} is not signed by a person who may introduce others`;
  const later = link({ number: 2, previous: "0".repeat(64) });
  const pinned = (text: { text: string; hash: string }): unknown => {
    const outcome = readChain([text.text], { pinned: text.hash, seen: null, isSigned: () => true });
    return outcome.kind === "refused" ? outcome.why : outcome.policy.number;
  };
  const seen = { number: 2, hash: SECOND.hash };
  for (const [chain, why] of [
    [[], "there is no policy"],
    [[FIRST, { text: "{}" }], "a policy is malformed"],
    [[SECOND], "the first policy is not the pinned one"],
    [[FIRST, after(FIRST.hash, 3)], gap(3)],
    [[FIRST, after("0".repeat(64), 2)], gap(2)],
    [[FIRST, after(FIRST.hash, 2, { signer: OTHER.signer, key: OTHER.key })], unsigned(2)],
    [[FIRST, after(FIRST.hash, 2, { signer: `person:${"d".repeat(32)}` })], unsigned(2)],
    [[FIRST, after(FIRST.hash, 2, { key: OTHER.key })], unsigned(2)],
    [[FIRST, after(FIRST.hash, 2, { signature: FORGED })], unsigned(2)],
    // Who may sign the next one says the policy before.
    [[FIRST, SECOND, after(SECOND.hash, 3)], unsigned(3)],
  ] as const)
    assert.equal(read(chain), why);
  assert.equal(pinned(later), gap(2));
  assert.equal(pinned(link({ number: 2 })), gap(2));
  assert.equal(pinned(link({ signer: OTHER.signer, key: OTHER.key })), unsigned(1));
  assert.equal(read([FIRST], seen), "policy 1 is older than policy 2, which was seen before");
  assert.equal(read([FIRST, after(FIRST.hash, 2)], seen), "policy 2 is not the one that was seen before");
  assert.equal(
    read([FIRST, SECOND], { number: 1, hash: SECOND.hash }),
    "policy 1 is not the one that was seen before",
  );
});

test("a policy that ends a key which may only write is refused, because its negative words would count from then on", () => {
  const first = link({});
  const ends = link({ number: 2, previous: first.hash, keys: [{ ...LAPTOP, may: "ended" }, ANA, BO] });
  const leavesOut = link({ number: 2, previous: first.hash, keys: [ANA, BO] });
  const read = ({ text }: { text: string }) =>
    readChain([first.text, text], { pinned: first.hash, seen: null, isSigned: () => true });
  assert.equal(read(leavesOut).kind, "policy");
  assert.deepEqual(read(ends), {
    kind: "refused",
    why: "policy 2 ends a key that may only write, which would make its negative words count",
  });
});

test("a policy says whom to believe, and in which roots", () => {
  assert.deepEqual(
    [...trustOf(POLICY)],
    [
      [MACHINE.signer, "wrote"],
      [PERSON.signer, "all"],
      [OTHER.signer, "all"],
    ],
  );
  assert.equal(coversRoot(POLICY, ROOT), true);
  assert.equal(coversRoot({ ...POLICY, roots: [ROOT] }, ROOT), true);
  assert.equal(coversRoot({ ...POLICY, roots: [] }, ROOT), false);
});
