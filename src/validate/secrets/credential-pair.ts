import { defineRule } from "../rule.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isPassword, isPasswordBeyondDoubt } from "./judge/password.ts";

const SAMPLE = ["Tr0ub", "4dor", "&", "3x"].join("");

/** Account and password side by side in code: `creds = {"admin", "…"}`, `auth=("me", "…")`, `new NetworkCredential("me", "…")`. */
export default defineRule({
  id: "credential-pair",
  family: "generic",
  severity: "error",
  keywords: ["cred", "auth", "login", "account", "signin", "connect"],
  anchored: true,
  pattern:
    /(?:cred|auth|login|account|signin|connect)\w{0,30}["']?[ \t]{0,3}(?:[:=]{1,2}>?[ \t]{0,3})?(?:new [\w.]{1,40}[ \t]{0,2})?[({[][ \t]{0,3}\\?["'](?<user>[^"'\\\n]{1,60})\\?["'][ \t]{0,3}(?:,|:|=>)[ \t]{0,3}\\?["'](?<secret>[^"'\\\s]{6,100})\\?["'][ \t]{0,3}[,)}\]]/dgi,
  message: "a password beside its account",
  accepts: ({ groups }) => {
    const { user = "", secret = "" } = groups;
    if (secret === user || !isPassword(secret, true)) return false;
    return isPasswordBeyondDoubt(secret) || isOpaque(secret, 12);
  },
  catches: [
    `Credentials creds = {"admin", "${SAMPLE}"};`,
    `requests.get(url, auth=("maria", "${SAMPLE}"))`,
    `new NetworkCredential("ops", "${SAMPLE}")`,
    `login('maria', '${SAMPLE}');`,
  ],
  spares: [
    'auth=("user", "password")',
    'creds = {"admin", "changeme"}',
    'connect("db.acme.dev", "app_production2")',
    'authorize("scope", "read:users")',
    'login("user", os.environ["PASSWORD_1"])',
    'credentials("AWS_KEY_1", "AWS_SECRET_2")',
  ],
});
