// The grammar of giving a name a value, language by language, and of saying a secret in a sentence.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { scanSecrets } from "../../../src/validate/secrets/scan-secrets.ts";
import { readRows } from "../../fixture/rows.ts";

const TOKEN = ["q7Zk", "29Xw", "Lm4T", "vB8p", "Rj3s"].join("");
const PASSWORD = ["Tr0ub", "4dor", "&", "3x"].join("");

function valuesOf(text: string): string[] {
  return scanSecrets(text).map(({ value }) => value);
}

type Row = { readonly kind: string; readonly form?: string; readonly text: string };

/** VALUE stands where a token or a password is put. */
const ROWS = readRows<Row>(join(import.meta.dirname, "forms.ndjson"));
const rowsOf = (wanted: string): Row[] => ROWS.filter(({ kind }) => kind === wanted);
const textsOf = (kind: string, value: string): string[] =>
  rowsOf(kind).map(({ text }) => text.replace("VALUE", () => value));

for (const { form, text: pattern } of rowsOf("assignment")) {
  test(`a token is found, and nothing but the token: ${form}`, () => {
    assert.deepEqual([...new Set(valuesOf(pattern.replace("VALUE", TOKEN)))], [TOKEN]);
  });

  test(`a stand-in for a token is spared: ${form}`, () => {
    for (const standIn of ["changeme", "your-api-token", "xxxxxxxxxxxxxxxx", "EXAMPLE_TOKEN_123456"]) {
      assert.deepEqual(valuesOf(pattern.replace("VALUE", standIn)), [], standIn);
    }
  });
}

test("passwords are found in the forms people write them", () => {
  for (const text of textsOf("password", PASSWORD))
    assert.ok(
      valuesOf(text).some((value) => value.startsWith(PASSWORD.slice(0, -2))),
      text,
    );
});

test("keys and tokens are found in sentences", () => {
  for (const text of textsOf("token", TOKEN)) assert.ok(valuesOf(text).length > 0, text);
});

test("sentences about secrets are not secrets", () => {
  for (const { text } of rowsOf("about")) assert.deepEqual(valuesOf(text), [], text);
});

test("redaction gets every hit, however many", () => {
  assert.equal(scanSecrets(`API_TOKEN=${TOKEN}\n`.repeat(300)).length >= 300, true);
});

for (const { form: where, text: form } of rowsOf("apart")) {
  test(`a secret is found ${where}, at its own place`, () => {
    for (const value of [PASSWORD, `${TOKEN}`, "Falcon".concat("4711!")]) {
      const text = `A note.\n\n${form.replace("VALUE", () => value)}`;
      const [hit] = scanSecrets(text);
      assert.deepEqual([hit?.value, hit?.start], [value, text.indexOf(value)], text);
    }
  });
}

test("a token or a key is found apart from its name too", () => {
  for (const form of [
    "API key (prod):\nVALUE",
    "Client secret\n\n```\nVALUE\n```",
    "| env | API token |\n|---|---|\n| prod | VALUE |",
  ])
    assert.deepEqual([...new Set(valuesOf(form.replace("VALUE", TOKEN)))], [TOKEN], form);
});

test("what merely stands near such a word is spared", () => {
  for (const { text } of rowsOf("near")) assert.deepEqual(valuesOf(text), [], text);
});

const NAMES = [
  "api_key",
  "client_secret",
  "aws_secret_access_key",
  "DB_PASSWORD",
  "const signingKey",
  '"client_secret"',
  "`api_key`",
  "- auth-token",
  "* **API key**",
];
const ENDS = ["=", " =", ":", " :=", " =>", " = \\", " = (", ' = """', ": |", ": >-"];

test("a value on the line below its name is found, and nothing but the value, whatever the name ends in", () => {
  for (const name of NAMES)
    for (const end of ENDS)
      for (const line of [TOKEN, `  "${TOKEN}"`, `    '${TOKEN}';`]) {
        const text = `About the app.\n\n${name}${end}\n${line}\n\nMore.`;
        assert.deepEqual([...new Set(valuesOf(text))], [TOKEN], JSON.stringify(text));
      }
});

test("what stands below a name and is no value is spared", () => {
  for (const below of [
    "see the vault",
    "$API_KEY",
    "<your-api-key>",
    "changeme",
    "getApiKey();",
    "`src/keys/api.ts`",
  ])
    for (const end of ENDS) assert.deepEqual(valuesOf(`api_key${end}\n  ${below}\n`), [], below);
  for (const label of ["api_key_id", "primary_key", "public_key"])
    assert.deepEqual(valuesOf(`${label}:\n${TOKEN}\n`), [], label);
});
