import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { sha256Hex as sha256Plain } from "../../../src/memory/file/sha256-plain.ts";
import { anyCharacter } from "../../fixture/any-character.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
/** After a thousand hashes node:crypto takes over: so many runs of two are still its own. */
const RUNS_AT_ONCE = 400;

/** One that has hashed nothing yet. */
async function startAnew(name: string): Promise<typeof sha256Plain> {
  const url = new URL(`../../../src/memory/file/sha256-plain.ts?${name}`, import.meta.url);
  const anew: { readonly sha256Hex: typeof sha256Plain } = await import(url.href);
  return anew.sha256Hex;
}

test("the vectors of FIPS 180-4 hold", () => {
  assert.equal(sha256Plain(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(sha256Plain("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(
    sha256Plain("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("around every boundary of a block it agrees with node:crypto", () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = new Uint8Array(length).fill(length);
    assert.equal(sha256Plain(bytes), sha256Hex(bytes));
  }
});

test("it agrees with node:crypto on any bytes and any text", async () => {
  for (let left = RUNS; left > 0; left -= RUNS_AT_ONCE) {
    const anew = await startAnew(`runs-${left}`);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.string({ unit: anyCharacter }), (bytes, text) => {
        assert.equal(anew(bytes), sha256Hex(bytes));
        assert.equal(anew(text), sha256Hex(text));
      }),
      { numRuns: Math.min(left, RUNS_AT_ONCE) },
    );
  }
});

test("whoever hashes thousands gets the same for each of them", async () => {
  const anew = await startAnew("thousands");
  for (let number = 0; number < 3_000; number += 1) assert.equal(anew(`${number}`), sha256Hex(`${number}`));
});

test("a megabyte is hashed as by node:crypto", () => {
  const text = "0123456789abcdef".repeat(65_536);
  assert.equal(sha256Plain(text), sha256Hex(text));
});
