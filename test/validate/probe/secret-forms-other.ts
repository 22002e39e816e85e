// By another author than most of the rules', who had read them and had widened what is read below a name. Nothing was changed to
// find these: after them only the keywords of two rules were widened, which found none more. Their share is reported apart.

import { type Form, PASSWORDS, TOKENS } from "./secret-forms.ts";

export const OTHER_AUTHOR_FORMS: readonly Form[] = [
  {
    name: "chat message",
    family: "sentence",
    kinds: PASSWORDS,
    write: "[10:42] maria: the new pass for SERVICE ENV is VALUE, pls don't share",
  },
  {
    name: "changed from and to",
    family: "sentence",
    kinds: PASSWORDS,
    write: "Rotated the USER password on HOST from the old one to VALUE today.",
  },
  {
    name: "labels in one line",
    family: "login",
    kinds: PASSWORDS,
    write: "Host: HOST | User: USER | PW: VALUE | Port: 5432",
  },
  {
    name: "ansible",
    family: "store",
    kinds: PASSWORDS,
    write: "- hosts: db\n  vars:\n    ansible_become_pass: VALUE\n    db_user: USER\n",
  },
  {
    name: "systemd environment",
    family: "store",
    kinds: TOKENS,
    write: '[Service]\nEnvironment="SERVICE_TOKEN=VALUE" "MODE=ENV"\nExecStart=/usr/bin/app\n',
  },
  {
    name: "github actions",
    family: "store",
    kinds: TOKENS,
    write: "      - run: deploy\n        env:\n          DEPLOY_KEY: VALUE\n",
  },
  {
    name: "docker run",
    family: "command",
    kinds: PASSWORDS,
    write: "docker run -d -e MYSQL_ROOT_PASSWORD=VALUE -p 3306:3306 mysql:8",
  },
  {
    name: "http request file",
    family: "command",
    kinds: TOKENS,
    write: "GET https://HOST/api/v1/items\nAccept: application/json\nPRIVATE-TOKEN: VALUE\n",
  },
  {
    name: "question and answer",
    family: "apart",
    kinds: PASSWORDS,
    write: "Q: What is the password of the ENV box?\nA: VALUE\n",
  },
  {
    name: "key value in brackets",
    family: "code",
    kinds: TOKENS,
    write: "client = Client(host='HOST', credentials=('USER', 'VALUE'))",
  },
];
