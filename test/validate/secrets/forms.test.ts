// The grammar of giving a name a value, language by language, and of saying a secret in a sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scanSecrets } from "../../../src/validate/secrets/scan-secrets.ts";

const TOKEN = ["q7Zk", "29Xw", "Lm4T", "vB8p", "Rj3s"].join("");
const PASSWORD = ["Tr0ub", "4dor", "&", "3x"].join("");

function valuesOf(text: string): string[] {
  return scanSecrets(text).map(({ value }) => value);
}

const ASSIGNMENTS: Readonly<Record<string, string>> = {
  shell: "export API_TOKEN=VALUE",
  "shell, quoted": "API_TOKEN='VALUE' ./run",
  makefile: "API_TOKEN ?= VALUE",
  "makefile, immediate": "API_TOKEN ::= VALUE",
  ini: "api_token = VALUE",
  properties: "app.api.token=VALUE",
  yaml: "  api_token: VALUE",
  "yaml, quoted": "  api-token: 'VALUE'",
  "yaml environment": "- name: API_TOKEN\n  value: VALUE",
  json: '{"apiToken": "VALUE"}',
  "json in json": '{"body": "{\\"apiToken\\": \\"VALUE\\"}"}',
  "escaped lines": '{"env": "API_TOKEN=VALUE\\nDEBUG=1"}',
  toml: 'api_token = "VALUE"',
  xml: "<apiToken>\n    VALUE\n</apiToken>",
  "xml attribute": '<add key="ApiToken" value="VALUE" />',
  go: 'apiToken := "VALUE"',
  "go, typed": 'var apiToken string = "VALUE"',
  "go, raw": "apiToken := `VALUE`",
  typescript: 'const apiToken: string = "VALUE";',
  python: 'API_TOKEN = b"VALUE"',
  ruby: 'api_token => "VALUE"',
  php: '$apiToken .= "VALUE";',
  perl: "$api_token = 'VALUE';",
  "c array": 'char api_token[64] = "VALUE";',
  "c++": 'std::string apiToken("VALUE");',
  "c# verbatim": 'var apiToken = @"VALUE";',
  r: 'api_token <- "VALUE"',
  java: 'System.setProperty("API_TOKEN", "VALUE")',
  powershell: "-ApiToken 'VALUE'",
  comparison: 'if (apiToken == "VALUE") {',
  "strict comparison": 'if (apiToken !== "VALUE") {',
  "value first": 'if ("VALUE" === apiToken) {',
  "fallback value": 'const t = apiToken || "VALUE"',
  "command flag": "deploy --api-token VALUE --force",
  "command flag with =": "deploy --api-token=VALUE",
  "query string": "https://acme.dev/x?api_token=VALUE&page=2",
  header: "X-Api-Token: VALUE",
};

for (const [form, pattern] of Object.entries(ASSIGNMENTS)) {
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
  const texts = [
    `the password is ${PASSWORD}`,
    `The admin password for the staging box is \`${PASSWORD}\`.`,
    `password: ${PASSWORD}`,
    `pwd = "${PASSWORD}"`,
    `log in as root with password ${PASSWORD}`,
    `the password was changed to ${PASSWORD}`,
    `Passwort: ${PASSWORD}`,
    `das Passwort ist ${PASSWORD}`,
    `le mot de passe est ${PASSWORD}`,
    `la contraseña es ${PASSWORD}`,
    `a senha é ${PASSWORD}`,
    `пароль: ${PASSWORD}`,
    `密码是 ${PASSWORD}`,
    `パスワードは ${PASSWORD} です`,
    `| password | ${PASSWORD} |`,
    `**Password:** ${PASSWORD}`,
    `PGPASSWORD='${PASSWORD}' psql`,
    `Server=db;User Id=sa;Password=${PASSWORD};`,
    `mysql -u root -p${PASSWORD} app`,
    `curl -u 'admin:${PASSWORD}' https://acme.dev`,
    `postgres://app:${PASSWORD}@db.acme.dev/app`,
  ];
  for (const text of texts)
    assert.ok(
      valuesOf(text).some((value) => value.startsWith(PASSWORD.slice(0, -2))),
      text,
    );
});

test("keys and tokens are found in sentences", () => {
  const texts = [
    `the API key for staging is ${TOKEN}`,
    `use the token ${TOKEN} for deploys`,
    `API key: \`${TOKEN}\``,
    `our signing secret is ${TOKEN}.`,
    `Authorization: Bearer ${TOKEN}`,
    `headers["Authorization"] = "Bearer ${TOKEN}"`,
  ];
  for (const text of texts) assert.ok(valuesOf(text).length > 0, text);
});

test("sentences about secrets are not secrets", () => {
  const texts = [
    "the password is stored in the vault",
    "the password is required and case-sensitive",
    "passwords must have at least 12 characters",
    "the password is base64-encoded with utf-8",
    "a password hashed with Argon2id or PBKDF2-SHA512",
    "the token is a JWT signed with RS256",
    "the API key is read from STRIPE_KEY_V2",
    "access tokens expire after 3600s",
    "the primary key is a uuid-v4",
    "the key is Ctrl+Shift+P",
    "password policy: NIST-800-63B",
    "key: us-east-1-production",
    "tokens: 149999979",
    "password = os.environ['DB_PASSWORD_1']",
    "token = response.json()['access_token_2']",
    "apiKey: config.get('stripe1')",
    "password: !vault prod/db-1",
    "SECRET_KEY = process.env.MUX_SECRET_KEY_2",
    "postgres://user:password@localhost:5432/app_db",
    "curl -u user:password https://acme.dev",
    "public_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB",
    "credentialsId: 0f9a4c21-77b3-4d5e-8a61-3c2b9d0e4f17",
  ];
  for (const text of texts) assert.deepEqual(valuesOf(text), [], text);
});

test("redaction gets every hit, however many", () => {
  assert.equal(scanSecrets(`API_TOKEN=${TOKEN}\n`.repeat(300)).length >= 300, true);
});

/** A name here, its value elsewhere. */
const APART: Readonly<Record<string, string>> = {
  "on the next line": "Staging database password:\nVALUE\n",
  "on the next line of another system": "Database password:\r\nVALUE\r\n",
  "after a blank line": "The password for Grafana:\n\nVALUE\n",
  "in a fenced block": "Password\n\n```\nVALUE\n```\n",
  "in a fenced block with a language": "The root password:\n~~~text\nproduction\nVALUE\n~~~\n",
  "under a heading": "## Grafana admin password\n\nVALUE\n",
  "under a heading, as code": "### DB password (prod)\n\n`VALUE`\n",
  "in a nested item": "- Grafana\n  - password:\n    - VALUE\n",
  "in a quote": "> **Password:**\n> VALUE\n",
  "in a column":
    "| Service | User | Password |\n|---|:-:|---|\n| Redis | - | - |\n| Grafana | admin | VALUE |\n",
  "in a column without edges": "Host | Password\n--- | ---\nweb-1 | `VALUE`\n",
  "after a user": "- Grafana: admin / VALUE\n",
  "after a login": "login: admin / VALUE",
  "after a user of their own": "Credentials: maria.s / `VALUE` (since May)",
  "before its name": "VALUE is the prod db password",
  "in a sentence before its name": "Remember: `VALUE` is our password for staging.",
};

for (const [where, form] of Object.entries(APART)) {
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
  for (const text of [
    ["## Password policy", "", "NIST-800-63B"].join("\n"),
    "Generate a password:\n\n`pwgen 16 1`\n",
    "Password:\n\n`$DB_PASSWORD_1`\n",
    "API token\n\n<your-token-1>\n",
    "The token endpoint:\n\nhttps://id.example.com/oauth2/token\n",
    ["Open the password database:", "", "`keepass2`"].join("\n"),
    "Cache key\n\nuser-42-profile-v2\n",
    "| Field | Token |\n|---|---|\n| name | access_token2 |\n| when | 2026-05-01T12:00 |\n",
    "| Key | Action |\n|---|---|\n| Ctrl+Shift+P | palette1 |\n",
    "- Node: v18.2.0 / v20.11.1\n- macOS: Cmd+Shift+P / Ctrl+Shift+P\n",
    "Resolution: 1920x1080 / 2560x1440\nFormats: mp4 / h264-Main10",
    "OAuth2.0 is the token standard, and 1Password7 is the password manager",
    "login: admin / see-1password-vault",
    `Commit\n\n${"3f2a9c".repeat(6)}\n`,
  ])
    assert.deepEqual(valuesOf(text), [], text);
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
