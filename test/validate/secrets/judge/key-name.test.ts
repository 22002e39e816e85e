import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyKeyName, splitName } from "../../../../src/validate/secrets/judge/key-name.ts";
import { tablesOf } from "../../../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

test("names are split at case changes, punctuation and digits", () => {
  assert.deepEqual(splitName("myAPIKey_v2.dbPassword"), ["my", "api", "key", "v", "2", "db", "password"]);
  assert.deepEqual(splitName("HTTPToken"), ["http", "token"]);
});

test("a name that holds a password says so", () => {
  for (const name of texts("password")) {
    assert.equal(classifyKeyName(name), "password", name);
  }
});

test("a name that holds a key or token made by a machine says so", () => {
  const names = texts("token");
  for (const name of [
    ...names,
    "softlayerapikey",
    "X-Auth-Token",
    "private_key",
    "credentials",
    "sl_api_key",
  ]) {
    assert.equal(classifyKeyName(name), "token", name);
  }
});

test("a bare key is a weak word", () => {
  for (const name of ["key", "sl-key", "auth"]) assert.equal(classifyKeyName(name), "weak", name);
});

test("a name about a secret, or with another kind of key, promises nothing", () => {
  const about = texts("about");
  const others = texts("others");
  const words = texts("words");
  for (const name of [...about, ...others, ...words, "fakeToken", "nonMatchingToken", ""]) {
    assert.equal(classifyKeyName(name), null, name);
  }
});
