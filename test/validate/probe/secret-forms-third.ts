// By a third author, who had read the rules. Nothing was changed to find these. Their share is reported apart.

import { type Form, PASSWORDS, TOKENS } from "./secret-forms.ts";

export const THIRD_AUTHOR_FORMS: readonly Form[] = [
  {
    name: "e-mail to a new colleague",
    family: "sentence",
    kinds: PASSWORDS,
    write:
      "Hi Tom,\n\nyou can log in to SERVICE as USER. The initial password is\n\n    VALUE\n\nPlease change it.\n",
  },
  {
    name: "parentheses behind the service",
    family: "login",
    kinds: PASSWORDS,
    write: "The ENV console (USER / VALUE) is on HOST.",
  },
  {
    name: "wi-fi note",
    family: "apart",
    kinds: PASSWORDS,
    write: "Guest Wi-Fi in the office\n- SSID: acme-guest\n- PSK: VALUE\n",
  },
  {
    name: "terraform variables file",
    family: "store",
    kinds: PASSWORDS,
    write: 'region          = "eu-west-1"\ndb_username     = "USER"\ndb_password     = "VALUE"\n',
  },
  {
    name: "java properties with dots",
    family: "store",
    kinds: PASSWORDS,
    write:
      "spring.datasource.url=jdbc:postgresql://HOST/app\nspring.datasource.username=USER\nspring.datasource.password=VALUE\n",
  },
  {
    name: "shell session",
    family: "command",
    kinds: TOKENS,
    write: "$ export SERVICE_API_TOKEN='VALUE'\n$ ./deploy.sh ENV\n",
  },
  {
    name: "sql statement",
    family: "code",
    kinds: PASSWORDS,
    write: "CREATE ROLE USER WITH LOGIN PASSWORD 'VALUE';\nGRANT ALL ON DATABASE app TO USER;\n",
  },
  {
    name: "git remote with a token",
    family: "url",
    kinds: TOKENS,
    write: "git remote set-url origin https://oauth2:VALUE@HOST/team/app.git",
  },
  {
    name: "decision log",
    family: "sentence",
    kinds: TOKENS,
    write: "2026-03-02 We moved SERVICE to the new tenant; its webhook secret changed to VALUE.",
  },
  {
    name: "helm values",
    family: "store",
    kinds: TOKENS,
    write: 'auth:\n  existingSecret: ""\n  adminUser: USER\n  adminToken: VALUE\nreplicas: 2\n',
  },
];
