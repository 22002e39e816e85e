import type { SpoolStatus } from "../../app/capture/spool.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { textOf } from "../call/values.ts";
import type { Answer } from "../frames/answer.ts";
import { type Acting, defineVerbCommand, LIMIT } from "../frames/verb-command.ts";

export const spool = defineVerbCommand(
  {
    name: "spool",
    summary: "Show or clear what was captured from sessions",
    usage: ["spool [status]", "spool show [--session NAME] [--limit N]", "spool clear [--session NAME]"],
    options: {
      session: { type: "string", value: "NAME", help: "only this session" },
      limit: { type: "string", value: "N", help: `show: how many, ${LIMIT.fallback} if absent` },
    },
    exits: { 1: "status: a line is damaged" },
    examples: ["spool status", "spool show --limit 5"],
  },
  {
    status: { act: status },
    show: { act: show },
    clear: { act: clear, purpose: "clear the spool" },
  },
);

async function status({ io, workspace, root }: Acting): Promise<Answer> {
  const { describeSpool } = await import("../../app/capture/spool.ts");
  const { saySpoolStatus } = await import("../work/spool.ts");
  const report: SpoolStatus = describeSpool(workspace, root, io.home);
  return { json: report, says: [saySpoolStatus(report)], exit: report.damaged.length > 0 ? 1 : 0 };
}

/** What was said is for a person's eyes; without one there are numbers. */
async function show({ call, workspace, root, limit }: Acting): Promise<Answer> {
  const { readCaptured } = await import("../../app/capture/spool.ts");
  const { countLine, sayCaptured } = await import("../work/spool.ts");
  const lines = readCaptured(workspace, root, textOf(call, "session")).slice(-limit);
  if (workspace.presence.kind !== "person") {
    const counted = lines.map(countLine);
    const rows = counted.map(
      ({ at, kind, chars }) => `${at} ${kind}: ${pluralize(chars, "character", "characters")}`,
    );
    return { json: counted, says: rows.length === 0 ? ["nothing was captured"] : rows };
  }
  const json = lines.map(({ id, record }) => ({ id, ...record }));
  return { json, says: lines.length === 0 ? ["nothing was captured"] : lines.flatMap(sayCaptured) };
}

async function clear({ call, workspace, root }: Acting): Promise<Answer> {
  const { clearSpool } = await import("../../app/observe/clear-spool.ts");
  const gone = clearSpool(workspace, root, textOf(call, "session"));
  const { sayGone } = await import("../work/spool.ts");
  return { json: gone, says: [`removed ${sayGone(gone)}`] };
}
