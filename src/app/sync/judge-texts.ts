// Whether a text may stay in use, and whether it may leave this machine: the validators that quarantine, and no others.

import type { StandingInput } from "../../memory/law/standing.ts";
import { computeStanding } from "../../memory/law/standing.ts";
import { checkStructure } from "../../validate/check-structure.ts";
import { isHardFail, NO_CONTEXT, type Verdict } from "../../validate/verdict.ts";
import { contextOf } from "../change/judge-text.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type HardFail = {
  readonly tool: string;
  readonly isSecret: boolean;
  /** Our own words, and never the secret. */
  readonly reason: string;
};

/** @returns null when no validator hard-fails it. */
export async function findHardFail(
  workspace: Workspace,
  { id, text, input }: { readonly id: string; readonly text: string; readonly input: StandingInput },
): Promise<HardFail | null> {
  const file = `${id}.md`;
  // What a person wrapped in `<redacted>` they may keep, once they approved it.
  const context = contextOf(workspace, computeStanding(input).standing === "verified");
  const { checkSecrets } = await import("../../validate/check-secrets.ts");
  const secrets = await checkSecrets(file, text, context);
  if (isHardFail(secrets)) return toFail(secrets, true);
  const structure = checkStructure(file, new TextEncoder().encode(text));
  return isHardFail(structure) ? toFail(structure, false) : null;
}

/** Of a text beside the memories. @returns in our own words what must not leave this machine with it, and never the secret. */
export async function findSecretIn(path: string, text: string): Promise<string | null> {
  const { checkSecrets } = await import("../../validate/check-secrets.ts");
  const verdict = await checkSecrets(path, text, NO_CONTEXT);
  return isHardFail(verdict) ? toFail(verdict, true).reason : null;
}

function toFail({ tool, label, findings }: Verdict, isSecret: boolean): HardFail {
  const finding = findings.find(({ severity }) => severity === "error");
  return { tool, isSecret, reason: `${label}: ${finding?.rule ?? "no rule"} on line ${finding?.line ?? 1}` };
}
