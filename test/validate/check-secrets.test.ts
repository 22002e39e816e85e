import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { checkSecrets, locateSecrets } from "../../src/validate/check-secrets.ts";
import { SECRET_RULES } from "../../src/validate/secrets/index.ts";
import { type CheckContext, NO_CONTEXT } from "../../src/validate/verdict.ts";
import { tablesOf } from "../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const KEY = `AKIA${"Q3XW7BZ5".repeat(2)}`;
const VOUCHED: CheckContext = { ...NO_CONTEXT, redactionCounts: true };

async function findingsOf(text: string, context = NO_CONTEXT) {
  return (await checkSecrets("note.md", text, context)).findings;
}

test("a text without secrets is clean, exit 0", async () => {
  const verdict = await checkSecrets("note.md", "We deploy on Fridays.", NO_CONTEXT);
  assert.deepEqual(verdict, { file: "note.md", tool: "secret-check", label: "CLEAN", exit: 0, findings: [] });
});

test("a secret is SECRET-DETECTED, exit 1, with rule, place and a masked preview", async () => {
  const verdict = await checkSecrets("note.md", `first line\nkey ${KEY} here`, NO_CONTEXT);
  assert.equal(verdict.label, "SECRET-DETECTED");
  assert.equal(verdict.exit, 1);
  assert.deepEqual(verdict.findings, [
    {
      rule: "aws-access-key",
      severity: "error",
      line: 2,
      column: 5,
      message: 'looks like an AWS access key: "AKIA…" (20 characters)',
    },
  ]);
});

test("a secret that several rules see is one finding, by the most specific of them", async () => {
  const token = `ghp_${"aB3dE6gH9".repeat(4)}`;
  const findings = await findingsOf(`GITHUB_TOKEN=${token}\nAuthorization: token ${token}`);
  assert.deepEqual(
    findings.map(({ rule, line }) => `${rule}:${line}`),
    ["github-token:1", "github-token:2"],
  );
});

test("findings come in the order of the text", async () => {
  const findings = await findingsOf(`mail alice@acme.dev\n${KEY}\nssh 10.4.2.1`);
  assert.deepEqual(
    findings.map(({ rule }) => rule),
    ["email-address", "aws-access-key", "private-address"],
  );
});

test("a secret that is found once a hidden character behind it was dropped is located where it stands", async () => {
  const before = "the API key for staging\uFF1A";
  const token = `q7Zk${"29XwLm4T".repeat(2)}`;
  const text = `---\nname: ab\ndescription: c\ntype: user\n---\n${before}${token}\u200B\u3002`;
  const start = text.indexOf(token);
  assert.equal((await findingsOf(text))[0]?.rule, "key-prose");
  assert.deepEqual(await locateSecrets("a.md", text, NO_CONTEXT), [{ start, end: start + token.length }]);
});

test("redaction tags exempt what they wrap where a person vouches for it, in any case", async () => {
  assert.deepEqual(await findingsOf(`<redacted>${KEY}</redacted>`, VOUCHED), []);
  assert.deepEqual(await findingsOf(`<Redacted>${KEY}</REDACTED>`, VOUCHED), []);
  assert.equal((await findingsOf(`<redacted>x</redacted> ${KEY}`, VOUCHED)).length, 1);
});

test("redaction tags exempt nothing where nobody vouches, and cannot split a secret", async () => {
  const [wrapped] = await findingsOf(`a\n<redacted>${KEY}</redacted>`);
  assert.deepEqual([wrapped?.rule, wrapped?.line, wrapped?.column], ["aws-access-key", 2, 11]);
  const split = `${KEY.slice(0, 8)}<redacted>${KEY.slice(8)}</redacted>`;
  assert.equal((await findingsOf(split))[0]?.rule, "aws-access-key");
});

test("an unclosed redaction tag exempts nothing, whoever wrote it", async () => {
  assert.equal((await findingsOf(`<redacted>${KEY}`, VOUCHED)).length, 1);
  assert.equal((await findingsOf(`<redacted>${KEY}`)).length, 1);
});

test("a secret as a name is found, whatever words stand around it", async () => {
  const hex = createHash("sha256").update("a sample").digest("hex");
  const tokens = [`shpat_${hex.slice(0, 32)}`, `dapi${hex.slice(0, 32)}`, `dop_v1_${hex}`];
  for (const token of tokens) {
    for (const name of [token, `reference_${token}`, `reference_my_${token}_old`, `some/where/x_${token}`]) {
      const { label, findings } = await checkSecrets(`${name}.md`, "We deploy on Fridays.", VOUCHED);
      assert.deepEqual([label, findings.length], ["SECRET-DETECTED", 1], name);
      const [{ line, column, message } = { line: 0, column: 0, message: "" }] = findings;
      assert.deepEqual([line, column], [1, 1]);
      assert.match(message, /^the file name looks like a.*: "[a-z_]{4}…" \(\d+ characters\)$/);
    }
  }
});

test("an ordinary name is clean", async () => {
  const names = texts("names");
  for (const name of names) {
    assert.deepEqual(
      (await checkSecrets(`${name}.md`, "We deploy on Fridays.", NO_CONTEXT)).findings,
      [],
      name,
    );
  }
});

test("a name that saving made of an allowed title is never a reason, and any other still is", async () => {
  const titles = [
    ["Password (sha512crypt)", "project_password_sha512crypt"],
    ["Passwords: 12chars4classes", "project_passwords_12chars4classes"],
    ["Secrets: 1Password -> ExternalSecret", "project_secrets_1password_externalsecret"],
  ] as const;
  for (const [title, id] of titles) {
    const text = `---\nname: "${title}"\ndescription: d\ntype: project\n---\nSee the vault.\n`;
    assert.equal((await checkSecrets(`${id}.md`, text, NO_CONTEXT)).label, "CLEAN", title);
  }
  const other = "---\nname: Rules\ndescription: d\ntype: project\n---\nSee the vault.\n";
  assert.equal(
    (await checkSecrets("project_password_sha512crypt.md", other, NO_CONTEXT)).label,
    "SECRET-DETECTED",
  );
});

test("a name is no reason to trust a title that holds a secret, wrapped or not", async () => {
  const token = `dapi${createHash("sha256").update("a sample").digest("hex").slice(0, 32)}`;
  for (const [title, id] of [
    [token, `project_${token}`],
    [`<redacted>${token}</redacted>`, `project_redacted_${token}_redacted`],
  ]) {
    const text = `---\nname: "${title}"\ndescription: d\ntype: project\n---\nSee the vault.\n`;
    assert.equal((await checkSecrets(`${id}.md`, text, VOUCHED)).label, "SECRET-DETECTED", title);
  }
});

test("a text beyond the limit is never called clean", async () => {
  const verdict = await checkSecrets("note.md", "a".repeat(16 * 1024 * 1024 + 1), NO_CONTEXT);
  assert.deepEqual([verdict.label, verdict.findings[0]?.rule], ["SECRET-DETECTED", "text-too-large"]);
});

test("a text crowded with near misses is never called clean", async () => {
  const [finding] = await findingsOf("key=none ".repeat(4_000));
  assert.equal(finding?.rule, "key-assignment");
  assert.match(finding?.message ?? "", /too dense to tell/);
});

test("no message holds more of a secret than the preview", async () => {
  const samples = SECRET_RULES.filter(({ severity }) => severity === "error").flatMap(
    ({ catches }) => catches,
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...samples), fc.nat(80), async (sample, padding) => {
      const text = `${" ".repeat(padding)}${sample}`;
      const findings = await findingsOf(text);
      assert.ok(findings.length > 0, sample);
      for (const { message } of findings) {
        const preview = /"([^"]*)…" \(\d+ characters\)$/.exec(message)?.[1] ?? "missing";
        assert.ok(Array.from(preview).length <= 4, message);
        // What stands before the preview is ours and the same for every secret.
        const ours = message.slice(0, message.lastIndexOf(`"${preview}…"`));
        assert.match(ours, /^looks like [\w .,:()'-]+: $/);
      }
    }),
    { numRuns: RUNS },
  );
});
