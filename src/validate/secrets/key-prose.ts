import { defineRule } from "../rule.ts";
import { classifyKeyName } from "./judge/key-name.ts";
import { isOpaque } from "./judge/opaque.ts";
import { OF_WORDS } from "./judge/password-words.ts";
import { isStandIn } from "./judge/placeholder.ts";

const SAMPLE = ["q7Zk", "29Xw", "Lm4T", "vB8p"].join("");

const WORD = "(?:key|token|secret|credential)s?|schlüssel|clave|clé|chave";
const BETWEEN = "\\*{0,2}(?<between>(?: [^\\s:=|\"'`*]{1,30}){0,4}?)\\*{0,2}";
/** "the key for …" speaks of the key, "the token refresh bug …" does not; and what a digest is of is no key. */
const OF_SOMETHING = new RegExp(`^(?: value)?(?: \\(?(?:${OF_WORDS})(?![a-z])| \\(|$)`, "i");
const DIGEST = /(?:sha-?\d{1,3}|md5|commit|digest|checksum|hash)\)?$/i;
const LINK = [
  " {0,3}(?:[:=|–—→：]|->|=>)",
  "(?: (?:is|was))? (?:set|changed|rotated) to",
  " (?:is|was|are|lautet|ist|est|es|é|è)(?: (?:now|still|currently))?",
  "(?<nothing>)",
].join("|");
const CHARACTER = "[\\w+/=.~-]";
/** People who write the wide colon write no space after it. */
const VALUE = `(?:[ :*]{1,4}|(?<=：))["'\`“‘«„]{0,2}(?=${CHARACTER}{0,40}\\d)(?<secret>${CHARACTER}{12,400})`;

/** "Use the token …", "the API key for staging is …". */
export default defineRule({
  id: "key-prose",
  family: "prose",
  severity: "error",
  keywords: ["key", "token", "secret", "credential", "schlüssel", "clave", "clé", "chave"],
  anchored: true,
  pattern: new RegExp(`(?<![A-Za-z])(?<name>${WORD})(?![\\w-])${BETWEEN}(?:${LINK})${VALUE}`, "dgi"),
  message: "a key or token in a sentence",
  accepts: ({ groups, text, index }) => {
    const before = /[A-Za-z]{2,12}[ _-]$/.exec(text.slice(Math.max(0, index - 13), index))?.[0] ?? "";
    const name = `${before}${groups["name"] ?? ""}`.replace(/s$/i, "");
    const secret = (groups["secret"] ?? "").replace(/\.{1,3}$/, "");
    const { between = "" } = groups;
    if (DIGEST.test(between) || (!OF_SOMETHING.test(between) && between.trim().includes(" "))) return false;
    if (isStandIn(secret) || !/\d/.test(secret) || !isOpaque(secret, 12)) return false;
    const strength = /key|token|secret|credential/i.test(name) ? classifyKeyName(name) : "token";
    return strength === "token" || (strength === "weak" && secret.length >= 20);
  },
  catches: [
    `the API key for staging is ${SAMPLE}`,
    `use the token ${SAMPLE} for deploys`,
    `our client secret: \`${SAMPLE}\``,
    `API key (prod): ${SAMPLE}`,
    `the signing key is ${SAMPLE}`,
    `API key：${SAMPLE}`,
    `the API key for staging：${SAMPLE}。`,
  ],
  spares: [
    "the token is passed as a header",
    "API key: <your key>",
    "API key：your-api-key-1",
    `the key is ${Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, "0")).join("")}`,
    "the secret is in 1password-production-vault",
    "use the token from GITHUB_TOKEN_2",
    "the token is base64url-encoded-string2",
    `the public key is ${SAMPLE}`,
    `the cache key is ${SAMPLE}`,
    `the token refresh bug is ${SAMPLE}`,
    `the token of that build is sha256:${"3f2a9c".repeat(8)}`,
  ],
});
