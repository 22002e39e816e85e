// Judges text that is kept and shown without being a memory: the value of a setting. Such text has no standing and no
// review, so a text that holds a secret or tries to steer a model is refused from every caller. Fails closed.

import { CredenceError } from "../../memory/errors.ts";
import type { SettingValue } from "../../store/settings-log.ts";
import { NO_CONTEXT } from "../../validate/verdict.ts";

type TextFault = { readonly kind: "secret" | "steering"; readonly rule: string };

/** @throws when the text must not be kept. The refusal names the rule and none of the characters of the text. */
export async function refuseText(what: string, text: string): Promise<void> {
  const fault = await findTextFault(text);
  if (fault === null) return;
  if (fault.kind === "secret") {
    const hint = "leave the secret out, or refer to where it is kept; nothing was changed";
    throw new CredenceError(
      "SECRET_DETECTED",
      `${what}: the text looks like it holds a secret (${fault.rule})`,
      hint,
    );
  }
  const hint = "say it in other words, as a fact and not as an instruction; nothing was changed";
  throw new CredenceError(
    "FLAGGED",
    `${what}: the text reads like an instruction to a model (${fault.rule})`,
    hint,
  );
}

/** Replaces a text that fails the checks but is already on disk. */
const FAILED = "(a text that fails the checks)";

/** The value as it may be shown and recorded. */
export async function showSetting(value: SettingValue): Promise<SettingValue> {
  if (typeof value === "string") return (await findTextFault(value)) === null ? value : FAILED;
  if (value === null || typeof value !== "object") return value;
  const items: string[] = [];
  for (const item of value) items.push((await findTextFault(item)) === null ? item : FAILED);
  return items;
}

async function findTextFault(text: string): Promise<TextFault | null> {
  const { checkSecrets } = await import("../../validate/check-secrets.ts");
  const { checkInjection } = await import("../../validate/check-injection.ts");
  // Personal data is allowed, because some settings exist to hold it.
  const secrets = await checkSecrets(NAME, text, NO_CONTEXT);
  const secret = secrets.findings.find(({ severity }) => severity === "error");
  if (secret !== undefined) return { kind: "secret", rule: secret.rule };
  const [flag] = checkInjection(NAME, text, NO_CONTEXT).findings;
  return flag === undefined ? null : { kind: "steering", rule: flag.rule };
}

const NAME = "setting";
