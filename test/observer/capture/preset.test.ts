// Capture redacts without secretlint, and a memory is checked with it. What the check calls a secret must not have been
// written to disk in clear before. The patterns are read from the preset itself, so one that it gains or widens is tried too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import fc from "fast-check";
import { createSecretFinder } from "../../../src/app/capture/spool-record.ts";
import { DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";
import { redactAndTruncate } from "../../../src/observer/capture/redact-and-truncate.ts";
import { checkSecrets } from "../../../src/validate/check-secrets.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { IS_DEEP } from "../../deep.ts";

const findSecrets = createSecretFinder(DEFAULT_CONFIG);
const redact = (text: string): string => redactAndTruncate(text, { charsMax: 20_000, findSecrets });

async function isSecret(file: string, text: string): Promise<boolean> {
  return (await checkSecrets(file, text, NO_CONTEXT)).label === "SECRET-DETECTED";
}

/** Repeated, in one case, of words, mixed: what our own rules weigh, and the preset does not. */
const FILLERS = ["abc123", "x7Q", "a1", "zebra", "k7Qx2Lm9", "aB3dE6gH9k"];
const fill = (unit: string, length: number): string => unit.repeat(length).slice(0, length);
const HEX = "ab12".repeat(10);

/** The documented forms of the preset's rules, around a filler. */
const FORMS: Readonly<Record<string, (unit: string) => readonly string[]>> = {
  aws: (unit) => [
    `AWS_SECRET_ACCESS_KEY=${fill(unit, 40)}`,
    `SecretAccessKey: "${fill(unit, 40)}"`,
    `aws_secret_access_key => '${fill(unit, 40)}'`,
  ],
  npm: (unit) => [
    `npm_${fill(unit, 36)}`,
    `//registry.npmjs.org/:_authToken=${fill(unit, 36)}`,
    `https://${fill(unit, 40)}:x-oauth-basic@github.com/acme/app`,
  ],
  basicauth: (unit) =>
    ["http", "https", "ftp", "ftps"].map((each) => `${each}://deploy:${fill(unit, 12)}@acme.dev`),
  slack: (unit) => [
    ..."xoxb xoxp xapp xoxa xoxo xoxr"
      .split(" ")
      .map((each) => `${each}-${"123".repeat(4)}-${fill(unit, 24)}`),
    `https://hooks.slack.com/services/T${fill("0AB", 8)}/B${fill("0AB", 8)}/${fill(unit, 24)}`,
  ],
  sendgrid: (unit) => [`SG.${fill(unit, 22)}.${fill(unit, 43)}`],
  shopify: (unit) => ["shppa", "shpca", "shpat", "shpss"].map((each) => `${each}_${fill(unit, 32)}`),
  stripe: (unit) => ["sk_live", "sk_test", "rk_live", "rk_test"].map((each) => `${each}_${fill(unit, 24)}`),
  github: (unit) => [
    ..."ghp gho ghu ghs ghr".split(" ").map((each) => `${each}_${fill(unit, 36)}`),
    `github_pat_${fill(unit, 22)}_${fill(unit, 59)}`,
    `ghs_${"12".repeat(3)}_${fill(unit, 20)}.${fill(unit, 60)}.${fill(unit, 30)}`,
  ],
  gitlab: (unit) => [`glpat-${fill(unit, 20)}`, `glpat-${fill(unit, 100)}`],
  grafana: (unit) => [`glc_${fill(unit, 40)}==`, `glsa_${fill(unit, 32)}_${HEX.slice(0, 8)}`],
  openai: (unit) => [
    `sk-${fill(unit, 20)}T3BlbkFJ${fill(unit, 20)}`,
    `sk-proj-${fill(unit, 74)}T3BlbkFJ${fill(unit, 74)}`,
    `sk-svcacct-${fill(unit, 58)}T3BlbkFJ${fill(unit, 58)}`,
  ],
  anthropic: (unit) => [`sk-ant-api03-${fill(unit, 93)}AA`],
  groq: (unit) => [`gsk_${fill(unit, 52)}`],
  huggingface: () => ["ab", "zebra", "aQzXwk"].map((unit) => `hf_${fill(unit, 34)}`),
  linear: (unit) => [`lin_api_${fill(unit, 40)}`, `lin_api_${fill(unit, 20)}_${fill(unit, 20)}`],
  notion: (unit) => [`ntn_${fill("12", 11)}${fill(unit, 35)}`],
  "1password": (unit) =>
    [120, 121, 122].map(
      (length) => `ops_${btoa(JSON.stringify({ email: fill(unit, length), muk: { k: 1 } }))}`,
    ),
  "database-connection-string": (unit) =>
    "postgres postgresql mysql mysqlx mongodb mongodb+srv jdbc:mysql"
      .split(" ")
      .flatMap((each) => [
        `${each}://admin:${fill(unit, 12)}@db/prod`,
        `${each}://admin:${fill(unit, 19)}@db.corp.com/prod`,
      ]),
  "hashicorp-vault": (unit) => [`hvs.${fill(unit, 95)}`, `hvb.${fill(unit, 140)}`, `hvr.${fill(unit, 95)}`],
  vercel: (unit) => ["vcp", "vci", "vca", "vcr", "vck"].map((each) => `${each}_${fill(unit, 20)}`),
  databricks: () => [
    `dapi${HEX.slice(0, 32)}`,
    `dapi${HEX.slice(0, 32)}-2`,
    `dapi${fill("a", 16)}${fill("1", 16)}`,
  ],
  docker: (unit) => [`dckr_pat_${fill(unit, 27)}`],
  figma: (unit) => [`figd_${fill(unit, 40)}`],
  cloudflare: (unit) => ["cfk", "cfut", "cfat"].map((each) => `${each}_${fill(unit, 40)}${HEX.slice(0, 8)}`),
  tailscale: (unit) => [
    `tskey-api-${fill(unit, 12)}-${fill(unit, 24)}`,
    `tskey-oauth-${fill(unit, 9)}-${fill(unit, 20)}`,
  ],
};

for (const [name, formsOf] of Object.entries(FORMS)) {
  test(`capture removes what secretlint's ${name} rule finds`, async () => {
    let checked = 0;
    for (const unit of FILLERS) {
      for (const form of formsOf(unit)) {
        const text = `use ${form} now`;
        if (!(await isSecret(name === "npm" ? ".npmrc" : "note.md", text))) continue;
        checked += 1;
        assert.ok(!redact(text).includes(fill(unit, 12)), `${text} → ${redact(text)}`);
        assert.ok(!(await isSecret("note.md", redact(text))), `${text} → ${redact(text)}`);
      }
    }
    assert.ok(checked >= 3, `${checked} forms were secrets`);
  });
}

/** The source of each pattern of the preset that looks for a token by its prefix, without what looks around it. */
function readPatterns(): string[] {
  const file = createRequire(import.meta.url).resolve("@secretlint/secretlint-rule-preset-recommend");
  const sources = [...readFileSync(file, "utf8").matchAll(/\/\(\?<!\\p\{L\}\)(.+)\/gu;/g)];
  return sources.map(([, source = ""]) => source.replaceAll(/\(\?<?[!=][^()]*\)/g, ""));
}

test("capture removes what the preset's own patterns describe", async () => {
  const patterns = readPatterns();
  assert.ok(patterns.length >= 20, `${patterns.length} patterns`);
  for (const source of patterns) {
    const samples = fc.sample(fc.stringMatching(new RegExp(`^${source}$`)), {
      numRuns: IS_DEEP ? 50 : 4,
      seed: 7,
    });
    for (const sample of samples) {
      const text = `use ${sample} now`;
      if (!(await isSecret("note.md", text))) continue;
      assert.ok(!(await isSecret("note.md", redact(text))), `${source}: ${text} → ${redact(text)}`);
    }
  }
});

test("values of documentation stay in what is captured", () => {
  const texts = [
    "postgres://user:password@localhost/db",
    "postgres://postgres:postgres@db:5432/app",
    `mysql://app:\${DB_PASSWORD}@db/app`,
    "mongodb+srv://app:<password>@cluster0.acme.net",
    "https://user:password@acme.dev",
    `ghp_${"x".repeat(36)}`,
    "ghp_… and sk-ant-api03-…",
    `//registry.npmjs.org/:_authToken=\${NPM_TOKEN}`,
    "xoxb-my-bot-token-name",
    `aws_secret_access_key = ${["wJalrXUtnFEMI", "K7MDENG", "bPxRfiCYEXAMPLEKEY"].join("/")}`,
    "npm_config_registry and npm_package_version",
    "postgresql://localhost/app, see https://acme.dev:8080/a@b.c",
  ];
  for (const text of texts) assert.equal(redact(text), text);
});
