import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyKeyName, splitName } from "../../../../src/validate/secrets/judge/key-name.ts";

test("names are split at case changes, punctuation and digits", () => {
  assert.deepEqual(splitName("myAPIKey_v2.dbPassword"), ["my", "api", "key", "v", "2", "db", "password"]);
  assert.deepEqual(splitName("HTTPToken"), ["http", "token"]);
});

test("a name that holds a password says so", () => {
  for (const name of [
    "password",
    "DB_PASSWORD",
    "adminPasswd",
    "db_pass",
    "pwd",
    "mysqlpassword",
    "pass_secure.pw",
  ]) {
    assert.equal(classifyKeyName(name), "password", name);
  }
});

test("a name that holds a key or token made by a machine says so", () => {
  const names = [
    "api_key",
    "apiKey",
    "APIKEY",
    "clientSecret",
    "AUTH_CLIENTSECRET",
    "access-token",
    "secret_key_base",
  ];
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
  const about = [
    "password_hint",
    "token_type",
    "keyId",
    "secretName",
    "API_KEY_URL",
    "passwordField",
    "tokenCount",
  ];
  const others = [
    "public_key",
    "primaryKey",
    "foreign_key",
    "cacheKey",
    "csrf_token",
    "nextPageToken",
    "gpg key",
  ];
  const words = [
    "monkey",
    "keyboard",
    "keyword",
    "compass",
    "bypass",
    "author",
    "tokenizer",
    "secretary",
    "pw-cat",
  ];
  for (const name of [...about, ...others, ...words, "fakeToken", "nonMatchingToken", ""]) {
    assert.equal(classifyKeyName(name), null, name);
  }
});
