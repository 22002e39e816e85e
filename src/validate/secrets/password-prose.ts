import { defineRule } from "../rule.ts";
import { classifyKeyName } from "./judge/key-name.ts";
import { isPasswordBeyondDoubt, isPasswordInProse } from "./judge/password.ts";
import { OF_WORDS, PASSWORD_STEMS, PASSWORD_WORDS } from "./judge/password-words.ts";
import { isNotation, isStrayPassword } from "./judge/stray.ts";

const SAMPLE = ["hunter", "2000!"].join("");

const BETWEEN = "\\*{0,2}(?<between>,?(?: [^\\s:=|\"'`*]{1,30}){0,4}?)\\*{0,2}";
const OF_SOMETHING = new RegExp(`^ \\(?(?:${OF_WORDS})(?![a-z])`, "i");
const LINK = [
  " {0,3}(?:[:=|–—→：]|->|=>)",
  "(?: (?:is|was|are|has been|lautet|ist|war|est|es|é|è|это))?(?: been)? (?:set|changed|reset|updated|rotated|equal|now) to",
  "(?: (?:is|was|are|lautet|ist|war|est|es|é|è|это|jest|to|är|er|on|je|là|هي|है)|'s)(?: (?:now|still|just|currently|jetzt))?",
  " ?(?:是|は|为|為|는|은|가)",
  "(?<nothing>)(?= [\"'`]?[^\\s]{0,40}\\d)(?! [^\\s]{1,40}[:=](?:\\s|$))",
].join("|");
/** Some digit or sign, or so many letters that they need not be a word. */
const CHARACTER = "[^\\s\"'`”’»<>|]";
const VALUE = `[ :*]{0,4}["'\`“‘«„]{0,2}(?=${CHARACTER}{0,40}[\\d!@#$%^&*]|[A-Za-z]{10,64}(?![\\w-]))(?<secret>${CHARACTER}{6,100})`;

/** "The password is …", "password for the staging box: …", "with password …". */
export default defineRule({
  id: "password-prose",
  family: "prose",
  severity: "error",
  keywords: PASSWORD_STEMS,
  anchored: true,
  pattern: new RegExp(`(?<![\\w-])(?<word>${PASSWORD_WORDS})(?![\\w-])${BETWEEN}(?:${LINK})${VALUE}`, "dgi"),
  message: "a password in a sentence",
  accepts: ({ groups }) => {
    const { word = "", secret = "", between = "" } = groups;
    // A verb too: one passes an argument.
    if (word.toLowerCase() === "pass" && !(/[!@#$%^&*?]/.test(secret) && isStrayPassword(secret)))
      return false;
    if (!OF_SOMETHING.test(`${between} `) && classifyKeyName(`password${between}`) === null) return false;
    // Without a word that links them, any two neighbours would do, so the value has to speak for itself.
    return groups["nothing"] === undefined
      ? isPasswordInProse(secret)
      : isPasswordBeyondDoubt(secret) && !isNotation(secret);
  },
  catches: [
    `the password is ${SAMPLE}`,
    `the db password is ${["S3cr3t", "zebra", "Pa55!"].join("-")}`,
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
});
