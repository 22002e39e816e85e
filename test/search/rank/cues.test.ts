import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { findHits, type Hit, listPossible } from "../../../src/search/strategies/find-hits.ts";
import { hitsOf, type SampleRow, sampleIndex } from "../index/sample-index.ts";

const SEATS: SampleRow = {
  id: "seats",
  name: "Reserved seats",
  body: "Reserved seats are released after eleven minutes.",
};
const CUES = [
  "change cart expiry timeout",
  "how long a ticket stays reserved at checkout",
  "customer lost the seat while paying",
];
const OTHERS: readonly SampleRow[] = [
  { id: "money", name: "Prices", body: "Prices are integers of cents, never floats." },
  { id: "clock", name: "Clock", body: "The clock of the kiosk is set by the server each night." },
];

function search(owner: TestContext, rows: readonly SampleRow[], prompt: string): readonly Hit[] {
  return hitsOf(sampleIndex(owner, rows), prompt, { abstains: false });
}

test("a memory is found by a cue that shares no word with its text", (t) => {
  const prompt = "raise the cart timeout to an hour";
  assert.deepEqual(search(t, [SEATS, ...OTHERS], prompt), []);
  const [hit] = search(t, [{ ...SEATS, cues: CUES }, ...OTHERS], prompt);
  assert.equal(hit?.row.id, "seats");
  assert.deepEqual(
    hit?.terms().map(({ word }) => word),
    ["its cue", "cart timeout"],
  );
});

test("a cue counts by how much of it the prompt says", (t) => {
  const rows = [
    { id: "long", cues: ["change the cart and the basket and the checkout page of a shop"] },
    { id: "short", cues: ["change the cart"] },
  ];
  const [first, second] = search(t, [...rows, ...OTHERS], "change the cart");
  assert.deepEqual([first?.row.id, second?.row.id], ["short", "long"]);
  assert.ok((first?.wordScore ?? 0) > 2 * (second?.wordScore ?? 0));
});

test("six cues give no more than the best of them", (t) => {
  const prompt = "change the cart timeout";
  const one = [{ id: "one", cues: ["cart timeout"] }, ...OTHERS];
  const six = [
    { id: "one", cues: ["cart timeout", "cart", "timeout", "a cart", "cart timeout", "cart"] },
    ...OTHERS,
  ];
  const [ofOne, ofSix] = [one, six].map((rows) => search(t, rows, prompt)[0]?.wordScore);
  assert.ok(ofOne !== undefined && ofOne > 0);
  assert.equal(ofSix, ofOne);
});

test("words of several cues are never taken together", (t) => {
  const apart = [{ id: "apart", cues: ["cart color", "expiry date", "timeout value"] }, ...OTHERS];
  const whole = [{ id: "whole", cues: ["cart expiry timeout"] }, ...OTHERS];
  const prompt = "set the cart expiry timeout";
  const [scattered, together] = [apart, whole].map((rows) => search(t, rows, prompt)[0]?.wordScore ?? 0);
  assert.ok((together ?? 0) > 3 * (scattered ?? 0));
});

test("an error text and a command are found by their words", (t) => {
  const rows = [{ id: "flash", cues: ['"region FLASH overflowed"', "`nix flake update`"] }, ...OTHERS];
  assert.equal(search(t, rows, "ld: region `FLASH' overflowed by 12 bytes")[0]?.row.id, "flash");
  assert.equal(search(t, rows, "may I run nix flake update?")[0]?.row.id, "flash");
});

test("strategy fts5_bm25 knows no cues", (t) => {
  const index = sampleIndex(t, [{ ...SEATS, cues: CUES }, ...OTHERS]);
  assert.deepEqual(hitsOf(index, "cart expiry timeout", { strategy: "fts5_bm25" }), []);
  assert.equal(hitsOf(index, "cart expiry timeout", { abstains: false })[0]?.row.id, "seats");
});

/** What recall shows, and what may fit besides. */
function recall(owner: TestContext, rows: readonly SampleRow[], prompt: string): string[][] {
  const query = { strategy: "credence", filter: {}, now: 0, abstains: true, prompt } as const;
  const hits = findHits({ ...query, indexes: [sampleIndex(owner, rows)] });
  return [hits.kept.map(({ row }) => row.id), listPossible(hits).map(({ row }) => row.id)];
}

test("recall shows a memory for a cue that the prompt says, and names it for one that it says in part", (t) => {
  const rows = [{ ...SEATS, cues: CUES }, ...OTHERS];
  assert.deepEqual(recall(t, rows, "change the expiry timeout of the cart"), [["seats"], []]);
  assert.deepEqual(recall(t, rows, "why does the timeout of this socket fire"), [[], ["seats"]]);
});

test("a memory that has cues is judged more strictly where the prompt says none of them", (t) => {
  const prompt = "what happens at night?";
  const cued = OTHERS.map((each) => ({ ...each, cues: CUES }));
  assert.deepEqual(recall(t, [SEATS, ...OTHERS], prompt), [[], ["clock"]]);
  assert.deepEqual(recall(t, [SEATS, ...cued], prompt), [[], []]);
});
