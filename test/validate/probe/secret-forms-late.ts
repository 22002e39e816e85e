// Written only after the rules had been frozen for the first time. They then found 76 % of these; what they find today was mended
// for them too, and says less about secrets nobody here has seen.

import { draw, type Random, VALUES } from "./random-values.ts";
import { CRYPT, type Form, PASSWORDS, seedPhrase, TOKENS } from "./secret-forms.ts";

const PAIR = (random: Random): string => `${draw(random, "0123456789", 4)} ${draw(random, "0123456789", 4)}`;

export const LATE_FORMS: readonly Form[] = [
  {
    name: "label in bold, value on the next line",
    family: "apart",
    kinds: PASSWORDS,
    write: "**SERVICE password**\nVALUE\n",
  },
  { name: "quoted label", family: "apart", kinds: PASSWORDS, write: "> ENV db password:\n>\n> VALUE\n" },
  {
    name: "numbered steps",
    family: "apart",
    kinds: PASSWORDS,
    write: "1. Open https://HOST\n2. Password:\n   VALUE\n3. Done\n",
  },
  {
    name: "details block",
    family: "apart",
    kinds: PASSWORDS,
    write: "<details><summary>Password</summary>\n\nVALUE\n\n</details>\n",
  },
  { name: "definition list", family: "apart", kinds: PASSWORDS, write: "Password\n: VALUE\n" },
  {
    name: "passcode heading",
    family: "apart",
    kinds: ["generated", "short"],
    write: "# Passphrase for the backup disk\n\n    VALUE\n",
  },
  {
    name: "fence with a shell prompt",
    family: "apart",
    kinds: TOKENS,
    write: "Deploy token:\n\n```text\nVALUE\n```\nRotate in May.\n",
  },
  {
    name: "table, first column",
    family: "table",
    kinds: PASSWORDS,
    write: "| password | env |\n| :--- | ---: |\n| `VALUE` | ENV |\n",
  },
  {
    name: "table with a secret column",
    family: "table",
    kinds: TOKENS,
    write: "|App|Client secret|\n|-|-|\n|SERVICE|VALUE|\n",
  },
  {
    name: "tab separated",
    family: "table",
    kinds: PASSWORDS,
    write: "host\tuser\tpassword\nHOST\tUSER\tVALUE\n",
  },
  {
    name: "comma separated",
    family: "table",
    kinds: PASSWORDS,
    write: "name,username,password\nSERVICE,USER,VALUE\n",
  },
  {
    name: "user pipe value",
    family: "login",
    kinds: ["generated", "chosen"],
    write: "SERVICE login: USER | VALUE",
  },
  {
    name: "user, value",
    family: "login",
    kinds: ["generated", "chosen"],
    write: "Account for SERVICE: USER, VALUE",
  },
  { name: "user with pw", family: "login", kinds: PASSWORDS, write: "log in to HOST as USER, pw VALUE" },
  {
    name: "sign in",
    family: "login",
    kinds: ["generated", "plain"],
    write: "sign in with USER:VALUE on the ENV box",
  },
  {
    name: "slash without spaces",
    family: "login",
    kinds: ["generated", "chosen"],
    write: "SERVICE credentials: USER/VALUE",
  },
  {
    name: "use it as the password",
    family: "reversed",
    kinds: PASSWORDS,
    write: "use VALUE as the password for SERVICE",
  },
  {
    name: "was set as",
    family: "reversed",
    kinds: PASSWORDS,
    write: "I set VALUE as the new root password on HOST.",
  },
  {
    name: "the value, an aside",
    family: "reversed",
    kinds: ["generated", "plain"],
    write: "`VALUE` (SERVICE admin password)",
  },
  {
    name: "service dash value",
    family: "bare",
    kinds: ["generated", "chosen"],
    write: "* SERVICE – VALUE\n",
  },
  { name: "service in bold", family: "bare", kinds: ["generated"], write: "**SERVICE**: `VALUE`\n" },
  { name: "wifi", family: "bare", kinds: ["generated", "chosen"], write: "Office wifi: VALUE\n" },
  {
    name: "keepass export",
    family: "store",
    kinds: PASSWORDS,
    write: "<pwentry><title>SERVICE</title><username>USER</username><password>VALUE</password></pwentry>",
  },
  {
    name: "jenkins credentials",
    family: "store",
    kinds: PASSWORDS,
    write:
      "<com.acme.UsernamePasswordCredentials>\n  <username>USER</username>\n  <secret>VALUE</secret>\n</com.acme.UsernamePasswordCredentials>",
  },
  {
    name: "spring bean",
    family: "store",
    kinds: PASSWORDS,
    write: '<property name="password">\n  <value>VALUE</value>\n</property>',
  },
  {
    name: "bitwarden export",
    family: "store",
    kinds: PASSWORDS,
    write: '{"items":[{"name":"SERVICE","login":{"username":"USER","password":"VALUE","totp":null}}]}',
  },
  {
    name: "terraform variable",
    family: "store",
    kinds: PASSWORDS,
    write: 'variable "db_password" {\n  default = "VALUE"\n}',
  },
  { name: "yaml block", family: "store", kinds: PASSWORDS, write: "password: >-\n  VALUE\n" },
  {
    name: "ini section",
    family: "store",
    kinds: PASSWORDS,
    write: "[client]\nuser = USER\npassword = VALUE\n",
  },
  {
    name: "pgpass",
    family: "store",
    kinds: PASSWORDS,
    write: "HOST:5432:app:USER:VALUE",
  },
  {
    name: "npmrc",
    family: "store",
    kinds: PASSWORDS,
    write: (value) => `//registry.acme.dev/:_auth=${btoa(`ci:${value}`)}`,
  },
  {
    name: "designated initialiser",
    family: "code",
    kinds: PASSWORDS,
    write: 'struct login l = { .user = "USER", .password = "VALUE" };',
  },
  { name: "python tuple", family: "code", kinds: PASSWORDS, write: 'session.auth = ("USER", "VALUE")' },
  {
    name: "java credentials",
    family: "code",
    kinds: PASSWORDS,
    write: 'new UsernamePasswordCredentials("USER", "VALUE")',
  },
  {
    name: "single dash with equals",
    family: "command",
    kinds: PASSWORDS,
    write: "./migrate -user=USER -password=VALUE -host=HOST",
  },
  { name: "single dash token", family: "command", kinds: TOKENS, write: "sonar-scanner -Dsonar.token=VALUE" },
  { name: "sshpass", family: "command", kinds: PASSWORDS, write: "sshpass -p 'VALUE' ssh USER@HOST" },
  {
    name: "curl -u without space",
    family: "command",
    kinds: PASSWORDS,
    write: "curl -uUSER:VALUE https://HOST/api",
  },
  {
    name: "wget",
    family: "command",
    kinds: PASSWORDS,
    write: "wget --user=USER --password='VALUE' https://HOST/a.zip",
  },
  { name: "sql", family: "command", kinds: PASSWORDS, write: "ALTER USER USER WITH PASSWORD 'VALUE';" },
  {
    name: "sql identified",
    family: "command",
    kinds: PASSWORDS,
    write: "CREATE USER 'USER'@'%' IDENTIFIED BY 'VALUE';",
  },
  {
    name: "openssl",
    family: "command",
    kinds: PASSWORDS,
    write: "openssl rsa -in key.pem -passin pass:VALUE",
  },
  {
    name: "echo to sudo",
    family: "command",
    kinds: PASSWORDS,
    write: "echo 'VALUE' | sudo -S systemctl restart nginx",
  },
  {
    name: "code in the middle of a url",
    family: "url",
    kinds: ["token"],
    write: "POST https://acme-fn.azurewebsites.net/api/x?code=VALUE&clientId=default",
  },
  {
    name: "access token in a url",
    family: "url",
    kinds: ["token"],
    write: "https://HOST/api/me?access_token=VALUE",
  },
  {
    name: "vault secret id, json",
    family: "uuid",
    kinds: ["uuid"],
    write: '{"role_id": "ci", "secret_id": "VALUE"}',
  },
  {
    name: "vault secret id, flag",
    family: "uuid",
    kinds: ["uuid"],
    write: "vault write auth/approle/login role_id=ci secret_id=VALUE",
  },
  { name: "short, json", family: "short", kinds: ["short"], write: '{"dbPassword":"VALUE"}' },
  { name: "short, yaml", family: "short", kinds: ["short"], write: "mysql_root_password: VALUE" },
  {
    name: "letters, sentence",
    family: "letters",
    kinds: ["letters"],
    write: "the password for SERVICE is VALUE",
  },
  { name: "signs under secret", family: "signs", kinds: ["signed"], write: "client_secret = 'VALUE'" },
  {
    name: "sha-256 crypt",
    family: "hash",
    kinds: ["plain"],
    write: (_, random) => `USER ALL $5$rounds=5000$${draw(random, CRYPT, 16)}$${draw(random, CRYPT, 43)}`,
  },
  {
    name: "yescrypt",
    family: "hash",
    kinds: ["plain"],
    write: (_, random) => `USER:$y$j9T$${draw(random, CRYPT, 22)}$${draw(random, CRYPT, 43)}:19500::::::`,
  },
  {
    name: "mnemonic, numbered",
    family: "phrase",
    kinds: ["plain"],
    write: (_, random) =>
      `Mnemonic:\n${seedPhrase(random, 12)
        .split(" ")
        .map((word, at) => `${at + 1}) ${word}`)
        .join("\n")}\n`,
  },
  {
    name: "seed in quotes",
    family: "phrase",
    kinds: ["plain"],
    write: (_, random) => `MNEMONIC="${seedPhrase(random, 12)}"`,
  },
  {
    name: "codes in pairs",
    family: "codes",
    kinds: ["plain"],
    write: (_, random) =>
      `Google backup codes\n${Array.from({ length: 5 }, () => PAIR(random)).join("\n")}\n`,
  },
  {
    name: "codes after a dash",
    family: "codes",
    kinds: ["plain"],
    write: (_, random) =>
      `Recovery codes SERVICE – ${Array.from({ length: 4 }, () => VALUES.digits(random)).join(", ")}`,
  },
  {
    name: "base64 before its name",
    family: "base64",
    kinds: PASSWORDS,
    write: (value) => `pw, base64-encoded: ${btoa(value)}`,
  },
  { name: "Polish, sentence", family: "language", kinds: PASSWORDS, write: "hasło to VALUE" },
  {
    name: "Dutch, label below",
    family: "language",
    kinds: PASSWORDS,
    write: "Wachtwoord voor SERVICE:\n\nVALUE\n",
  },
  { name: "Turkish, sentence", family: "language", kinds: PASSWORDS, write: "SERVICE için parola: VALUE" },
  { name: "Korean, sentence", family: "language", kinds: PASSWORDS, write: "관리자 비밀번호는 VALUE 입니다" },
  {
    name: "Swedish, of something",
    family: "language",
    kinds: PASSWORDS,
    write: "lösenord för SERVICE: VALUE",
  },
  { name: "Czech, heading", family: "language", kinds: PASSWORDS, write: "## Heslo\n\nVALUE\n" },
  {
    name: "Ukrainian, of something",
    family: "language",
    kinds: PASSWORDS,
    write: "пароль від сервера — VALUE",
  },
  { name: "Hindi, sentence", family: "language", kinds: PASSWORDS, write: "SERVICE का पासवर्ड VALUE है" },
  { name: "Arabic, of something", family: "language", kinds: PASSWORDS, write: "كلمة السر للخادم: VALUE" },
  {
    name: "Vietnamese, sentence",
    family: "language",
    kinds: PASSWORDS,
    write: "mật khẩu của SERVICE là VALUE",
  },
];
