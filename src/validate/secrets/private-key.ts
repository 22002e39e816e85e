import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";

const KEY_CHARS_MIN = 40;
const BODY = `MIIEvQIBADANBgkq${"hkiG9w0BAQEFAASC".repeat(3)}`;
const HEAD = `-----BEGIN ${"RSA PRIVATE"} KEY-----`;

/** Any kind (RSA, EC, DSA, OPENSSH, PGP, ENCRYPTED, none); a certificate or a public key is not a secret. */
export default defineRule({
  id: "private-key",
  family: "private-key",
  severity: "error",
  keywords: ["-----begin"],
  anchored: true,
  pattern:
    /-----BEGIN[A-Z0-9 ]{0,30} PRIVATE KEY(?: BLOCK)?-----(?<body>(?:(?!-----)[\s\S]){20,12000})(?:-----END[A-Z0-9 ]{0,30} PRIVATE KEY(?: BLOCK)?-----)?/g,
  message: "a private key",
  accepts: ({ groups }) => {
    const lines = (groups["body"] ?? "").replace(/\\[nrt]|[\s"'+,]{1,400}|^[\w-]{1,40}: .{0,200}$/gm, "");
    const key = /[A-Za-z0-9+/=]{40,12000}/.exec(lines)?.[0] ?? "";
    return key.length >= KEY_CHARS_MIN && isVaried(key);
  },
  catches: [
    `${HEAD}\n${BODY}\n${BODY}\n-----END ${"RSA PRIVATE"} KEY-----`,
    `"${HEAD}\\n${BODY}\\n"`,
    `-----BEGIN ${"PGP PRIVATE"} KEY BLOCK-----\nVersion: x\n\n${BODY}`,
    `-----BEGIN ${"OPENSSH PRIVATE"} KEY-----\n${BODY}`,
    `-----BEGIN ${"ENCRYPTED PRIVATE"} KEY-----\n${BODY}`,
  ],
  spares: [
    `${HEAD}\nanything\n-----END ${"RSA PRIVATE"} KEY-----`,
    `${HEAD}\n${"x".repeat(64)}\n-----END`,
    `-----BEGIN CERTIFICATE-----\n${BODY}`,
    `-----BEGIN PUBLIC KEY-----\n${BODY}`,
    `${HEAD}\n...\n`,
  ],
});
