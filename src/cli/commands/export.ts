import type { Export } from "../../app/transfer/export.ts";
import { CredenceError } from "../../memory/errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../memory/import-source.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Command } from "../call/command.ts";
import { requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { demandWord, textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";

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
