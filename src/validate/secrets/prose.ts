// The rules for sentences, lists and chats. `apart/` reads the clause and names the rule of its noun; a rule here is the
// name, the message and the proof, and its pattern matches nothing.

import type { Rule } from "../rule.ts";

const PASSWORD = ["hunter", "2000!"].join("");
const STRAY = ["Qx7", "!mLk", "42Wz"].join("");
const KEY = ["q7Zk", "29Xw", "Lm4T", "vB8p"].join("");
const PIN = ["48", "2917"].join("");
const NAMED = ["Kestrel", "7421"].join("");
const WORDS = ["falcon", "maple", "harbor", "comet"].join("-");

type Samples = Pick<Rule, "message" | "catches" | "spares">;

const ROWS = {
  /** "The password is …", "password for the staging box: …", "with password …". */
  "password-prose": {
    message: "a password in a sentence",
    catches: [
      `the password is ${PASSWORD}`,
      `the db password is ${["S3cr3t", "zebra", "Pa55!"].join("-")}`,
      `Password for the staging box is \`${PASSWORD}\`.`,
      `Password for staging: ${PASSWORD}`,
      `the password was changed to ${PASSWORD}`,
      `Das Passwort lautet ${PASSWORD}`,
      `le mot de passe est ${PASSWORD}`,
      `la contraseña de producción es "${PASSWORD}"`,
      `**Password:** ${PASSWORD}`,
      `| password | ${PASSWORD} |`,
      `log in as admin with password Win${PASSWORD}`,
    ],
    spares: [
      "the password is stored in the vault",
      "the password is required",
      "the password is base64-encoded",
      "password is SHA256-hashed",
      "the password is AES256-encrypted",
      "the password is S3-hosted1.",
      "The password is $DB_PASSWORD_1",
      "password: <your password>",
      "the password is case-sensitive.",
      "the password is rotated every 90days.",
      "password policy: NIST-800-63B",
      "the password for ops@db1.acme.dev is in the vault",
      "pass MyClass2 to the factory",
      "pass --max-old-space-size=4096 to node",
      "a password hashed with Argon2id or PBKDF2-SHA512",
    ],
  },
  /** "Use the token …", "the API key for staging is …". */
  "key-prose": {
    message: "a key or token in a sentence",
    catches: [
      `the API key for staging is ${KEY}`,
      `use the token ${KEY} for deploys`,
      `our client secret: \`${KEY}\``,
      `API key (prod): ${KEY}`,
      `the signing key is ${KEY}`,
      `API key：${KEY}`,
      `the API key for staging：${KEY}。`,
    ],
    spares: [
      "the token is passed as a header",
      "API key: <your key>",
      "API key：your-api-key-1",
      `the key is ${Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, "0")).join("")}`,
      "the secret is in 1password-production-vault",
      "use the token from GITHUB_TOKEN_2",
      "the token is base64url-encoded-string2",
      `the public key is ${KEY}`,
      `the cache key is ${KEY}`,
      `the token refresh bug is ${KEY}`,
      `the token of that build is sha256:${"3f2a9c".repeat(8)}`,
    ],
  },
  /** "login admin …", "creds deploy:…", "the account for staging is ops / …". */
  "login-pair": {
    message: "a password behind a login",
    catches: [
      `login admin ${STRAY}`,
      `Grafana creds deploy:${STRAY}`,
      `Credentials for staging are ops:${STRAY}.`,
      `account: maria / \`${STRAY}\``,
      `Log in as admin, ${STRAY}`,
      `Grafana: admin / ${NAMED}`,
      `- Nexus (prod): root / ${NAMED}`,
    ],
    spares: [
      "login with OAuth2.0-Client",
      "login as root@db1.acme.dev",
      "credentials: see aws/prod-Account2",
      "account maria joined 2026-05-01T10:00",
      "login page at https://acme.dev/Login2!",
      "creds come from $DB_PASSWORD_1",
      "log in and press Ctrl+Shift+P1",
      "account type Standard_LRS2",
      "'account' is reserved for ledger accounts (1300 Debtors)",
      "the fees go to account Bank, 41000",
      "Root cause: read-write-many-volumes",
      "GitHub: acme / webshop2024",
    ],
  },
  /** "- Grafana …", "VPN staging: …": an entry in a list of accesses. */
  "service-password": {
    message: "a password behind the name of a service",
    catches: [`- Grafana ${STRAY}`, `VPN staging: ${STRAY}`, `* **Nexus** - \`${STRAY}\` (since May)`],
    spares: [
      "- Grafana 10.2.3-ubuntu",
      "Docker image: acme/api@sha256",
      "MySQL port: 3306",
      "GitHub issue: acme/api#1234",
      "Redis: redis@7.2.4",
      "ssh ops@db1.acme.dev",
      "AWS region: eu-central-1",
      "npm test: --coverage=90%",
      "Slack: #team-Platform2",
    ],
  },
  /** "PIN: …", "Passphrase: …": digits and plain words that only their name makes a secret. */
  "access-code": {
    message: "a PIN, a code or a passphrase",
    catches: [`PIN: ${PIN}`, `The door code is ${PIN}`, `**PUK:** ${WORDS}`],
    spares: [
      "The shell pins arm-none-eabi-gcc 12.3",
      "we pin 4190 in the lock file",
      "The PIN pad is a YubiKey5C",
      "pin: 1234",
      "the pin is stored in the vault",
      "PIN: 0000",
      "passphrase: your-own-words-here",
    ],
  },
} as const satisfies Readonly<Record<string, Samples>>;

export type ProseId = keyof typeof ROWS;

const NOTHING = /(?!)/g;

export const PROSE_RULES: readonly Rule[] = Object.entries(ROWS).map(([id, samples]) => ({
  id,
  family: "prose",
  severity: "error",
  keywords: [],
  isPossible: () => false,
  pattern: NOTHING,
  ...samples,
}));
