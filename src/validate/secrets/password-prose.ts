import { defineRule } from "../rule.ts";
import { classifyKeyName } from "./judge/key-name.ts";
import { isPasswordBeyondDoubt, isPasswordInProse } from "./judge/password.ts";

const SAMPLE = ["hunter", "2000!"].join("");

/** In the languages our users write most. */
const WORD =
  "pass(?:word|wort|phrase|code)s?|passwd|pwd|mot de passe|contraseña|senha|пароль|密码|パスワード";
const BETWEEN = "\\*{0,2}(?<between>(?: [^\\s:=|\"'`*]{1,30}){0,4}?)\\*{0,2}";
/** "password for …" still speaks of the password; "password policy …" does not. */
const OF_SOMETHING = /^ (?:for|of|to|on|in|at|is|was|de|du|des|für|von|para|do|da|von|to) /i;
const LINK = [
  " {0,3}(?:[:=|–—→：]|->|=>)",
  "(?: (?:is|was|are|has been|lautet|ist|war|est|es|é|è|это))?(?: been)? (?:set|changed|reset|updated|rotated|equal|now) to",
  " (?:is|was|are|lautet|ist|war|est|es|é|è|это)(?: (?:now|still|just|currently|jetzt))?",
  " ?(?:是|は)",
  "(?<nothing>)(?= [\"'`]?[^\\s]{0,40}\\d)",
].join("|");
/** Some digit or sign, or it is a word like any other. */
const CHARACTER = "[^\\s\"'`”’»<>|]";
const VALUE = `[ :*]{0,4}["'\`“‘«„]{0,2}(?=${CHARACTER}{0,40}[\\d!@#$%^&*])(?<secret>${CHARACTER}{6,100})`;

/** "The password is …", "password for the staging box: …", "with password …". */
export default defineRule({
  id: "password-prose",
  family: "prose",
  severity: "error",
  keywords: [
    "passw",
    "passphrase",
    "passcode",
    "pwd",
    "mot de passe",
    "contrase",
    "senha",
    "пароль",
    "密码",
    "パスワード",
  ],
  anchored: true,
  pattern: new RegExp(`(?<![\\w-])(?:${WORD})(?![\\w-])${BETWEEN}(?:${LINK})${VALUE}`, "dgi"),
  message: "a password in a sentence",
  accepts: ({ groups }) => {
    const { secret = "", between = "" } = groups;
    if (!OF_SOMETHING.test(`${between} `) && classifyKeyName(`password${between}`) === null) return false;
    // Without a word that links them, any two neighbours would do, so the value has to speak for itself.
    return groups["nothing"] === undefined ? isPasswordInProse(secret) : isPasswordBeyondDoubt(secret);
  },
  catches: [
    `the password is ${SAMPLE}`,
    `Password for the staging box is \`${SAMPLE}\`.`,
    `Password for staging: ${SAMPLE}`,
    `the password was changed to ${SAMPLE}`,
    `Das Passwort lautet ${SAMPLE}`,
    `le mot de passe est ${SAMPLE}`,
    `la contraseña de producción es "${SAMPLE}"`,
    `**Password:** ${SAMPLE}`,
    `| password | ${SAMPLE} |`,
    `log in as admin with password Win${SAMPLE}`,
  ],
  spares: [
    "the password is stored in the vault",
    "the password is required",
    "the password is base64-encoded",
    "password is SHA256-hashed",
    "The password is $DB_PASSWORD_1",
    "password: <your password>",
    "the password is case-sensitive.",
    "the password is rotated every 90days.",
    "password policy: NIST-800-63B",
    "a password hashed with Argon2id or PBKDF2-SHA512",
  ],
});
