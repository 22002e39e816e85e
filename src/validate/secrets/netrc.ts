import { defineRule } from "../rule.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isPassword } from "./judge/password.ts";

const SAMPLE = ["d2Lk", "V78z", "Lx!t"].join("");

export default defineRule({
  id: "netrc",
  family: "command",
  severity: "error",
  keywords: ["login ", "login\t"],
  anchored: true,
  pattern: /\blogin[ \t]{1,4}\S{1,100}\s{1,8}password[ \t]{1,4}(?<secret>\S{6,200})/dg,
  message: "a password in a netrc entry",
  accepts: ({ groups }) => isPassword(groups["secret"] ?? "", true) || isOpaque(groups["secret"] ?? ""),
  catches: [
    `machine api.acme.dev login me password ${SAMPLE}`,
    `machine x\n  login me\n  password ${SAMPLE}`,
  ],
  spares: [
    "machine host login user password <password>",
    "login with your password manager",
    "login me password changeme1",
  ],
});
