import type { AuditReport } from "./report.ts";

/**
 * 0 there is nothing to do, 1 something waits for a person, 2 a memory was demoted, should be, or an error stands. What is
 * in quarantine for at most 30 days waits for nobody: S4 leaves it alone. What nobody used is told, and no reason to act.
 */
export function judgeReport(
  report: Omit<AuditReport, "exit">,
  inUse: ReadonlySet<string>,
): AuditReport["exit"] {
  const { failures, drift, waiting, quarantine, findings, duplicates, references } = report;
  if (failures.length > 0 || drift.some(({ level }) => level === "error")) return 2;
  const found = findings
    .flatMap((family) => family.findings)
    .some(
      ({ id, scope, severity, acknowledged }) =>
        severity !== "notice" && !acknowledged && inUse.has(`${scope} ${id}`),
    );
  const waits = [
    found,
    waiting.some(({ kind }) => kind !== "quarantined"),
    quarantine.some(({ window }) => window !== "passive"),
    duplicates.length > 0,
    references.length > 0,
    drift.some(({ level }) => level === "warning"),
  ];
  return waits.includes(true) ? 1 : 0;
}
