// All three validators on a text that wants to become, or stay, a memory.

import { CredenceError } from "../../memory/errors.ts";
import { REASON_CHARS_MAX } from "../../memory/limits.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { checkStructure } from "../../validate/check-structure.ts";
import { redactField } from "../../validate/redaction.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import { type CheckContext, type Finding, isHardFail, type Verdict } from "../../validate/verdict.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type Judgement = {
  readonly structure: Verdict;
  readonly secrets: Verdict;
  readonly injection: Verdict;
  readonly hardFails: boolean;
  /** Rule ids of what the injection check flags; a person takes these on, one by one. */
  readonly flags: readonly string[];
};

export async function judgeText(
  workspace: Workspace,
  file: string,
  { text, redactionCounts }: { readonly text: string; readonly redactionCounts: boolean },
): Promise<Judgement> {
  const context = contextOf(workspace, redactionCounts);
  const { checkSecrets } = await import("../../validate/check-secrets.ts");
  const { checkInjection } = await import("../../validate/check-injection.ts");
  const structure = checkStructure(file, new TextEncoder().encode(text));
  const secrets = await checkSecrets(file, text, context);
  const injection = checkInjection(file, text, context);
  const hardFails = [structure, secrets].some(isHardFail);
  return { structure, secrets, injection, hardFails, flags: ruleIds(injection.findings) };
}

function contextOf(workspace: Workspace, redactionCounts: boolean): CheckContext {
  const { config } = workspace.config;
  return {
    owner: {
      emails: config["owner.emails"],
      github: config["owner.github"],
      homeUser: config["owner.home-user"],
      strict: config["owner.strict"],
    },
    redactionCounts,
  };
}

function ruleIds(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map((finding) => finding.rule))].sort();
}

/** A text that a validator hard-fails is never stored. The message names the finding, never the secret. */
export function refuseHardFails({ structure, secrets }: Judgement): void {
  if (secrets.exit !== 0) {
    const finding = secrets.findings.find(({ severity }) => severity === "error");
    throw new CredenceError(
      "SECRET_DETECTED",
      `line ${finding?.line ?? 1}: ${finding?.message ?? "a secret"}`,
    );
  }
  if (isHardFail(structure)) {
    const finding = structure.findings.find(({ severity }) => severity === "error");
    throw new CredenceError(
      "INVALID_MEMORY",
      `${structure.label}: ${finding?.message ?? "not a memory"}`,
      // There is no file yet that `validate` could look at.
      "correct the text and try again",
    );
  }
}

// A reason is written into the file, the signed statement and the journal, so it is cleaned like every text, and one that
// holds a secret is refused, in `<redacted>` too. Fails closed: nothing is changed then.

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
