import { defineRule } from "../rule.ts";
import { type Assignment, assignmentOf, readAssignment } from "./judge/assignment.ts";
import { classifyKeyName } from "./judge/key-name.ts";
import { isMedley, isOpaque, isUuid } from "./judge/opaque.ts";
import { isStandIn } from "./judge/placeholder.ts";
import { isStrayPassword } from "./judge/stray.ts";

const SAMPLE = ["q7Zk", "29Xw", "Lm4T", "vB8p", "Rj3s"].join("");

/** A bare "key" needs at least this many characters. */
const WEAK_CHARS_MIN = 16;

function isThoughtUp(value: string): boolean {
  return isMedley(value) || (/[!@#$%^&*?]/.test(value) && isStrayPassword(value));
}

function isKey({ name, value }: Assignment): boolean {
  // A vault calls the value that opens it an id; elsewhere an id only names the secret.
  if (/(?:^|[._-])secret[_-]?id$/i.test(name)) return isUuid(value);
  const strength = classifyKeyName(name);
  if (strength === null) return false;
  if (strength === "weak") return isOpaque(value, WEAK_CHARS_MIN) && !isUuid(value);
  // Machines make keys of letters and digits; a person may have thought up a "secret".
  return isOpaque(value) || (/secrete?$/i.test(name) && isThoughtUp(value));
}

export default defineRule({
  id: "key-assignment",
  family: "generic",
  severity: "error",
  keywords: ["secret", "token", "key", "cred", "auth", "bearer"],
  anchored: true,
  pattern: assignmentOf("secret|token|key|cred|auth|bearer"),
  message: "a key or token",
  accepts: (match) => {
    const found = readAssignment(match);
    // The test for a stand-in takes longest, so it comes last.
    return found !== null && isKey(found) && !isStandIn(found.value);
  },
  catches: [
    `api_key = "${SAMPLE}"`,
    `API_TOKEN=${SAMPLE}`,
    `clientSecret: '${SAMPLE}'`,
    `access_key => "${SAMPLE}"`,
    `token ?= ${SAMPLE}`,
    `X-Auth-Token: ${SAMPLE}`,
    `deploy --api-key ${SAMPLE}`,
    `- name: API_TOKEN\n  value: ${SAMPLE}`,
    `secret("${SAMPLE}")`,
    `client_secret =\n${SAMPLE}`,
    `client_secret =\r\n    "${SAMPLE}"`,
    `API_TOKEN=\\\n  ${SAMPLE}`,
    `var authToken string = "${SAMPLE}"`,
    `API_KEY=“${SAMPLE}”`,
    `Use “API_KEY=${SAMPLE}” in CI`,
    `«API_KEY=${SAMPLE}»`,
    `API_KEY=„${SAMPLE}“`,
    `“apiKey”: “${SAMPLE}”`,
    `用 API_KEY=${SAMPLE}。`,
    `API_KEY=${SAMPLE}使用`,
    `API_KEY：${SAMPLE}`,
    `API_KEY=${SAMPLE}—`,
    `secret_id: ${["0f9a4c21", "77b3", "4d5e", "8a61", "3c2b9d0e4f17"].join("-")}`,
  ],
  spares: [
    "api_key = process.env.API_KEY_2",
    `client_secret =\n\n${SAMPLE}`,
    "client_secret =\nredirect_uri = http://127.0.0.1/",
    'token = "your-token-here-12345678"',
    `public_key = "${SAMPLE}"`,
    `token_id: ${SAMPLE}`,
    `monkey = "${SAMPLE}"`,
    'secretName: "my-app-secret-v2"',
    "tokens: 149999979",
    "key: us-east-1-production",
    "auth: 2024-05-01T10:00:00Z",
    `api_key: \${API_KEY}`,
    `API_KEY=${SAMPLE.slice(0, 12)}…`,
    "API_KEY=“your-api-key”",
    `key = ${["2b7e1516", "28aed2a6", "abf71588", "09cf4f3c"].join("")}`,
  ],
});
