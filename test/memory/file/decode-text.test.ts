import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeMemoryText } from "../../../src/memory/file/decode-text.ts";

function decode(bytes: readonly number[]): string {
  const decoded = decodeMemoryText(Uint8Array.from(bytes));
  return decoded.kind === "text" ? `text ${JSON.stringify(decoded.text)}` : decoded.rule;
}

test("UTF-8 is read as it is, byte order mark and line ends included", () => {
  assert.equal(decode([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xc3, 0xa9]), 'text "\uFEFFa\\r\\n\u00E9"');
  assert.equal(decode([0xf0, 0x9f, 0x98, 0x80]), 'text "\u{1F600}"');
  assert.equal(decode([]), 'text ""');
});

test("bytes that are not UTF-8 are refused, never replaced", () => {
  assert.equal(decode([0x61, 0xff]), "not-utf8");
  assert.equal(decode([0xc0, 0xaf]), "not-utf8");
  assert.equal(decode([0xe9]), "not-utf8");
  assert.equal(decode([0xed, 0xa0, 0x80]), "not-utf8");
  assert.equal(decode([0xff, 0xfe, 0x61]), "not-utf8");
  assert.equal(decode([0xf0, 0x9f, 0x98]), "not-utf8");
});

test("a NUL byte is refused", () => {
  assert.equal(decode([0x61, 0x00, 0x62]), "nul-byte");
});

test("a file of 64 KiB is read and one byte more is not", () => {
  assert.equal(decodeMemoryText(new Uint8Array(65_536).fill(0x61)).kind, "text");
  assert.deepEqual(decodeMemoryText(new Uint8Array(65_537).fill(0x61)), {
    kind: "undecodable",
    rule: "file-too-large",
    message: "larger than 64 KiB",
  });
});
