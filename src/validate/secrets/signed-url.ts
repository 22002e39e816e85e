import { defineRule } from "../rule.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isStandIn } from "./judge/placeholder.ts";

const SAMPLE = "k7Qx2Lm9".repeat(4);
const CHARS_MIN = 24;

/** The parameter is the password: the address alone is enough to make the call. */
export default defineRule({
  id: "signed-url",
  family: "url",
  severity: "error",
  keywords: ["?code=", "&code=", "?sig=", "&sig=", "?signature=", "&signature=", "?hmac=", "&hmac="],
  anchored: true,
  pattern: /[?&](?:code|sig|signature|hmac)=(?<secret>[\w%+/.~-]{24,400}={0,2})/dgi,
  message: "a URL that carries its own key",
  accepts: ({ groups, text, index }) => {
    const secret = decodePercent(groups["secret"] ?? "");
    if (isStandIn(secret) || !isOpaque(secret, CHARS_MIN)) return false;
    return /https?:\/\/[^\s"'<>]{1,2000}$/i.test(text.slice(Math.max(0, index - 2000), index));
  },
  catches: [
    `https://acme-fn.azurewebsites.net/api/run?code=${SAMPLE}==`,
    `https://files.acme.dev/report.pdf?expires=1767225600&sig=${SAMPLE}`,
  ],
  spares: [
    "https://id.acme.dev/callback?code=AUTHORIZATION_CODE_FROM_SERVER",
    "https://acme.dev/x?code=<code>&sig=SIGNATURE",
    `if (url.includes("?code=${SAMPLE}"))`,
    "https://acme.dev/errors?code=invalid-request-parameter-name",
  ],
});

function decodePercent(value: string): string {
  return value.replace(/%(2B|2F|3D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
