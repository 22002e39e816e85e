import assert from "node:assert/strict";
import { test } from "node:test";
import { fingerprintKey } from "../../src/trust/fingerprint.ts";
import { PUBLIC_KEY } from "./sample-key.ts";

test("the fingerprint of a key is this, and another for each kind", () => {
  assert.equal(fingerprintKey("machine", PUBLIC_KEY, "real"), "efzfnfbilkjtdp5y3zc5aesv2lignfla");
  assert.equal(fingerprintKey("person", PUBLIC_KEY, "real"), "dlwh2oqkig5623sydgqguibaknpie5nr");
});

test("the name of a test state's key names nothing to a real state", () => {
  assert.match(fingerprintKey("machine", PUBLIC_KEY, "test"), /^[a-z2-7]{32}$/);
  assert.notEqual(
    fingerprintKey("machine", PUBLIC_KEY, "test"),
    fingerprintKey("machine", PUBLIC_KEY, "real"),
  );
});

test("a key that differs in one bit has another fingerprint from its first eight characters on", () => {
  const bytes = Buffer.from(PUBLIC_KEY, "base64url");
  bytes[31] = (bytes[31] ?? 0) ^ 1;
  const other = fingerprintKey("machine", bytes.toString("base64url"), "real");
  assert.match(other, /^[a-z2-7]{32}$/);
  assert.notEqual(other.slice(0, 8), "efzfnfbi");
});
