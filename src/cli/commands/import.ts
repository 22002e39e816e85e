import type { ImportReport, ImportRequest } from "../../app/transfer/import/run-import.ts";
import type { ImportItem } from "../../app/transfer/import/store-records.ts";
import type { OpenRoot, Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { IMPORT_SOURCES, type ImportSourceName } from "../../memory/import-source.ts";
import { type MemoryType, TYPE_TRAITS } from "../../memory/memory.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openAsWhoIsThere, openWorkspaceFor, requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { createProgress } from "../terminal/progress.ts";
import { createPaint } from "../terminal/style.ts";

const QUESTION = "y it is right, n keep it as advice, s leave it out, q stop:";

export const importCommand: Command = {
  name: "import",
  summary: "Import memories from another tool",
  usage: [
    "import claude-code-memory|claude-memory|claude-mem PATH",
    "import claude-config|mcp-memory|markdown PATH",
    "import SOURCE PATH --execute [--confirm]",
  ],
  options: {
    execute: { type: "boolean", help: "do it; the default is a dry run" },
    confirm: { type: "boolean", help: "ask about each; yes makes it verified" },
    project: { type: "string", value: "NAME", help: "claude-mem: only this project" },
  },
  examples: ["import claude-memory .claude/memory", "import markdown notes --execute"],
  async run(io, call) {
    const { name, path } = sourceOf(call);
    const execute = call.values["execute"] === true;
    if (call.values["confirm"] === true && !execute)
      throw new CredenceError("USAGE", "--confirm requires --execute");
    const workspace = await (execute
      ? openAsWhoIsThere(io, call, "import memories")
      : openWorkspaceFor(io, call));
    try {
      const { openSource } = await import("../../app/transfer/import/sources.ts");
      const { runImport } = await import("../../app/transfer/import/run-import.ts");
      const { rootOf } = await import("../../app/workspace/workspace.ts");
      await requireRootFor(workspace);
      const project = textOf(call, "project");
      const source = await openSource(workspace, { name, cwd: io.cwd, path, project });
      const report = await runImport(workspace, {
        source,
        rootFor: (type) => chooseRoot(workspace, call, { type, rootOf }),
        execute,
        confirm: confirmOf(io, call, workspace),
        onProgress: createProgress(io, "importing"),
      });
      io.out(call.json ? renderJson(report) : renderReport(report, io));
      return 0;
    } finally {
      workspace.close();
    }
  },
};

function sourceOf({ positionals }: Call): { readonly name: ImportSourceName; readonly path: string } {
  const [given, path] = positionals;
  const name = IMPORT_SOURCES.find((each) => each === given);
  if (name === undefined)
    throw new CredenceError("USAGE", `import takes a source: ${IMPORT_SOURCES.join(", ")}`);
  if (path === undefined) throw new CredenceError("USAGE", `import ${name} takes a path`);
  return { name, path };
}

/** What is about the person goes with the person, unless the call says otherwise. */
function chooseRoot(
  workspace: Workspace,
  call: Call,
  by: {
    readonly type: MemoryType;
    readonly rootOf: (workspace: Workspace, scope: "user" | "project") => OpenRoot;
  },
): OpenRoot {
  const given = call.values["root"] === undefined ? undefined : workspace.roots[0];
  return given ?? by.rootOf(workspace, scopeOf(call) ?? TYPE_TRAITS[by.type].scope);
}

function confirmOf(io: Io, call: Call, { keys }: Workspace): ImportRequest["confirm"] {
  if (call.values["confirm"] !== true) return null;
  if (keys.person === null) throw new CredenceError("NEEDS_PERSON", "only a person can confirm memories");
  return async (showing) => {
    const { confirmMemory } = await import("../terminal/confirm-each.ts");
    return confirmMemory(io, showing, QUESTION);
  };
}

function renderReport(report: ImportReport, io: Io): string {
  const { items, counts, dryRun, backups, stopped } = report;
  const rows = items.map((item) => renderRow(item, io)).join("");
  const counted = `${counts.new} new, ${counts.here} already here, ${counts.skipped} left out\n`;
  const saved = backups.map((path) => `backup: ${renderTerminalLine(path)}\n`).join("");
  const end = stopped ? "stopped: the same command resumes where it left off\n" : "";
  return `${rows}${counted}${saved}${end}${dryRun ? "dry run, nothing was written; use --execute\n" : ""}`;
}

function renderRow({ kind, becomes, id, type, category, source, reason, flags }: ImportItem, io: Io): string {
  const paint = createPaint(io);
  const from = renderTerminalLine(source);
  if (kind === "skipped") return `${paint.bad("left out  ")} ${from}: ${renderTerminalLine(reason ?? "")}\n`;
  if (kind === "here") return `here       ${id ?? ""} (${from})\n`;
  const word = (becomes ?? "").padEnd(10);
  const painted = becomes === "verified" ? paint.good(word) : paint.odd(word);
  const flagged = flags.length === 0 ? "" : ` flagged: ${flags.join(", ")}`;
  return `${painted} ${id ?? ""} ${[type, category].filter(Boolean).join(", ")} (${from})${flagged}\n`;
}
