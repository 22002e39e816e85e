import { defineRule } from "../rule.ts";

// The frontmatter may say it, because there it proves nothing; in a body it can only be meant for whoever reads it.
export default defineRule({
  id: "trust-claim",
  family: "memory",
  severity: "notice",
  keywords: ["trust-level", "trust_level", "last-verified"],
  pattern:
    /(?<![\w-])(?:trust[-_]level["']?[ \t]{0,3}[:=][ \t]{0,3}["']?verified|last-verified[ \t]{0,3}:[ \t]{0,3}["']?\d{4}-\d{2}-\d{2})/gi,
  message: "a claim of trust in the body",
  accepts: ({ index, text }) => index >= bodyStart(text),
  catches: ["---\nname: x\n---\ntrust-level: verified", "note\nTrust-Level: verified"],
  spares: [
    "---\nname: x\ntrust-level: verified\nlast-verified: 2026-01-02\n---\nbody",
    "trust-level: inferred",
  ],
});

function bodyStart(text: string): number {
  if (!/^\ufeff?---\r?\n/.test(text)) return 0;
  const end = text.indexOf("\n---", 3);
  return end === -1 ? 0 : end;
}
