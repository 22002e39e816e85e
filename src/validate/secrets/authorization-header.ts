import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";
import { isWordy } from "./judge/opaque.ts";
import { isProverbial } from "./judge/password.ts";
import { isStandIn } from "./judge/placeholder.ts";

const SAMPLE = "k7Qx2Lm9".repeat(3);

/** `Authorization: Bearer …` and its relatives, in headers, code and command lines. */
export default defineRule({
  id: "authorization-header",
  family: "authorization",
  severity: "error",
  keywords: ["authorization", "bearer ", "basic "],
  anchored: true,
  pattern:
    /(?:authorization["'`]?\]?\s{0,5}(?:[:=,]|=>)\s{0,5}["'`]?(?:(?:bearer|basic|token|api-?key|api-?token|digest|negotiate|sso-key|key|genie-?key|splunk|zoho-oauthtoken)[ =:]{1,4})?|(?<=["'`=(: ])bearer[ ]{1,3}|(?<=["'`=(: ])basic[ ]{1,3}(?=[A-Za-z]{0,60}\d)(?=[\w+/=]{16}))(?<secret>[\w+/=.~:!@#$%^*-]{8,1200})/dgi,
  message: "an authorization header",
  accepts: ({ groups }) => {
    const secret = groups["secret"] ?? "";
    if (isStandIn(secret) || !isVaried(secret) || isProverbialPair(secret)) return false;
    return !isWordy(secret) && /\d|[a-z][A-Z]|==?$/.test(secret) && !/^[a-z]+[.:][\w.]+$/i.test(secret);
  },
  catches: [
    `Authorization: Bearer ${SAMPLE}`,
    `curl -H "Authorization: Basic ${SAMPLE}="`,
    `'Authorization' => 'token ${SAMPLE}'`,
    `"authorization": "${SAMPLE}"`,
    `headers["Authorization"] = "Bearer ${SAMPLE}"`,
  ],
  spares: [
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    `Authorization: Bearer \${accessToken1}`,
    "Authorization: Basic ...",
    "Authorization: Bearer XXXXXXXXXXXX",
    "the Authorization: Bearer header",
    "Authorization: Bearer your-access-token",
  ],
});

/** Basic credentials of the manual: "username:password", "user:pass". */
function isProverbialPair(secret: string): boolean {
  const [user = "", password] = Buffer.from(secret, "base64").toString("latin1").trim().split(":");
  return password !== undefined && /^user(?:name)?$|^admin$/i.test(user) && isProverbial(password);
}
