import type { ReportFormat } from "../../app/audit/run-audit.ts";
import type { CheckTool, Verdict } from "../../app/check/check-files.ts";
import { isStrong } from "../../app/check/flag-wording.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Command, Io, Option } from "../call/command.ts";
import { readConfigFor } from "../call/open-workspace.ts";
import { parseSince, textOf, wordOf } from "../call/values.ts";
import { tell } from "../frames/answer.ts";
import { grid, type Line, line, type Part, type Report, sayFinding, toned } from "../report/report.ts";

// The three validators as commands, each for itself and all together: one shape.

const OPTIONS: Readonly<Record<string, Option>> = {
  all: { type: "string", value: "DIR", help: "check every .md file below DIR" },
  name: { type: "string", value: "NAME.md", help: "the intended name of the text, with -" },
};

type Words = Pick<Command, "name" | "summary" | "exits" | "examples"> & {
  readonly tools: readonly CheckTool[];
  readonly options?: Readonly<Record<string, Option>>;
};

function defineCheckCommand({ tools, options, ...words }: Words): Command {
  const usage = [`${words.name} FILE…`, `${words.name} --all DIR`, `${words.name} - [--name NAME.md]`];
  return {
    ...words,
    usage,
    options: { ...OPTIONS, ...options },
    run: (io, call) => runCheck(io, call, tools),
  };
}

async function runCheck(io: Io, call: Call, tools: readonly CheckTool[]): Promise<number> {
  const { checkFiles } = await import("../../app/check/check-files.ts");
  const all = call.values["all"];
  const sources = { files: call.positionals, directory: typeof all === "string" ? all : null };
  if ((sources.files.length === 0) === (sources.directory === null)) {
    throw new CredenceError("USAGE", "give files, or --all DIR, or - for standard input");
  }
  if (sources.files.includes("-") && sources.files.length > 1) {
    throw new CredenceError(
      "USAGE",
      "- reads one text from standard input and cannot be combined with files",
    );
  }
  const name = call.values["name"];
  const { config } = await readConfigFor(io, call);
  const verdicts = await checkFiles({
    tools,
    ...sources,
    cwd: io.cwd,
    stdin: io.readStdin,
    stdinName: typeof name === "string" ? name : null,
    context: {
      owner: {
        emails: config["owner.emails"],
        github: config["owner.github"],
        homeUser: config["owner.home-user"],
        strict: config["owner.strict"],
      },
      redactionCounts: call.values["redacted-counts"] === true,
    },
  });
  const isOne = sources.directory === null && verdicts.length === 1;
  const counted = call.values["strong"] === true ? verdicts.map(countStrong) : verdicts;
  return tell(io, call, {
    json: isOne ? counted[0] : counted,
    says: [...sayVerdicts(verdicts, tools), ...(sources.directory === null ? [] : sumUp(verdicts, tools))],
    exit: worstExit(counted.map((verdict) => verdict.exit)),
  });
}

/** With weak findings alone a text is flagged, and the command succeeds. */
function countStrong(verdict: Verdict): Verdict {
  return verdict.findings.some(isStrong) ? verdict : { ...verdict, exit: 0 };
}

/** 1 > 2 > 3 > 0: a hard failure outranks a warning. */
function worstExit(exits: readonly number[]): number {
  return [1, 2, 3].find((exit) => exits.includes(exit)) ?? 0;
}

// Verdicts for people and for grep: one line per file (name padded to 50, labels), then the findings, indented.

const NAME_WIDTH = 50;
const FINDINGS_SHOWN_MAX = 50;

function sayVerdicts(verdicts: readonly Verdict[], tools: readonly CheckTool[]): Report {
  return Array.from({ length: verdicts.length / tools.length }, (_, at) =>
    sayText(verdicts.slice(at * tools.length, (at + 1) * tools.length)),
  ).flat();
}

function sayText(verdicts: readonly Verdict[]): Report {
  const labels = verdicts.flatMap(({ exit, label }, at): Part[] => {
    const tone = exit === 0 ? "good" : exit === 3 ? "odd" : "bad";
    return [at === 0 ? "" : ", ", toned(tone, label)];
  });
  return [grid([NAME_WIDTH], [[verdicts[0]?.file ?? "", labels]]), ...verdicts.flatMap(sayFindings)];
}

function sayFindings({ findings }: Verdict): Line[] {
  const more = findings.length - FINDINGS_SHOWN_MAX;
  return [
    ...findings.slice(0, FINDINGS_SHOWN_MAX).map((each) => line(8, `    ${sayFinding(each)}`)),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function sumUp(verdicts: readonly Verdict[], tools: readonly CheckTool[]): string[] {
  return tools.map((tool) => {
    const count = (...exits: readonly number[]): number =>
      verdicts.filter((verdict) => verdict.tool === tool && exits.includes(verdict.exit)).length;
    if (tool === "validate") return `Summary: ${count(0)} pass, ${count(3)} warn, ${count(1, 2)} fail`;
    if (tool === "secret-check") return `Summary: ${count(0)} clean, ${count(1)} with findings`;
    return `Summary: ${count(0)} clean, ${count(3)} flagged`;
  });
}

export const check = defineCheckCommand({
  name: "check",
  tools: ["validate", "secret-check", "injection-check"],
  summary: "Check a text with all three validators",
  exits: {
    0: "nothing found",
    1: "not a memory file, or a secret",
    2: "a field has the wrong form",
    3: "a warning, or flagged",
  },
  examples: ["check project_x.md", "check --all .claude/memory"],
});

export const injectionCheck = defineCheckCommand({
  name: "injection-check",
  tools: ["injection-check"],
  summary: "Check a text for attempts to steer a model",
  options: {
    strong: { type: "boolean", help: "exit 3 for strong findings [!] alone" },
  },
  exits: { 0: "CLEAN", 3: "FLAGGED (never blocks storing)" },
  examples: ["injection-check notes.md", "injection-check --all .claude/memory"],
});

export const secretCheck = defineCheckCommand({
  name: "secret-check",
  tools: ["secret-check"],
  summary: "Check a text for secrets and personal data",
  options: {
    "redacted-counts": {
      type: "boolean",
      help: "exempt the content of <redacted>…</redacted>",
    },
  },
  exits: { 0: "CLEAN", 1: "SECRET-DETECTED" },
  examples: ["secret-check notes.md", "git diff | credence secret-check -"],
});

export const validate = defineCheckCommand({
  name: "validate",
  tools: ["validate"],
  summary: "Check that a text is a well-formed memory file",
  exits: { 0: "PASS", 1: "FAIL-STRUCT", 2: "FAIL-FORMAT", 3: "WARN-SEMANTIC" },
  examples: [
    "validate project_x.md",
    "validate --all .claude/memory",
    "validate - --name project_x.md < draft",
  ],
});

const FORMATS: readonly ReportFormat[] = ["md", "json"];

export const audit: Command = {
  name: "audit",
  summary: "Re-check every memory, demote those that fail, report",
  usage: ["audit [--since DAY] [--out PATH] [--format FORMAT] [--dry-run]"],
  options: {
    since: { type: "string", value: "DAY", help: "begin the history on YYYY-MM-DD" },
    out: { type: "string", value: "PATH", help: "write the report to this file" },
    format: { type: "string", value: "FORMAT", help: "md or json; md where no terminal is" },
    "dry-run": { type: "boolean", help: "demote nothing, only report what would be demoted" },
  },
  exits: {
    0: "nothing to do",
    1: "something waits for a person",
    2: "something was demoted, should be demoted, or is broken",
  },
  examples: ["audit --dry-run", "audit --out audit.md"],
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
