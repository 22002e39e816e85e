import { defineRule } from "../rule.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isPassword } from "./judge/password.ts";
import { isStandIn, isTemplate } from "./judge/placeholder.ts";

const SAMPLE = ["d2Lk", "V78z", "Lx!t"].join("");

export default defineRule({
  id: "curl-user",
  family: "command",
  severity: "error",
  keywords: ["curl ", "wget "],
  anchored: true,
  pattern:
    /(?<![\w-])(?:curl|wget) (?:(?!curl |wget )[^\n]){0,300}?(?<=[ \t])(?:-u|--user|--proxy-user|-U)[ =]{0,3}["']?(?<user>[^\s"':]{0,100})["']?:["']?(?<secret>[^\s"']{3,200})/dg,
  message: "a password on a command line",
  accepts: ({ groups }) => {
    const { user = "", secret = "" } = groups;
    if (isStandIn(secret)) return false;
    return isOpaque(secret) || (isPassword(secret, true) && !isTemplate(user));
  },
  catches: [
    `curl -s --user 'api:${SAMPLE}' https://api.acme.dev`,
    `curl -u ":${SAMPLE}" https://acme.dev`,
    `curl -u my-app:"${SAMPLE}" https://acme.dev`,
    `curl -u 'my-app':'${SAMPLE}' https://acme.dev`,
    `curl -u my-app:${SAMPLE} https://acme.dev`,
  ],
  spares: [
    "curl -u user:password https://acme.dev",
    'curl -u "$USER:$PASSWORD1" https://acme.dev',
    "curl --user {{username}}:{{password}} {{url}}",
    "curl https://acme.dev:8443/a",
  ],
});
