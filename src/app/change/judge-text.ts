// All three validators on a text that wants to become, or stay, a memory.

import { checkStructure } from "../../validate/check-structure.ts";
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
