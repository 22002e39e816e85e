// Honest notes that look like those with a secret: the same lines, lists, tables, commands and code with what people write in them
// when they keep the secret elsewhere, and other things that are varied without being secret.

import { createRandom, draw, pick, type Random, VALUES } from "./random-values.ts";

const HEX = "0123456789abcdef";
const digits = (random: Random, length: number): string => draw(random, "0123456789", length);

/** What stands where a secret could. */
const STAND_INS: readonly ((random: Random) => string)[] = [
  () => "<your-password>",
  () => "changeme",
  () => "$DB_PASSWORD",
  (random) => `\${DB_PASSWORD_${digits(random, 1)}}`,
  () => "********",
  () => "{{ vault_db_password }}",
  () => "process.env.DB_PASSWORD_2",
  (random) => `op://team/db-${digits(random, 2)}/password`,
  () => "vault:secret/data/db#password",
  () => "YOUR_PASSWORD_123",
  () => "xxxxxxxxxxxx1",
  () => "s3://acme-secrets/prod/db.json",
  () => "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db",
  () => "example-password-1",
  (random) => `/run/secrets/db_password_${digits(random, 1)}`,
];

/** What is varied, and public. */
const FACTS: readonly ((random: Random) => string)[] = [
  (random) => `v${digits(random, 1)}.${digits(random, 2)}.${digits(random, 1)}-rc.${digits(random, 1)}`,
  (random) => draw(random, HEX, 40),
  (random) => draw(random, HEX, 7),
  (random) => `sha256:${draw(random, HEX, 64)}`,
  (random) => VALUES.uuid(random),
  (random) => `2026-0${1 + Math.floor(random() * 8)}-12T10:${10 + Math.floor(random() * 49)}:00Z`,
  (random) => `https://acme.dev/wiki/Page_${digits(random, 3)}`,
  (random) => `acme/api#${digits(random, 4)}`,
  (random) => `registry.acme.dev/api:1.${digits(random, 2)}.3`,
  () => "Ctrl+Shift+F12",
  (random) => `src/auth/tokenStore${digits(random, 1)}.ts:${digits(random, 2)}`,
  (random) => `CVE-2026-${digits(random, 5)}`,
  (random) => `maria.${digits(random, 2)}@example.com`,
  () => "m5.2xlarge",
  () => "eu-central-1",
  (random) => `ami-0${draw(random, HEX, 16)}`,
  (random) => `react@18.${digits(random, 1)}.${digits(random, 1)}`,
  (random) => `PROJ-${digits(random, 4)}`,
  () => "PostgreSQL16.2",
  (random) => `#${draw(random, HEX, 6)}`,
  () => "TLSv1.3/AES256-GCM",
  (random) => `10.${digits(random, 2)}.3.4:54${digits(random, 2)}`,
];

type Twin = {
  readonly name: string;
  readonly of: "stand-in" | "fact" | "whole";
  readonly write: string;
};

const TWINS: readonly Twin[] = [
  { name: "next line", of: "stand-in", write: "Grafana password:\nVALUE\n" },
  { name: "after a blank line", of: "stand-in", write: "Password for Nexus (prod)\n\nVALUE\n" },
  { name: "fenced block", of: "stand-in", write: "The root password:\n\n```\nVALUE\n```\n" },
  { name: "heading", of: "stand-in", write: "## Admin password\n\n`VALUE`\n" },
  { name: "nested item", of: "stand-in", write: "- Grafana\n  - user: admin\n  - password\n    - VALUE\n" },
  {
    name: "table column",
    of: "stand-in",
    write: "| Host | User | Password |\n|---|---|---|\n| db1 | admin | VALUE |\n",
  },
  { name: "user / value", of: "stand-in", write: "Grafana: admin / VALUE\n" },
  { name: "login user value", of: "stand-in", write: "login admin VALUE" },
  { name: "sentence", of: "stand-in", write: "The db password is VALUE in every environment." },
  { name: "reversed", of: "stand-in", write: "VALUE is the placeholder for the prod password" },
  { name: "env file", of: "stand-in", write: "DB_PASSWORD=VALUE\nAPI_TOKEN=VALUE\n" },
  { name: "json", of: "stand-in", write: '{"db": {"password": {"value": "VALUE"}}}' },
  { name: "element", of: "stand-in", write: "<key>password</key>\n<string>VALUE</string>" },
  { name: "brace initialiser", of: "stand-in", write: 'std::string password{"VALUE"};' },
  { name: "pair in braces", of: "stand-in", write: 'creds = {"admin", "VALUE"};' },
  { name: "curl user", of: "stand-in", write: 'curl -u admin:"VALUE" https://acme.dev/api' },
  { name: "single dash", of: "stand-in", write: "plink -ssh ops@db1 -pw VALUE uptime" },
  { name: "Polish", of: "stand-in", write: "Hasło do bazy: VALUE" },
  { name: "Korean", of: "stand-in", write: "DB 비밀번호: VALUE" },
  { name: "Vietnamese", of: "stand-in", write: "Mật khẩu: VALUE" },
  { name: "fact after a service", of: "fact", write: "- Grafana VALUE\n- Jenkins: VALUE\n" },
  { name: "fact after user", of: "fact", write: "Release: 1.4 / VALUE\n" },
  { name: "fact below a heading", of: "fact", write: "## Token service\n\nVALUE\n" },
  { name: "fact below a label", of: "fact", write: "Deployed commit:\n\n```\nVALUE\n```\n" },
  {
    name: "fact in a table",
    of: "fact",
    write: "| Key | Value |\n|---|---|\n| version | VALUE |\n| region | eu-west-1 |\n",
  },
  { name: "fact as an id", of: "fact", write: "request_id: VALUE\ntrace: VALUE\n" },
  { name: "fact as a key's name", of: "fact", write: "cache_key=VALUE\nprimary_key: VALUE\n" },
  { name: "fact in a login note", of: "fact", write: "The login page broke in VALUE." },
  { name: "fact in an account note", of: "fact", write: "account team asked about VALUE yesterday" },
  {
    name: "fact as a lock file",
    of: "fact",
    write: 'resolved "https://registry.acme.dev/a.tgz"\nchecksum: VALUE\n',
  },
  { name: "fact in a url", of: "fact", write: "See https://acme.dev/search?q=VALUE&page=2" },
  { name: "fact of a password reset", of: "fact", write: "Password reset was fixed in VALUE" },
  { name: "fact of a token change", of: "fact", write: "The token refresh bug is VALUE" },
];

/** Sentences and code that speak of secrets and hold none. */
const WHOLE_TWINS: readonly string[] = [
  "Store the seed phrase offline, split it between two people and never type it into a browser or a chat.",
  "Seed phrase words must be written down by hand because nobody can recover them for you later on.",
  "Backup codes are printed once; keep them in the safe and tick each one off when it was used.",
  "Recovery codes: ask the security team, they rotate every 90 days.",
  "The password hash column holds bcrypt hashes with cost 12, e.g. `$2b$12$<salt><hash>`.",
  "We migrated from md5crypt ($1$) to sha512crypt ($6$) in 2024.",
  "const credentials = { user: process.env.DB_USER, password: process.env.DB_PASSWORD };",
  'auth = ("user", os.environ["API_TOKEN_2"])',
  'curl -u "$USER:$TOKEN" https://acme.dev/api',
  "curl --user {{user}}:{{password}} https://acme.dev",
  "https://id.acme.dev/callback?code=CODE_FROM_PROVIDER&state=abc",
  "secret_id comes from `vault write -f auth/approle/role/ci/secret-id`.",
  "credentialsId: 0f9a4c21-77b3-4d5e-8a61-3c2b9d0e4f17",
  "password (base64): see the sealed secret in the repo",
  "The wachtwoord policy asks for 12 characters.",
  "heslo se mění každých 90 dní",
  "비밀번호 정책: 최소 12자",
  "Şifre en az 12 karakter olmalı",
  "Лозунг и пароль хранятся в vault, версия 2.1",
  "كلمة المرور محفوظة في الخزنة",
  "login works with OAuth2 and SAML2.0 since v3.4.1",
  "Log in as admin, then open Settings2 and press F5.",
  "Account: Standard_LRS, tier P2v3, plan S1",
  "ssh ops@db1.acme.dev, then sudo -i",
  "Use 1Password7 or KeePassXC2.7 for the team vault.",
  "Passwords need 3 of 4: a-z, A-Z, 0-9, !@#$%",
  "The token bucket holds 100 tokens and refills 10/s.",
  "Key findings: p95 fell from 412ms to 87ms after PR #1234.",
  "API key rotation: every 90 days, owner team-Platform2, runbook RB-17.",
  "GitHub Actions: actions/checkout@v4, actions/setup-node@v4.1.0",
];

export type TwinProbe = { readonly name: string; readonly text: string };

export function writeTwins(perTwin: number, seed: number): TwinProbe[] {
  const random = createRandom(seed);
  const filled = TWINS.flatMap(({ name, of, write }) =>
    Array.from({ length: perTwin }, () => {
      const makers = of === "stand-in" ? STAND_INS : FACTS;
      return { name: `${name} (${of})`, text: write.replaceAll("VALUE", () => pick(random, makers)(random)) };
    }),
  );
  return [...filled, ...WHOLE_TWINS.map((text) => ({ name: "whole", text }))];
}
