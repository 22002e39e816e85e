import assert from "node:assert/strict";
import { test } from "node:test";
import { rules as presetRules } from "@secretlint/secretlint-rule-preset-recommend";
import { checkSecrets } from "../../../src/validate/check-secrets.ts";
import { scanText } from "../../../src/validate/scan.ts";
import {
  type LintHit,
  lintWithSecretlint,
  SECRETLINT_RULE_IDS,
  watchPreset,
} from "../../../src/validate/secrets/lint-with-secretlint.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";

async function lint(file: string, text: string): Promise<LintHit[]> {
  const watch = watchPreset(text);
  scanText([], text, { watch });
  return lintWithSecretlint(file, text, watch);
}

async function idsOf(text: string): Promise<string[]> {
  return (await lint("note.md", text)).map(({ id }) => id);
}

/** One sample for each rule of the preset that looks at text. */
const SAMPLES: Readonly<Record<string, string>> = {
  aws: `AWS_SECRET_ACCESS_KEY=${"Zt7/Kq2+Xw".repeat(4)}`,
  gcp: JSON.stringify({ private_key_id: "x", private_key: `-----BEGIN ${"PRIVATE"} KEY-----` }),
  privatekey: `-----BEGIN ${"RSA PRIVATE"} KEY-----\nMI${"Zt7/Kq2+Xw".repeat(20)}\n-----END ${"RSA PRIVATE"} KEY-----`,
  npm: `npm_${"aB3dE6gH9".repeat(4)}`,
  basicauth: `https://deploy:${["aB3d", "E6gH9"].join("")}@git.acme.dev`,
  slack: `xoxb-${"2398475486"}-${["aB3dE6", "gH9kLm"].join("")}`,
  sendgrid: `SG.${"aB3dE6gH9kL".repeat(2)}.${"aB3dE6gH9kL".repeat(4).slice(0, 43)}`,
  shopify: `shpat_${"aB3dE6gH".repeat(4)}`,
  stripe: `sk_live_${"aB3dE6gH".repeat(3)}`,
  github: `ghp_${"aB3dE6gH9".repeat(4)}`,
  gitlab: `glpat-${"aB3dE6gH9k".repeat(2)}`,
  grafana: `glsa_${"aB3dE6gH".repeat(4)}_0f9a4c21`,
  openai: `sk-${"aB3dE6gH9k".repeat(2)}T3BlbkFJ${"aB3dE6gH9k".repeat(2)}`,
  anthropic: `sk-ant-api03-${"aB3dE6gH9k".repeat(9)}xyzAA`,
  groq: `gsk_${"aB3dE6gH9kLmN".repeat(4)}`,
  huggingface: `hf_${"aBcDeFgHiJkLmNoPq".repeat(2)}`,
  linear: `lin_api_${"aB3dE6gH".repeat(5)}`,
  notion: `ntn_${"12345098761"}${"aB3dE6g".repeat(5)}`,
  "1password": `ops_${btoa(JSON.stringify({ email: "x".repeat(91), k: { a: 1 } }))}`,
  "database-connection-string": `postgres://app:${"aB3dE6gH9"}@db.acme.dev/app`,
  "hashicorp-vault": `hvs.${"aB3dE6gH9k".repeat(9)}`,
  vercel: `vcp_${"aB3dE6gH".repeat(3)}`,
  databricks: `dapi${"0f9a4c21".repeat(4)}`,
  docker: `dckr_pat_${"aB3dE6gH9".repeat(3)}`,
  figma: `figd_${"aB3dE6gH".repeat(5)}`,
  cloudflare: `cfut_${"aB3dE6gH".repeat(5)}0f9a4c21`,
  tailscale: `tskey-api-${"aB3dE6gH9kLm"}-${"aB3dE6gH9kLm".repeat(2)}`,
};

test("every rule of the preset but the one that obeys comments is run, and has a sample here", () => {
  const names = presetRules.map(({ meta }) => meta.id.replace("@secretlint/secretlint-rule-", ""));
  const expected = names.filter((name) => name !== "filter-comments").sort();
  assert.deepEqual(Object.keys(SAMPLES).sort(), expected);
  assert.deepEqual(SECRETLINT_RULE_IDS.toSorted(), expected.map((name) => `secretlint-${name}`).sort());
});

for (const [name, sample] of Object.entries(SAMPLES)) {
  test(`secretlint's ${name} rule is reached through its keywords`, async () => {
    assert.ok((await idsOf(sample)).includes(`secretlint-${name}`), sample);
  });
}

test("a comment in the text cannot switch a rule off", async () => {
  const text = `// secretlint-disable\n${SAMPLES["github"]} // secretlint-disable-line\n`;
  assert.deepEqual(await idsOf(text), ["secretlint-github"]);
});

test("a file named .p12 is never read from disk", async () => {
  assert.deepEqual(await lint("/nowhere/key.p12", "private_key"), []);
});

test("a text flooded with a token's beginning is reported, not scanned", async () => {
  assert.deepEqual(await idsOf("ghs_1_".repeat(2_000)), ["secretlint-github"]);
});

test("what only secretlint knows is one masked finding in our words", async () => {
  const verdict = await checkSecrets("note.md", `see https://user:${"pass"}@acme.dev/x`, NO_CONTEXT);
  assert.deepEqual(
    verdict.findings.map(({ rule, message }) => [rule, message]),
    [["secretlint-basicauth", 'looks like a secret (secretlint: basicauth): "http…" (26 characters)']],
  );
});

test("blotted tokens, variables and the names of passwords are not believed", async () => {
  const texts = [
    `ghp_${"x".repeat(36)}`,
    "https://app:DB_PASSWORD@acme.dev",
    "xoxb-my-bot-token-name",
    "xoxp-57237-5738-####",
  ];
  for (const text of texts) {
    assert.equal((await checkSecrets("note.md", text, NO_CONTEXT)).label, "CLEAN", text);
  }
});
