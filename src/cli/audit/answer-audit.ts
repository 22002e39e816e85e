// What `credence audit` does once its call is understood.

import type { AskToDemote } from "../../app/audit/demote-failing.ts";
import type { AuditReport } from "../../app/audit/report.ts";
import {
  findReportPlace,
  REPORT_MARKS,
  type ReportFormat,
  runAudit,
  writeReport,
} from "../../app/audit/run-audit.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { asShown, type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { renderJson } from "../call/render-json.ts";
import { answerIn } from "../frames/answer.ts";
import type { Report } from "../report/report.ts";
import { askYes } from "../terminal/confirm.ts";
import { createProgress } from "../terminal/progress.ts";

export type AuditCall = {
  readonly since: number | null;
  /** Null: as a terminal shows it. */
  readonly format: ReportFormat | null;
  readonly out: string | null;
};

export function answerAudit(io: Io, call: Call, { since, format, out }: AuditCall): Promise<number> {
  return answerIn({ io, call, needsRoot: true }, async (workspace) => {
    const path = out === null ? null : findReportPlace(workspace, { cwd: io.cwd, out });
    const report = await runAudit(workspace, {
      since,
      dryRun: call.values["dry-run"] === true,
      ask: asker(io, call, workspace),
      onProgress: createProgress(io, "auditing"),
    });
    const { exit, summary } = report;
    if (path === null || format === null)
      return { json: report, says: call.json ? [] : await sayReport(report, format), exit };
    writeReport(path, await renderReport(report, format));
    const { memories } = summary;
    const said = `wrote ${out}: ${pluralize(memories, "memory", "memories")}`;
    return { json: { format, out, exit, memories }, says: [said], exit };
  });
}

async function sayReport(report: AuditReport, format: ReportFormat | null): Promise<Report | Shown> {
  return format === null ? (await import("./sections.ts")).toBrief(report) : renderReport(report, format);
}

export async function renderReport(report: AuditReport, format: ReportFormat): Promise<Shown> {
  if (format === "json") return renderJson(report);
  const { toDocument } = await import("./sections.ts");
  const { renderMarkdown } = await import("../report/render-markdown.ts");
  return asShown(`${REPORT_MARKS[format]}${renderMarkdown(toDocument(report))}`);
}

/** Nobody there, no yes: then approved memories stay in use, and the report says so. */
function asker(io: Io, call: Call, workspace: Workspace): AskToDemote {
  return async (failing) => {
    if (workspace.presence.kind !== "person") return false;
    const list = failing.map(
      ({ id, label, rule, line }) => says`  ${id}: ${label}, ${rule} on line ${line}\n`,
    );
    const screen = says`a person approved these ${failing.length} memories, and now a validator fails them:\n${list}move all of them to quarantine?`;
    try {
      await askYes({ io, call, workspace }, screen);
      return true;
    } catch (error) {
      if (error instanceof CredenceError && ["DECLINED", "NEEDS_PERSON"].includes(error.code)) return false;
      throw error;
    }
  };
}
