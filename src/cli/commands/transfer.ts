import type { BackfillItem, BackfillReport, BackfillRequest } from "../../app/transfer/backfill-root.ts";
import type { Export } from "../../app/transfer/export.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  IMPORT_SOURCES,
  type ImportSourceName,
} from "../../memory/import-source.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openAsWhoIsThere, requireRootFor } from "../call/open-workspace.ts";
import { findNearest } from "../call/parse-call.ts";
import { renderJson } from "../call/render-json.ts";
import { demandWord, textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { type GridRow, grid } from "../report/report.ts";

export const importCommand: Command = {
  name: "import",
  summary: "Import memories from another tool",
  usage: [
    "import",
    "import claude-code-memory|claude-memory|claude-mem PATH",
    "import claude-config|mcp-memory|markdown PATH",
    "import SOURCE PATH --execute [--confirm]",
    "import --all-projects [--execute]",
  ],
  options: {
    execute: { type: "boolean", help: "do it; the default is a dry run" },
    "dry-run": { type: "boolean", help: "write nothing, which is the default" },
    confirm: { type: "boolean", help: "ask about each; yes makes it verified" },
    project: { type: "string", value: "NAME", help: "claude-mem: only this project" },
    "all-projects": { type: "boolean", help: "Claude Code's notes, each to its own project" },
  },
  exits: { 1: "something was left out, or the command was refused" },
  examples: ["import", "import claude-memory .claude/memory", "import markdown notes --execute"],
  async run(io, call) {
    refuseContradictions(call);
    const [given] = call.positionals;
    if (call.values["all-projects"] === true)
      return (await import("../work/import.ts")).importAllProjects(io, call);
    if (given === undefined) return (await import("../work/import.ts")).importFound(io, call);
    const { importSource } = await import("../work/import.ts");
    return importSource(io, call, sourceOf(call));
  },
};

function refuseContradictions({ values, positionals }: Call): void {
  const [execute, isBare] = [values["execute"] === true, positionals.length === 0];
  const isAll = values["all-projects"] === true;
  if (execute && values["dry-run"] === true)
    throw new CredenceError("USAGE", "--execute and --dry-run contradict each other");
  if (isAll && (!isBare || values["root"] !== undefined || values["scope"] !== undefined))
    throw new CredenceError("USAGE", "--all-projects finds the sources and the roots itself");
  if (isBare && !isAll && execute)
    throw new CredenceError(
      "USAGE",
      "--execute takes a source and a path",
      "credence import lists them, each with its command, and asks at a terminal",
    );
  if (values["confirm"] === true && !execute && (!isBare || isAll))
    throw new CredenceError("USAGE", "--confirm requires --execute");
}

function sourceOf({ positionals }: Call): { readonly name: ImportSourceName; readonly path: string } {
  const [given = "", path] = positionals;
  const name = IMPORT_SOURCES.find((each) => each === given);
  if (name === undefined) {
    const [beginsSo] = IMPORT_SOURCES.filter((each) => given !== "" && each.startsWith(given));
    const nearest = beginsSo ?? findNearest(given, IMPORT_SOURCES);
    throw new CredenceError(
      "USAGE",
      `import takes a source: ${IMPORT_SOURCES.join(", ")}`,
      nearest === null ? undefined : `did you mean ${nearest}?`,
    );
  }
  if (path === undefined) throw new CredenceError("USAGE", `import ${name} takes a path`);
  return { name, path };
}

const QUESTION = {
  words: says`[y] it is right  [n] not now  [d] more  [q] stop asking:`,
  replies: { y: "yes", n: "no", q: "quit" },
} as const;

export const backfill: Command = {
  name: "backfill",
  summary: "Fill fields that older memory files lack",
  usage: ["backfill [--execute] [--confirm]"],
  options: {
    execute: { type: "boolean", help: "do it; the default is a dry run" },
    confirm: { type: "boolean", help: "ask about each text nobody vouched for" },
  },
  async run(io, call) {
    const execute = call.values["execute"] === true;
    if (call.values["confirm"] === true && !execute)
      throw new CredenceError("USAGE", "--confirm requires --execute");
    const asked = { act: "confirm memories", open: openAsWhoIsThere };
    const opening = call.values["confirm"] === true ? asked : {};
    return answerIn({ io, call, needsRoot: true, ...opening }, async (workspace) => {
      const { backfillRoot } = await import("../../app/transfer/backfill-root.ts");
      const confirm = confirmOf(io, call, workspace);
      const reports: BackfillReport[] = [];
      for (const root of workspace.roots) {
        reports.push(await backfillRoot(workspace, root, { execute, confirm }));
      }
      const items = reports.flatMap((report) => report.items);
      const backups = reports.flatMap((report) => report.backups);
      const shown = items.map(({ root, ...item }) => ({ ...item, scope: root.scope }));
      const saved = backups.map((path) => `backup: ${path}`);
      const end = execute ? [] : ["dry run, nothing was written; use --execute"];
      return {
        json: { dryRun: !execute, backups, items: shown },
        says:
          items.length === 0 ? ["nothing is missing"] : [grid([11], items.map(sayItem)), ...saved, ...end],
      };
    });
  },
};

function confirmOf(io: Io, call: Call, { keys }: Workspace): BackfillRequest["confirm"] {
  if (call.values["confirm"] !== true) return null;
  if (keys.person === null) throw new CredenceError("NEEDS_PERSON", "only a person can confirm memories");
  let isOver = false;
  return async (showing) => {
    if (isOver) return false;
    const { confirmMemory } = await import("../terminal/confirm-each.ts");
    const reply = await confirmMemory(io, showing, QUESTION);
    isOver = reply === "quit";
    return reply === "yes";
  };
}

function sayItem({ id, fills, becomes, reason }: BackfillItem): GridRow {
  if (reason !== null) return ["unchanged", `${id}: ${reason}`];
  const what = Object.entries(fills).map(([key, value]) => `${key}: ${String(value)}`);
  return [becomes ?? "", `${id}: ${what.join(", ")}`];
}

export const exportCommand: Command = {
  name: "export",
  summary: "Export memories as Markdown, JSON or records",
  usage: ["export --format FORMAT [--out PATH] [--all]"],
  options: {
    format: { type: "string", value: "FORMAT", help: EXPORT_FORMATS.join(", ") },
    out: { type: "string", value: "PATH", help: "a new folder, or a new file for json" },
    all: { type: "boolean", help: "a person: include withheld and retired memories" },
  },
  examples: ["export --format json", "export --format markdown --out copy"],
  async run(io, call) {
    const format = demandWord(call, "format", EXPORT_FORMATS);
    const out = textOf(call, "out");
    if (format === "markdown" && out === null)
      throw new CredenceError("USAGE", "--format markdown needs --out, a new folder");
    return answerIn({ io, call }, async (workspace) => {
      const all = call.values["all"] === true;
      if (all && workspace.presence.kind !== "person")
        throw new CredenceError("NEEDS_PERSON", "only a person can export withheld memories");
      await requireRootFor(workspace);
      const { gatherExport, toFiles } = await import("../../app/transfer/export.ts");
      const gathered = await gatherExport(workspace, all);
      const { memories, left } = gathered;
      for (const { id, why } of left) io.err(says`left out ${id}: ${why}\n`);
      if (out === null) {
        const json = await toValue(gathered, format);
        return { json, says: call.json ? [] : renderJson(json) };
      }
      const place = { cwd: io.cwd, out };
      const { writeExportFile, writeExportFolder } = await import("../../app/transfer/write-export.ts");
      if (format === "json") writeExportFile(workspace, place, renderJson(memories));
      else writeExportFolder(workspace, place, toFiles(memories, format));
      const count = memories.length;
      return { json: { format, out, count, left }, says: [`exported ${count} to ${out}`] };
    });
  },
};

async function toValue({ memories }: Export, format: ExportFormat): Promise<unknown> {
  if (format === "json") return memories;
  const { recordOf } = await import("../../app/transfer/export.ts");
  return memories.map((memory) => recordOf(memory).record);
}

export const sync: Command = {
  name: "sync",
  summary: "Sync your own memories with a git remote",
  usage: [
    "sync [--scope SCOPE] [--dry-run] [--pull-only|--push-only]",
    "sync --remote URL",
    "sync --accept-changes|--accept-settings",
    "sync --due",
  ],
  options: {
    remote: { type: "string", value: "URL", help: "sync with this repository from now on; none ends it" },
    "dry-run": { type: "boolean", help: "fetch and compare, change nothing" },
    "pull-only": { type: "boolean", help: "take, and send nothing" },
    "push-only": { type: "boolean", help: "send, and take nothing" },
    due: { type: "boolean", help: "as a session start does: what is due, and nothing young" },
    "accept-settings": { type: "boolean", help: "take the settings that wait in the remote" },
    "accept-changes": { type: "boolean", help: "take what others take out of use, many at once" },
  },
  exits: {
    0: "done",
    1: "a memory fails validation: nothing was sent",
    2: "quarantined, withheld, or something waits for you",
    3: "a memory has two texts: choose one",
    4: "nothing was pushed",
    5: "another sync is running",
    6: "the remote cannot be reached or used",
  },
  examples: ["sync --remote git@github.com:me/memories.git", "sync", "sync --scope project"],
  run: async (io, call) =>
    call.values["due"] === true
      ? (await import("../work/sync-due.ts")).syncDue(io, call)
      : (await import("../work/sync.ts")).syncAll(io, call),
};
