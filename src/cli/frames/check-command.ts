// The three validators as commands, each for itself and all together: one shape.

import type { CheckTool, Verdict } from "../../app/check/check-files.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io, Option } from "../call/command.ts";
import { readConfigFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { createPaint, type Paint, wrapText } from "../terminal/style.ts";

const OPTIONS: Readonly<Record<string, Option>> = {
  all: { type: "string", value: "DIR", help: "check every .md file below DIR" },
  name: { type: "string", value: "NAME.md", help: "the intended name of the text, with -" },
};

type Words = Pick<Command, "name" | "summary" | "exits" | "examples"> & {
  readonly tools: readonly CheckTool[];
  readonly options?: Readonly<Record<string, Option>>;
};

export function defineCheckCommand({ tools, options, ...words }: Words): Command {
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
  if (call.json)
    io.out(renderJson(sources.directory === null && verdicts.length === 1 ? verdicts[0] : verdicts));
  else io.out(renderVerdicts(verdicts, { tools, summary: sources.directory !== null, io }));
  return worstExit(verdicts.map((verdict) => verdict.exit));
}

/** 1 > 2 > 3 > 0: a hard failure outranks a warning. */
function worstExit(exits: readonly number[]): number {
  return [1, 2, 3].find((exit) => exits.includes(exit)) ?? 0;
}

// Verdicts for people and for grep: one line per file (name padded to 50, label), then the findings, indented.

const NAME_WIDTH = 50;
const MARKS = { error: "[E]", warning: "[W]", flag: "[!]", notice: "[?]" } as const;
const FINDINGS_SHOWN_MAX = 50;

type Setting = {
  readonly tools: readonly CheckTool[];
  readonly summary: boolean;
  readonly io: Pick<Io, "env" | "terminal" | "columns">;
};

function renderVerdicts(verdicts: readonly Verdict[], { tools, summary, io }: Setting): string {
  const paint = createPaint(io);
  // Wrapped only for a person: a script reads one finding per line.
  const columns = io.terminal.out ? io.columns : Number.POSITIVE_INFINITY;
  const texts = Array.from({ length: verdicts.length / tools.length }, (_, at) =>
    verdicts.slice(at * tools.length, (at + 1) * tools.length),
  );
  const lines = texts.flatMap((verdictsOfOne) => renderText(verdictsOfOne, paint, columns));
  if (summary) lines.push(...tools.map((tool) => renderSummary(verdicts, tool)));
  return lines.map((line) => `${line}\n`).join("");
}

function renderText(verdicts: readonly Verdict[], paint: Paint, columns: number): string[] {
  const labels = verdicts.map(({ exit, label }) => {
    const colour = exit === 0 ? paint.good : exit === 3 ? paint.odd : paint.bad;
    return colour(label);
  });
  const lines = [`${renderTerminalLine(verdicts[0]?.file ?? "").padEnd(NAME_WIDTH)} ${labels.join(", ")}`];
  return [...lines, ...verdicts.flatMap((verdict) => renderFindings(verdict, columns))];
}

function renderFindings(verdict: Verdict, columns: number): string[] {
  const lines: string[] = [];
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
    verdicts.filter((verdict) => verdict.tool === tool && exits.includes(verdict.exit)).length;
  if (tool === "validate") return `Summary: ${count([0])} pass, ${count([3])} warn, ${count([1, 2])} fail`;
  if (tool === "secret-check") return `Summary: ${count([0])} clean, ${count([1])} with findings`;
  return `Summary: ${count([0])} clean, ${count([3])} flagged`;
}
