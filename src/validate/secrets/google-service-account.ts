import { defineRule } from "../rule.ts";
import { isOpaque } from "./judge/opaque.ts";

export default defineRule({
  id: "google-service-account",
  family: "google",
  severity: "error",
  keywords: ["private_key_id"],
  pattern: /\\?"private_key_id\\?"\s{0,8}:\s{0,8}\\?"(?<secret>[\w-]{20,64})\\?"/dg,
  message: "a Google service account key",
  accepts: ({ groups }) => isOpaque(groups["secret"] ?? ""),
  catches: [`{"type": "service_account", "private_key_id": "${"4f9a07c3".repeat(5)}"}`],
  spares: [
    '"private_key_id": "DUMMY"',
    `"private_key_id": "${"x".repeat(40)}"`,
    '"private_key_id": "your-private-key-id-here"',
  ],
});
