import { defineRule } from "../rule.ts";
import { isStrayPassword, trimSentenceEnd } from "./judge/stray.ts";

const SAMPLE = ["Qx7", "!mLk", "42Wz"].join("");

/** "login admin …", "creds deploy:…", "the account for staging is ops / …". */
export default defineRule({
  id: "login-pair",
  family: "prose",
  severity: "error",
  keywords: [
    "login",
    "log-in",
    "logon",
    "log in",
    "sign-in",
    "sign in",
    "cred",
    "account",
    "zugangsdaten",
    "anmeldung",
  ],
  anchored: true,
  pattern:
    /(?<![\w-])(?:log[- ]?ins?|logon|sign[- ]in|creds?|credentials?|accounts?|zugangsdaten|anmeldung)(?![\w-])\*{0,2}(?: [\w.()-]{1,20}){0,4}?\*{0,2}[:=–—]?\*{0,2} {1,2}["'`]?(?!(?:with|as|for|to|on|is|are|the|in|at|of|and)[ :,])[\w.@+-]{2,40}["'`]?(?: {0,2}[:,|/] {0,2}| )["'`]?(?=[^\s"'`<>|]{0,64}\d)(?<secret>[^\s"'`<>|]{8,64})/dgi,
  message: "a password behind a login",
  accepts: ({ groups }) => isStrayPassword(trimSentenceEnd(groups["secret"] ?? "")),
  catches: [
    `login admin ${SAMPLE}`,
    `Grafana creds deploy:${SAMPLE}`,
    `Credentials for staging are ops:${SAMPLE}.`,
    `account: maria / \`${SAMPLE}\``,
    `Log in as admin, ${SAMPLE}`,
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
  ],
});
