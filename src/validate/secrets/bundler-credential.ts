import { defineRule } from "../rule.ts";

/** Bundler keeps credentials for a gem host in a variable named after it, as user:password. */
export default defineRule({
  id: "bundler-credential",
  family: "ruby",
  severity: "error",
  keywords: ["bundle_"],
  anchored: true,
  pattern:
    /\bBUNDLE_[A-Z0-9_]{2,60}__[A-Z]{2,12}["']?[ \t]{0,4}[:=]{1,2}[ \t]{0,4}["']?(?<secret>[\w.%+-]{2,80}:[\w.%+-]{6,120})/dg,
  message: "credentials for a gem host",
  catches: [
    `BUNDLE_GEMS__ACME__DEV: "${"4f9a".repeat(2)}:${"07c3".repeat(2)}"`,
    `export BUNDLE_GEMS__ACME__DEV=me:${"q7Zk".repeat(3)}`,
  ],
  spares: [
    `BUNDLE_GEMS__ACME__DEV: \${TOKEN}`,
    "BUNDLE_PATH: vendor/bundle",
    "BUNDLE_WITHOUT: development:production",
  ],
});
