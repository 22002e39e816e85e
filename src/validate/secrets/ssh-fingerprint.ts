import { defineRule } from "../rule.ts";

export default defineRule({
  id: "ssh-fingerprint",
  family: "personal",
  severity: "notice",
  keywords: ["sha256:"],
  anchored: true,
  pattern: /(?<![\w-])SHA256:[A-Za-z0-9+/]{43}(?![A-Za-z0-9+/])/g,
  message: "an SSH key fingerprint",
  catches: [`256 SHA256:${"k7Qx2Lm9aB3".repeat(4).slice(0, 43)} me (ED25519)`],
  spares: [`sha256:${"4f9a07c3".repeat(8)}`, "SHA256: 43 characters", `SHA256:${"a".repeat(20)}`],
});
