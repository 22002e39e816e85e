import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSecrets } from "../../../src/validate/check-secrets.ts";
import { type CheckContext, NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

const OWNER: CheckContext = {
  redactionCounts: false,
  owner: { emails: ["Alice@acme.dev"], github: "alice-a", homeUser: "alice", strict: false },
};

async function rulesOf(text: string, context = NO_CONTEXT): Promise<string[]> {
  const { findings } = await checkSecrets("note.md", text, context);
  return findings.map(({ rule, severity }) => `${severity} ${rule}`);
}

test("personal data of others is noted and does not fail", async () => {
  const text = `bob@acme.dev, /home/bob/x, 10.4.2.1, SHA256:${"k7Qx2Lm9aB3".repeat(4).slice(0, 43)}`;
  assert.deepEqual(await rulesOf(text), [
    "notice email-address",
    "notice home-path",
    "notice private-address",
    "notice ssh-fingerprint",
  ]);
  assert.equal((await checkSecrets("note.md", text, NO_CONTEXT)).label, "CLEAN");
});

test("with owner.strict personal data fails", async () => {
  const strict: CheckContext = { ...OWNER, owner: { ...OWNER.owner, strict: true } };
  assert.deepEqual(await rulesOf("ask bob@acme.dev", strict), ["error email-address"]);
  assert.equal((await checkSecrets("note.md", "ask bob@acme.dev", strict)).label, "SECRET-DETECTED");
  assert.deepEqual(await rulesOf("ask alice@acme.dev", strict), []);
});

test("the owner's own addresses and home directories are not noted", async () => {
  assert.deepEqual(await rulesOf("alice@ACME.dev", OWNER), []);
  assert.deepEqual(await rulesOf("alice-a@users.noreply.github.com", OWNER), []);
  assert.deepEqual(await rulesOf("1234567+Alice-A@users.noreply.github.com", OWNER), []);
  assert.deepEqual(await rulesOf("/home/alice/x and /Users/alice-a/y and C:\\Users\\alice\\z", OWNER), []);
  assert.deepEqual(await rulesOf("1234567+bob@users.noreply.github.com", OWNER), ["notice email-address"]);
  assert.deepEqual(await rulesOf("/home/alicebob/x", OWNER), ["notice home-path"]);
});

test("example domains, role accounts and addresses of programs are not noted", async () => {
  for (const text of texts("not noted")) assert.deepEqual(await rulesOf(text), [], text);
});

test("private addresses are whole octets", async () => {
  for (const text of texts("private")) {
    assert.deepEqual(await rulesOf(text), ["notice private-address"], text);
  }
  const others = texts("not private");
  for (const text of [...others, "192.169.0.1", "10.4.2.300", "8.8.8.8", "lib-10.4.2.1", "10.4.2.1.tar"]) {
    assert.deepEqual(await rulesOf(text), [], text);
  }
});
