// Verdicts for people and for grep: a line a file (name padded to 50, label), then the findings, indented.

import type { CheckTool, Verdict } from "../../app/check/check-files.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import { createPaint, type Paint } from "../terminal/style.ts";
import { wrapText } from "../terminal/wrap-text.ts";

const NAME_WIDTH = 50;
const MARKS = { error: "[E]", warning: "[W]", flag: "[!]", notice: "[?]" } as const;
const FINDINGS_SHOWN_MAX = 50;

type Setting = {
  readonly tool: CheckTool;
  readonly summary: boolean;
  readonly io: Pick<Io, "env" | "terminal" | "columns">;
};

export function renderVerdicts(verdicts: readonly Verdict[], { tool, summary, io }: Setting): string {
  const paint = createPaint(io);
  // Wrapped only for a person: a script reads a finding a line.
  const columns = io.terminal.out ? io.columns : Number.POSITIVE_INFINITY;
  const lines = verdicts.flatMap((verdict) => renderVerdict(verdict, paint, columns));
  if (summary) lines.push(renderSummary(verdicts, tool));
  return lines.map((line) => `${line}\n`).join("");
}

function renderVerdict(verdict: Verdict, paint: Paint, columns: number): string[] {
  const colour = verdict.exit === 0 ? paint.good : verdict.exit === 3 ? paint.odd : paint.bad;
  const lines = [`${renderTerminalLine(verdict.file).padEnd(NAME_WIDTH)} ${colour(verdict.label)}`];
  for (const finding of verdict.findings.slice(0, FINDINGS_SHOWN_MAX)) {
    const text = `${MARKS[finding.severity]} ${finding.line}:${finding.column} ${finding.rule}: ${finding.message}`;
    lines.push(`    ${wrapText(renderTerminalLine(text), columns, " ".repeat(8))}`);
  }
  const more = verdict.findings.length - FINDINGS_SHOWN_MAX;
  if (more > 0) lines.push(`    and ${more} more`);
  return lines;
}

function renderSummary(verdicts: readonly Verdict[], tool: CheckTool): string {
  const count = (exits: readonly number[]): number =>
    verdicts.filter((verdict) => exits.includes(verdict.exit)).length;
  if (tool === "validate") return `Summary: ${count([0])} pass, ${count([3])} warn, ${count([1, 2])} fail`;
  if (tool === "secret-check") return `Summary: ${count([0])} clean, ${count([1])} with findings`;
  return `Summary: ${count([0])} clean, ${count([3])} flagged`;
}
