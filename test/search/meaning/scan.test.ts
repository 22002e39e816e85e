import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  openPlainScanner,
  openScanner,
  openScanners,
  type Scanner,
} from "../../../src/search/meaning/scan.ts";

const byte = fc.integer({ min: -127, max: 127 });
const vectors = (count: number): fc.Arbitrary<Int8Array> =>
  fc.array(byte, { minLength: count * 64, maxLength: count * 64 }).map((each) => Int8Array.from(each));

type Found = { readonly place: number; readonly cosine: number };

function list(scan: Scanner, vectors: Int8Array, least: number): Found[] {
  const found: Found[] = [];
  scan(vectors, least, (place, cosine) => void found.push({ place, cosine }));
  return found;
}

test("the fast scan finds what the plain one finds, in the same order", () => {
  fc.assert(
    fc.property(
      vectors(1),
      fc.integer({ min: 0, max: 9 }).chain(vectors),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (asked, others, least) => {
        assert.deepEqual(
          list(openScanner(asked), others, least),
          list(openPlainScanner(asked), others, least),
        );
      },
    ),
  );
});

test("more vectors than fit into its memory at once are all scanned", () => {
  const asked = new Int8Array(64).fill(15);
  const others = new Int8Array(64 * 20_000);
  for (const place of [0, 7_000, 19_999]) others.set(asked, place * 64);
  const found = list(openScanner(asked), others, 0.5);
  assert.deepEqual(
    found.map(({ place }) => place),
    [0, 7_000, 19_999],
  );
  assert.equal(list(openScanner(asked), others, -1).length, 20_000);
});

test("bytes that are no whole vector are left alone", () => {
  assert.deepEqual(list(openScanner(new Int8Array(64).fill(1)), new Int8Array(63).fill(1), -1), []);
});

test("scanners that share a memory each find their own, in turns", () => {
  const open = openScanners();
  const [one, other] = [new Int8Array(64).fill(15), new Int8Array(64).fill(-15)];
  const [scanOne, scanOther] = [open(one), open(other)];
  const both = Int8Array.from([...one, ...other]);
  for (let turn = 0; turn < 2; turn += 1) {
    assert.deepEqual(
      list(scanOne, both, 0.5).map(({ place }) => place),
      [0],
    );
    assert.deepEqual(
      list(scanOther, both, 0.5).map(({ place }) => place),
      [1],
    );
  }
});
