import type { ReportFormat } from "../../app/audit/write-report.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { parseSince, textOf, wordOf } from "../call/values.ts";

const FORMATS: readonly ReportFormat[] = ["md", "json", "html"];

export const audit: Command = {
  name: "audit",
  summary: "Re-check every memory, demote those that fail, report",
  usage: ["audit [--since DAY] [--out PATH] [--format FORMAT] [--dry-run]"],
  options: {
    since: { type: "string", value: "DAY", help: "begin the history on YYYY-MM-DD" },
    out: { type: "string", value: "PATH", help: "write the report to this file" },
    format: { type: "string", value: "FORMAT", help: "md, json or html; md where no terminal is" },
    "dry-run": { type: "boolean", help: "demote nothing, only report what would be demoted" },
  },
  exits: {
    0: "nothing to do",
    1: "something waits for a person",
    2: "something was demoted, should be demoted, or is broken",
  },
  examples: ["audit --dry-run", "audit --format html --out audit.html"],
  async run(io, call) {
    const [since, format, out] = [parseSince(call), formatOf(io, call), textOf(call, "out")];
    const { answerAudit } = await import("../audit/answer-audit.ts");
    return answerAudit(io, call, { since, format, out });
  },
};

/** @returns null where a person reads it at their terminal. */
function formatOf({ terminal }: Io, call: Call): ReportFormat | null {
  const given = wordOf(call, "format", FORMATS);
  if (textOf(call, "out") !== null) return given ?? "md";
  // Without a file the answer itself is the report, and --json says what that is.
  if (!call.json) return given ?? (terminal.out ? null : "md");
  if (given === null || given === "json") return "json";
  throw new CredenceError("USAGE", "--json and --format can be combined only with --out");
}
