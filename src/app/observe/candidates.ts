// Threat: an answer that holds a secret which the session told in pieces, or that rests on what a page said and not on the
// person. Such a candidate is dropped here, before anything of the answer is on disk.

import type { Config } from "../../memory/config/config-keys.ts";
import { BLANK_DRAFT, deriveId, renderDraft } from "../../memory/file/draft.ts";
import type { Candidate } from "../../observer/model/parse-candidates.ts";
import type { PendingLine } from "../../observer/spool/pending.ts";
import { judgeText } from "../change/judge-text.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Admitted, Refused } from "./pick-batch.ts";

export type Answer = {
  readonly candidates: readonly Candidate[];
  readonly lines: readonly PendingLine[];
  /** With what the root tightens. */
  readonly config: Config;
};

export async function admitCandidates(
  workspace: Workspace,
  { candidates, lines, config }: Answer,
): Promise<{ readonly admitted: Admitted[]; readonly refused: Refused[] }> {
  const admitted: Admitted[] = [];
  const refused: Refused[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const place = index + 1;
    const why = findReason(candidate, lines, config) ?? (await findSecret(workspace, candidate));
    const evidence = candidate.evidence.flatMap((number) => lines[number - 1]?.id ?? []);
    if (why === null) admitted.push({ ...candidate, place, evidence: [...new Set(evidence)] });
    else refused.push({ place, why });
  }
  return { admitted, refused };
}

function findReason(
  { category, evidence }: Candidate,
  lines: readonly PendingLine[],
  config: Config,
): string | null {
  const isOff =
    category !== null &&
    !(config[`categories.${category}.enabled`] && config[`categories.${category}.auto_capture`]);
  if (isOff) return `${category} is turned off`;
  const isSaid = evidence.some((number) => lines[number - 1]?.record.kind === "prompt");
  return isSaid ? null : "it rests on nothing that the person said";
}

async function findSecret(workspace: Workspace, candidate: Candidate): Promise<string | null> {
  const draft = { ...BLANK_DRAFT, ...candidate, origin: "inference" } as const;
  const text = renderDraft(draft, { tier: "inferred", now: workspace.now, machine: workspace.machineName });
  const file = `${deriveId(candidate.type, candidate.name)}.md`;
  const { secrets } = await judgeText(workspace, file, { text, vouchedBy: "machine" });
  return secrets.exit === 0 ? null : "SECRET_DETECTED";
}
