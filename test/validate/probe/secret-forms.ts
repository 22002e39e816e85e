// Ways in which people write a secret down. Each is filled with values drawn from a seed; SERVICE, USER, ENV and HOST with what
// surrounds them.

import { createRandom, draw, pick, type Random, VALUES, type ValueKind } from "./random-values.ts";

export type Form = {
  readonly name: string;
  readonly family: string;
  readonly kinds: readonly ValueKind[];
  /** With VALUE in it, or a text made of the value. */
  readonly write: string | ((value: string, random: Random) => string);
};

export const PASSWORDS = ["generated", "chosen", "plain"] as const;
export const TOKENS = ["token", "hex"] as const;

const SERVICES = "Grafana Jenkins Nexus Keycloak RabbitMQ Sentry Vaultwarden Harbor Gitea Metabase".split(
  " ",
);
const USERS = "admin deploy root maria ci-bot backup svc_report ops".split(" ");
const ENVS = "prod staging dev test-lab qa".split(" ");
const HOSTS = "db1.acme.dev vpn.acme.dev 10.20.3.4 cache-2 registry.acme.dev".split(" ");

/** Words of the list that wallets use. */
const SEED_WORDS =
  "abandon ability absorb acoustic adapt alarm album anchor artist autumn banner basket blanket bridge cactus candy canyon cereal cherry cinema copper cradle crystal dinner dolphin eagle early echo ecology elegant fabric famous feature fossil galaxy garden ginger glove gravity harvest hybrid imitate insect island jaguar jungle kitchen ladder lemon lizard magnet marble meadow nephew noodle ocean olive orbit oyster panther pepper pioneer puzzle rabbit ribbon river saddle salmon shadow silver spider summer tiger tunnel umbrella valley velvet walnut whisper window yellow zebra".split(
    " ",
  );

export function seedPhrase(random: Random, count: number): string {
  return Array.from({ length: count }, () => pick(random, SEED_WORDS)).join(" ");
}

function codes(random: Random, count: number, write: (random: Random) => string): string[] {
  return Array.from({ length: count }, () => write(random));
}

/** As /etc/shadow and .htpasswd keep them. */
export const CRYPT = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Written before the rules were frozen. */
export const EARLY_FORMS: readonly Form[] = [
  { name: "next line", family: "apart", kinds: PASSWORDS, write: "SERVICE password:\nVALUE\n" },
  {
    name: "after a blank line",
    family: "apart",
    kinds: [...PASSWORDS, "letters"],
    write: "Password for SERVICE (ENV)\n\nVALUE\n",
  },
  {
    name: "fenced block",
    family: "apart",
    kinds: [...PASSWORDS, "short"],
    write: "The ENV root password:\n\n```\nVALUE\n```\n",
  },
  { name: "heading", family: "apart", kinds: PASSWORDS, write: "## SERVICE admin password\n\n`VALUE`\n" },
  { name: "heading, token", family: "apart", kinds: TOKENS, write: "### API token (ENV)\n\nVALUE\n" },
  {
    name: "nested item",
    family: "apart",
    kinds: PASSWORDS,
    write: "- SERVICE\n  - user: USER\n  - password\n    - VALUE\n",
  },
  {
    name: "below an identifier",
    family: "apart",
    kinds: TOKENS,
    write: "Settings of SERVICE:\n\napi_key =\n  VALUE\n",
  },
  { name: "below a quoted name", family: "apart", kinds: TOKENS, write: '"client_secret":\n  "VALUE",\n' },
  {
    name: "continued line",
    family: "apart",
    kinds: [...PASSWORDS, ...TOKENS],
    write: "DB_PASSWORD = \\\n    VALUE\n",
  },
  {
    name: "block of YAML",
    family: "apart",
    kinds: TOKENS,
    write: "vault:\n  signing_key: |\n    VALUE\n",
  },
  {
    name: "table column",
    family: "table",
    kinds: [...PASSWORDS, "short"],
    write: "| Host | User | Password |\n|---|---|---|\n| HOST | USER | VALUE |\n",
  },
  {
    name: "table row",
    family: "table",
    kinds: PASSWORDS,
    write: "| Field | Value |\n|---|---|\n| URL | https://HOST |\n| Password | VALUE |\n",
  },
  { name: "user / value", family: "login", kinds: PASSWORDS, write: "SERVICE: USER / VALUE\n" },
  {
    name: "user / value, list",
    family: "login",
    kinds: ["generated", "chosen"],
    write: "Accesses\n\n- SERVICE (ENV): USER / VALUE\n- wiki: see vault\n",
  },
  {
    name: "value is the password",
    family: "reversed",
    kinds: PASSWORDS,
    write: "VALUE is the ENV db password",
  },
  { name: "login user value", family: "login", kinds: PASSWORDS, write: "SERVICE login USER VALUE" },
  { name: "login user value, colon", family: "login", kinds: PASSWORDS, write: "login: USER VALUE" },
  {
    name: "bare after a service",
    family: "bare",
    kinds: ["generated", "chosen"],
    write: "- SERVICE VALUE\n",
  },
  {
    name: "bare after a service, colon",
    family: "bare",
    kinds: ["generated", "chosen"],
    write: "SERVICE ENV: VALUE\n",
  },
  { name: "user:value", family: "login", kinds: PASSWORDS, write: "SERVICE creds USER:VALUE" },
  {
    name: "user:value after credentials",
    family: "login",
    kinds: PASSWORDS,
    write: "Credentials for ENV are USER:VALUE.",
  },
  {
    name: "maven settings",
    family: "store",
    kinds: PASSWORDS,
    write: "<server>\n  <id>acme</id>\n  <username>USER</username>\n  <password>VALUE</password>\n</server>",
  },
  {
    name: "key and string",
    family: "store",
    kinds: PASSWORDS,
    write: "<key>password</key>\n<string>VALUE</string>",
  },
  {
    name: "entry of a credential store",
    family: "store",
    kinds: PASSWORDS,
    write: '<entry><string><key>Password</key><value protected="true">VALUE</value></string></entry>',
  },
  {
    name: "nested json",
    family: "store",
    kinds: PASSWORDS,
    write: '{"ENV": {"password": {"value": "VALUE"}}}',
  },
  {
    name: "docker auth",
    family: "store",
    kinds: PASSWORDS,
    write: (value) => JSON.stringify({ auths: { "registry.acme.dev": { auth: btoa(`ci:${value}`) } } }),
  },
  {
    name: "docker auth, escaped",
    family: "store",
    kinds: PASSWORDS,
    write: (value) =>
      JSON.stringify({
        config: JSON.stringify({ auths: { "registry.acme.dev": { auth: btoa(`ci:${value}`) } } }),
      }),
  },
  { name: "brace initialiser", family: "code", kinds: PASSWORDS, write: 'std::string password{"VALUE"};' },
  {
    name: "pair in braces",
    family: "code",
    kinds: PASSWORDS,
    write: 'Credentials creds = {"USER", "VALUE"};',
  },
  {
    name: "single dash",
    family: "command",
    kinds: PASSWORDS,
    write: "plink -ssh USER@HOST -pw VALUE uptime",
  },
  {
    name: "single dash, word",
    family: "command",
    kinds: PASSWORDS,
    write: "java -jar client.jar -password VALUE -host HOST",
  },
  {
    name: "curl user, quoted parts",
    family: "command",
    kinds: PASSWORDS,
    write: 'curl -u USER:"VALUE" https://HOST/api',
  },
  {
    name: "curl user, quoted",
    family: "command",
    kinds: PASSWORDS,
    write: "curl --user 'USER:VALUE' https://HOST/api",
  },
  {
    name: "function code",
    family: "url",
    kinds: ["token", "base64"],
    write: "https://acme-fn.azurewebsites.net/api/run?code=VALUE",
  },
  {
    name: "signed url",
    family: "url",
    kinds: ["token"],
    write: "https://HOST/files/report.pdf?expires=1767225600&sig=VALUE",
  },
  { name: "secret id", family: "uuid", kinds: ["uuid"], write: "role_id: 1\nsecret_id: VALUE\n" },
  { name: "short, unmistakable", family: "short", kinds: ["short"], write: "DB_PASSWORD=VALUE" },
  {
    name: "short, in a sentence",
    family: "short",
    kinds: ["short"],
    write: "the SERVICE admin password is VALUE",
  },
  { name: "letters only", family: "letters", kinds: ["letters"], write: "password: VALUE" },
  { name: "letters only, quoted", family: "letters", kinds: ["letters"], write: 'SERVICE_PASSWORD="VALUE"' },
  { name: "signs under token", family: "signs", kinds: ["signed"], write: "api_token: VALUE" },
  {
    name: "sha-512 crypt",
    family: "hash",
    kinds: ["plain"],
    write: (_, random) => `root:$6$${draw(random, CRYPT, 12)}$${draw(random, CRYPT, 86)}:19000:0:99999:7:::`,
  },
  {
    name: "apr1",
    family: "hash",
    kinds: ["plain"],
    write: (_, random) => `maria:$apr1$${draw(random, CRYPT, 8)}$${draw(random, CRYPT, 22)}`,
  },
  {
    name: "bcrypt",
    family: "hash",
    kinds: ["plain"],
    write: (_, random) => `admin:$2y$10$${draw(random, CRYPT, 53)}`,
  },
  {
    name: "seed phrase",
    family: "phrase",
    kinds: ["plain"],
    write: (_, random) => `Wallet seed phrase: ${seedPhrase(random, 12)}`,
  },
  {
    name: "seed phrase below",
    family: "phrase",
    kinds: ["plain"],
    write: (_, random) => `## Recovery phrase\n\n${seedPhrase(random, 24)}\n`,
  },
  {
    name: "backup codes",
    family: "codes",
    kinds: ["plain"],
    write: (_, random) =>
      `SERVICE backup codes: ${codes(random, 6, (r) => `${draw(r, "0123456789", 4)}-${draw(r, "0123456789", 4)}`).join(" ")}`,
  },
  {
    name: "backup codes, list",
    family: "codes",
    kinds: ["plain"],
    write: (_, random) =>
      `2FA recovery codes:\n\n${codes(random, 8, (r) => `- ${draw(r, "0123456789abcdef", 5)}-${draw(r, "0123456789abcdef", 5)}`).join("\n")}\n`,
  },
  {
    name: "base64 said to be a password",
    family: "base64",
    kinds: PASSWORDS,
    write: (value) => `The db password in base64: ${btoa(value)}`,
  },
  {
    name: "base64 in brackets",
    family: "base64",
    kinds: PASSWORDS,
    write: (value) => `password (base64): ${btoa(value)}`,
  },
  { name: "Polish", family: "language", kinds: PASSWORDS, write: "Hasło do bazy: VALUE" },
  { name: "Dutch", family: "language", kinds: PASSWORDS, write: "Het wachtwoord is VALUE" },
  { name: "Turkish", family: "language", kinds: PASSWORDS, write: "Veritabanı şifresi: VALUE" },
  { name: "Korean", family: "language", kinds: PASSWORDS, write: "DB 비밀번호: VALUE" },
  { name: "Swedish", family: "language", kinds: PASSWORDS, write: "Lösenordet är VALUE" },
  { name: "Czech", family: "language", kinds: PASSWORDS, write: "heslo do databáze: VALUE" },
  { name: "Ukrainian", family: "language", kinds: PASSWORDS, write: "Пароль до бази даних: VALUE" },
  { name: "Hindi", family: "language", kinds: PASSWORDS, write: "पासवर्ड: VALUE" },
  { name: "Arabic", family: "language", kinds: PASSWORDS, write: "كلمة المرور: VALUE" },
  { name: "Vietnamese", family: "language", kinds: PASSWORDS, write: "Mật khẩu: VALUE" },
];

/** The value stands in the text, unless the form makes something else of it. */
export type Probe = { readonly form: Form; readonly text: string; readonly value: string };

/** The same probes for the same seed. */
export function writeProbes(forms: readonly Form[], perForm: number, seed: number): Probe[] {
  const random = createRandom(seed);
  return forms.flatMap((form) =>
    Array.from({ length: perForm }, (_, turn) => {
      const kind = form.kinds[turn % form.kinds.length] ?? "generated";
      const value = VALUES[kind](random);
      return { form, text: fill(form, value, random), value };
    }),
  );
}

function fill({ write }: Form, value: string, random: Random): string {
  const text = typeof write === "string" ? write : write(value, random);
  return text
    .replaceAll("SERVICE", pick(random, SERVICES))
    .replaceAll("USER", pick(random, USERS))
    .replaceAll("ENV", pick(random, ENVS))
    .replaceAll("HOST", pick(random, HOSTS))
    .replaceAll("VALUE", () => value);
}
