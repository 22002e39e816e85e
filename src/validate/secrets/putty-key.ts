import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";

export default defineRule({
  id: "putty-key",
  family: "private-key",
  severity: "error",
  keywords: ["private-lines:"],
  anchored: true,
  pattern: /Private-Lines: \d{1,4}\r?\n(?<secret>[A-Za-z0-9+/=\r\n]{40,8000})/dg,
  message: "a PuTTY private key",
  accepts: ({ groups }) => isVaried(groups["secret"] ?? ""),
  catches: [`PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 14\n${"AAABAQCk7Xw2Lm9p".repeat(4)}\n`],
  spares: ["Private-Lines: 14\n...", `Private-Lines: 1\n${"x".repeat(64)}`],
});
