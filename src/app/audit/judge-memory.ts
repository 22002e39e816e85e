// What the validators of today say of one memory, as rules and places: a message may quote the text, and the mask of a
// secret is all of it that leaves this machine.

import type { Finding, Label, ToolName, Verdict } from "../../validate/verdict.ts";
import { judgeTarget } from "../change/showing.ts";
import { listAcknowledged } from "../memories/list-acknowledged.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { FoundAt } from "./report.ts";

export type Failure = {
  readonly tool: ToolName;
  readonly label: Label;
  readonly rule: string;
  readonly line: number;
};

export type FoundBy = FoundAt & { readonly tool: ToolName };

/** A file that is no text has one finding, that of the reader. */
export async function judgeMemory(workspace: Workspace, target: LoadedMemory): Promise<readonly Verdict[]> {
  const file = `${target.file.id}.md`;
  if (target.text === null) {
    const broken = target.problems.find(({ level }) => level !== "warn");
    const finding = { rule: broken?.rule ?? "unreadable", severity: "error", line: 1, column: 1 } as const;
    const findings = [{ ...finding, message: "" }];
    return [{ file, tool: "validate", label: "FAIL-STRUCT", exit: 1, findings }];
  }
  const { structure, secrets, injection } = await judgeTarget(workspace, target, target.text);
  return [secrets, structure, injection];
}

/** Secrets first: that is what somebody has to act on. */
export function findFailure({ file, memory }: LoadedMemory, verdicts: readonly Verdict[]): Failure | null {
  if (file.directory === "quarantine" || memory?.tier === "quarantined") return null;
  const failed = verdicts.find(({ tool, exit }) => tool !== "injection-check" && (exit === 1 || exit === 2));
  if (failed === undefined) return null;
  const first = failed.findings.find(({ severity }) => severity === "error");
  return { tool: failed.tool, label: failed.label, rule: first?.rule ?? "unknown", line: first?.line ?? 1 };
}

export function listFindings(
  workspace: Workspace,
  target: LoadedMemory,
  verdicts: readonly Verdict[],
): FoundBy[] {
  const found = verdicts.flatMap(({ tool, findings }) => findings.map((finding) => ({ tool, finding })));
  if (found.length === 0) return [];
  const isFlagged = found.some(({ finding }) => finding.severity === "flag");
  const acknowledged = isFlagged ? listAcknowledged(target) : new Set<string>();
  return found.map(({ tool, finding }) => ({
    tool,
    ...placeOf(finding),
    id: target.file.id,
    scope: target.root.scope,
    preview: tool === "secret-check" && workspace.presence.kind === "person" ? finding.message : null,
    acknowledged: acknowledged.has(finding.rule),
  }));
}

function placeOf({ rule, severity, line, column }: Finding): Omit<Finding, "message"> {
  return { rule, severity, line, column };
}
