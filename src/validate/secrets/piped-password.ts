import { defineRule } from "../rule.ts";
import { isPassword } from "./judge/password.ts";

const SAMPLE = ["d2Lk", "V78z"].join("");

/** A password that one program passes to another: `echo … | sudo -S`. */
export default defineRule({
  id: "piped-password",
  family: "command",
  severity: "error",
  keywords: ["echo ", "printf "],
  anchored: true,
  pattern:
    /(?:echo|printf)(?: -[a-z]{1,3}){0,2} {1,3}["']?(?:[\w.-]{1,40}:(?=[^\n|]{1,100}\| ?(?:sudo )?chpasswd))?(?<secret>[^\s"'|]{6,100})(?:\\n)?["']? {0,3}\| {0,3}(?:sudo (?:-\w{1,4} ){0,3}-S|(?:sudo )?(?:passwd|chpasswd|smbpasswd|kinit|gpg|openssl|cryptsetup|docker login|helm registry login|podman login|vault login|gh auth login|su)\b)/dg,
  message: "a password that is piped to a program",
  accepts: ({ groups }) => isPassword(groups["secret"] ?? "", true),
  catches: [
    `echo '${SAMPLE}' | sudo -S systemctl restart nginx`,
    `echo "ops:${SAMPLE}" | chpasswd`,
    `printf '${SAMPLE}' | docker login -u ci --password-stdin`,
  ],
  spares: [
    'echo "$PASSWORD_1" | sudo -S ls',
    "echo hello1234 | tee out.txt",
    "echo <password> | docker login --password-stdin",
  ],
});
