// A reason is written into the file, the signed statement and the journal, so it is cleaned like every text, and one that
// holds a secret is refused, in `<redacted>` too. Fails closed: nothing is changed then.

import { CredenceError } from "../../memory/errors.ts";
import { REASON_CHARS_MAX } from "../../memory/limits.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { redactField } from "../../validate/redaction.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";

export function cleanReason(reason: string | null): string | null {
  if (reason === null) return null;
  // Looked at before the cut: half of a secret is not recognised any more.
  const whole = sanitizeLine(reason, reason.length);
  const [hit] = scanSecrets(redactField(whole, false));
  if (hit !== undefined) {
    throw new CredenceError(
      "SECRET_DETECTED",
      `the reason holds ${hit.rule.message}`,
      "say why without the secret",
    );
  }
  return sanitizeLine(whole, REASON_CHARS_MAX);
}
