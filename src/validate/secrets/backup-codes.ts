import { defineRule } from "../rule.ts";

const CODES = ["48a1-9c27", "b350-77fe", "61d4-02ca"];

/** With a digit, because it would otherwise be a word. */
const CODE = "(?<![0-9A-Za-z])(?=[A-Za-z]{0,9}\\d)[0-9A-Za-z]{4,10}(?:[- ][0-9A-Za-z]{4,10}){0,3}";
const BETWEEN =
  "(?:[ \\t]{0,3}[,;/|]?[ \\t]{0,3}(?:\\r?\\n[ \\t>]{0,8}(?:[*+-] |\\d{1,2}[.)] )?)?(?:\\[[ x]\\] )?`?)";

/** The codes that open an account without its second factor. */
export default defineRule({
  id: "backup-codes",
  family: "codes",
  severity: "error",
  keywords: ["backup", "recovery", "scratch", "one-time", "emergency", "2fa", "mfa"],
  anchored: true,
  pattern: new RegExp(
    `(?<![\\w-])(?:backup|recovery|scratch|one-time|emergency|2fa|mfa)(?: (?:backup|recovery|verification|login|2fa|mfa|access)){0,2}[- ]codes?(?![\\w-])[^\\n:]{0,60}?:?\\*{0,2}[ \\t]{0,4}(?:\\r?\\n){0,3}(?:\`{3}\\w{0,10}\\r?\\n)?[ \\t>]{0,8}(?:[*+-] |\\d{1,2}[.)] )?(?:\\[[ x]\\] )?\`?(?<secret>${CODE}(?:\`?${BETWEEN}${CODE}){2,15})`,
    "dgi",
  ),
  message: "backup codes of a second factor",
  accepts: ({ groups }) => {
    const codes = (groups["secret"] ?? "").match(/[0-9A-Za-z]{4,10}(?:-[0-9A-Za-z]{4,10}){0,3}/g) ?? [];
    const real = codes.filter((code) => isCode(code));
    return real.length >= 3 && real.length >= codes.length * 0.8 && new Set(real).size === real.length;
  },
  catches: [
    `Backup codes: ${CODES.join(" ")}`,
    `2FA recovery codes:\n\n${CODES.map((code) => `- ${code}`).join("\n")}`,
    `GitHub recovery codes for the bot\n\n\`\`\`\n${["48219035", "77340216", "10958432"].join("\n")}\n\`\`\``,
  ],
  spares: [
    "Backup codes: keep them in the vault and print them twice",
    "recovery codes: xxxx-xxxx xxxx-xxxx xxxx-xxxx",
    "backup codes: 2023 2024 2025",
    "Emergency codes: 0000-0000 0000-0000 0000-0000",
  ],
});

function isCode(code: string): boolean {
  const plain = code.replaceAll("-", "");
  const isYear = /^(?:19|20)\d\d$/.test(plain);
  return plain.length >= 4 && !isYear && /\d/.test(plain) && new Set(plain).size >= 3;
}
