// The audit as a file that the page hands out. Nothing is demoted by looking.

import { runAudit } from "../../app/audit/run-audit.ts";
import type { ReportFormat } from "../../app/audit/write-report.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Exported } from "../../web/server/view-routes.ts";
import { renderReport } from "../audit/answer-audit.ts";

const FORMATS: Readonly<Record<string, readonly [format: ReportFormat, type: string]>> = {
  html: ["html", "text/html; charset=utf-8"],
  json: ["json", "application/json"],
  markdown: ["md", "text/markdown; charset=utf-8"],
};

export async function exportAudit(workspace: Workspace, name: string): Promise<Exported> {
  const [format, type] = (Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined) ?? [];
  if (format === undefined || type === undefined) {
    throw new CredenceError("USAGE", `the format is one of ${Object.keys(FORMATS).join(", ")}`);
  }
  const report = await runAudit(workspace, {
    since: null,
    dryRun: true,
    ask: async () => false,
    onProgress: () => undefined,
  });
  return { name: `credence-audit.${format}`, type, text: await renderReport(report, format) };
}
