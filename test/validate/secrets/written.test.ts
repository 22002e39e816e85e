// Secrets in clauses, answers and lists, by an author who never saw the rules. The half that no rule was written for has a bar of
// its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isSecret } from "../probe/run-probes.ts";
import { expandWritten, readWrittenSecrets } from "../probe/written-secrets.ts";

async function countFound(
  split: string,
  label: string,
  author: string,
): Promise<{ found: number; all: number }> {
  const rows = readWrittenSecrets().filter(
    (row) => row.split === split && row.label === label && row.author === author,
  );
  let found = 0;
  for (const { text } of expandWritten(rows, 1)) if (await isSecret(text)) found += 1;
  return { found, all: rows.length };
}

test("of written secrets that no rule was fitted to, more than eight of ten are found", async () => {
  const { found, all } = await countFound("held", "secret", "boris");
  assert.equal(all, 82);
  assert.ok(found >= all * 0.82, `${found} of ${all}`);
});

test("of secrets by an author who wrote after the rules were frozen, seven of ten are found", async () => {
  const { found, all } = await countFound("held", "secret", "emil");
  assert.equal(all, 90);
  assert.ok(found >= 62, `${found} of ${all}`);
});

test("of written secrets that rules were fitted to, more than nine of ten are found", async () => {
  const { found, all } = await countFound("fit", "secret", "boris");
  assert.ok(found >= all * 0.9, `${found} of ${all}`);
});

test("notes that only mention a secret are left alone", async () => {
  for (const [split, author] of [
    ["fit", "boris"],
    ["held", "boris"],
    ["held", "emil"],
  ] as const) {
    const { found, all } = await countFound(split, "clean", author);
    assert.ok(all >= 50);
    assert.ok(found <= 1, `${author}, ${split}: ${found} of ${all}`);
  }
});

test("a secret is found in the clause that names it, whatever stands between", async () => {
  const password = ["qX7", "!mLk", "42Wz"].join("");
  const token = ["q7Zk", "29Xw", "Lm4T", "vB8p", "Rj3s"].join("");
  const texts = [
    `token, valid until March: ${token}`,
    `root on the NAS: ${password}`,
    `log in as admin with ${password}`,
    `Zoe: what is the pin of the alarm panel?\nAnn: ${["48", "2917"].join("")}`,
    `${password} <- the old box`,
    `requirepass ${token}`,
    `the header is \`Basic ${token}\``,
    `The wifi of the lab, since Monday, is ${["kestrel", "4211"].join("")}`,
  ];
  for (const text of texts) assert.ok(await isSecret(text), text.slice(0, 20));
});

test("what stands in the same clause for another reason is left alone", async () => {
  const digest = "3f9a21c4".repeat(5);
  const texts = [
    `the token refresh bug is ${digest}`,
    `password check fails at commit ${digest}`,
    "log in as admin with your own account2",
    "Zoe: what is the pin of the alarm panel?\nAnn: ask Tom, room 4711b",
    "exit code is 4711",
    "pass the matching name where it exists: plan-the-next-phase",
    "Account%10 is the width of the column for the login",
    "the user accepts Apache-2.0 at login",
    "Done: Milestone12!",
    "- Ready for Release2026?",
  ];
  for (const text of texts) assert.ok(!(await isSecret(text)), text);
});

test("versions, tools, chips, tickets, bank accounts and names in code are no secrets", async () => {
  const texts = [
    "Renovate pins arm-none-eabi-gcc in the lock file",
    "The key is node-v20.11.1",
    "Token: AES-256-GCM",
    "Credentials: CVE-2024-3094",
    "The token is handled by parseJwtV2 and getToken2",
    "Unlock with blue-green-deploy",
    "licence: STM32L476RG, nRF52840",
    "Key: DE89370400440532013000",
    "our reader logs in with the machine account LAB-ICP01$ by Kerberos",
    "fxhash, seed 0x51_7c_c1_b7_27_22_0a_95 as upstream",
    "root: kube-system-default",
    "Password hashing: argon2id-v19, see the-next-phase-of-it",
  ];
  for (const text of texts) assert.ok(!(await isSecret(text)), text);
  // Of a bank account the check digits have to be right.
  assert.ok(await isSecret(`api_key: DE88${"3704004405"}32013000`));
});

test("code that repeats a piece builds a sample; what stands before it once is a secret", async () => {
  const piece = ["aB3d", "E6gH9k"].join("");
  const token = ["q7Zk", "29Xw", "Lm4T", "vB8p", "Rj3s"].join("");
  assert.ok(!(await isSecret(`the token of the tests, "${piece}".repeat(4), is no secret`)));
  for (const behind of [".repeat(1)", ".repeat(4)", ".slice(0)", ".concat(x)", "}"])
    assert.ok(await isSecret(`the token of the tests is "${token}"${behind}`), behind);
  assert.ok(await isSecret(`the token of the tests is "${piece}".repeat(1)`));
});
